// A roadbook (C8-C3/J1-J4) as the spaces it leads over, from the zones' content file.

import { reversed, type Space, type Zone, type ZoneFile } from "./zones";

/** The rally of a table that says nothing else. */
export const USUAL = ["C8-C3/J1-J4", "L0-L1/C7-C6/L2-L3/V2-V3/C5-C4", "J1-J4"];

/** One road of a special, in the direction in which it is driven. */
export interface Leg {
	zone: Zone;
	spaces: Space[];
}

export function spacesOf(roadbook: string, file: ZoneFile | undefined): Space[] {
	return legsOf(roadbook, file).flatMap((leg) => leg.spaces);
}

export function legsOf(roadbook: string, file: ZoneFile | undefined): Leg[] {
	return roadbook.split("/").flatMap((leg) => legOf(leg, file));
}

function legOf(leg: string, file: ZoneFile | undefined): Leg[] {
	const [, letter, from, to] = /^([A-Z])(\d)-[A-Z](\d)$/.exec(leg) ?? [];
	const zone = file?.zones.find((one) => one.zone === letter);
	if (!zone) return [];
	for (const road of zone.roads) {
		if (road.ends[0] === from && road.ends[1] === to) return [{ zone, spaces: road.spaces }];
		if (road.ends[0] === to && road.ends[1] === from) return [{ zone, spaces: road.spaces.map(reversed).reverse() }];
	}
	return [];
}

/** What the spaces of a roadbook are called on their boards, in the order in which they are driven. */
export function idsOf(roadbook: string, file: ZoneFile | undefined): string[] {
	return roadbook.split("/").flatMap((leg) => {
		const [, letter, from, to] = /^([A-Z])(\d)-[A-Z](\d)$/.exec(leg) ?? [];
		const zone = file?.zones.find((one) => one.zone === letter);
		const road = zone?.roads.find(({ ends }) => [from, to].every((end) => ends.includes(end ?? "")));
		const ids = (road?.spaces ?? []).map((_, n) => `${letter}${road?.ends[0]}-${letter}${road?.ends[1]}:${n}`);
		return road?.ends[0] === from ? ids : ids.reverse();
	});
}

/** The zones a roadbook leads through, each once: "C", "J". */
export function zonesOf(roadbook: string): string[] {
	return [...new Set([...roadbook.matchAll(/([A-Z])\d-/g)].map((found) => found[1] ?? ""))];
}
