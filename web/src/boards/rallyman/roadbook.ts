// A roadbook (C8-C3/J1-J4) as the spaces it leads over, from the zones' content file.

import { reversed, type Space, type ZoneFile } from "./zones";

/** The rally of a table that says nothing else. */
export const USUAL = ["C8-C3/J1-J4", "L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "J1-J4"];

export function spacesOf(roadbook: string, file: ZoneFile | undefined): Space[] {
	return roadbook.split("/").flatMap((leg) => legOf(leg, file));
}

function legOf(leg: string, file: ZoneFile | undefined): Space[] {
	const [, letter, from, to] = /^([A-Z])(\d)-[A-Z](\d)$/.exec(leg) ?? [];
	for (const road of file?.zones.find((zone) => zone.zone === letter)?.roads ?? []) {
		if (road.ends[0] === from && road.ends[1] === to) return road.spaces;
		if (road.ends[0] === to && road.ends[1] === from) return road.spaces.map(reversed).reverse();
	}
	return [];
}

/** The zones a roadbook leads through, each once: "C", "J". */
export function zonesOf(roadbook: string): string[] {
	return [...new Set([...roadbook.matchAll(/([A-Z])\d-/g)].map((found) => found[1] ?? ""))];
}
