// Rallyman's view, and what the board works out from it.

import { documentOf } from "../../lib/content";
import { word } from "../../lib/i18n.svelte";
import type { Json, View } from "../../lib/types";
import { zonesOf } from "./roadbook";
import type { RallymanView } from "./wire";
import type { ZoneFile } from "./zones";

export type { Car, RallymanView, RoadSpace } from "./wire";

export function read(view: View): RallymanView {
	return view as RallymanView;
}

/** "C8-C3/J1-J4" for who lays its boards on a table; a special of one's own by its name. */
export function roadName(route: string): string {
	return route.startsWith("@") ? route.slice(1) : route.replaceAll("/", ", ").replaceAll("-", " – ");
}

/** A special as people call it: by the zones it leads through ("Cornfields – Juniper Pass"), or by its own name. */
export function specialName(route: string, content: Record<string, Json>): string {
	if (route.startsWith("@")) return route.slice(1);
	const zones = documentOf<ZoneFile>(content["zones.json"])?.zones ?? [];
	return zonesOf(route)
		.map((letter) => word("rallyman", zones.find(({ zone }) => zone === letter)?.name || letter))
		.join(" – ");
}
