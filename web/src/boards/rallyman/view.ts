// Rallyman's view, and what the board works out from it.

import type { View } from "../../lib/types";
import type { RallymanView } from "./wire";

export type { Car, RallymanView, RoadSpace } from "./wire";

export function read(view: View): RallymanView {
	return view as RallymanView;
}

/** "C8-C3/J1-J4" as people say it; a special of one's own by its name. */
export function roadName(route: string): string {
	return route.startsWith("@") ? route.slice(1) : route.replaceAll("/", ", ").replaceAll("-", " – ");
}
