// RALLY's view, and what the board works out from it.

import type { View } from "../../lib/types";
import type { RallyCar, RallyView } from "./wire";

export type { LaidCard, RallyCar, RallyView, RoadCard, Stack, Weather } from "./wire";

export type Point = [number, number];
export type Square = RallyView["road"]["squares"][number];

/** How a square may end, as the damage table's codes 0 to 5 name them. */
export const ENDS = ["clean", "tc", "1", "2", "3", "e"];

export function read(view: View): RallyView {
	return view as RallyView;
}

/** The seat this screen looks from: one's own, else the mover's. */
export function hero(view: RallyView, seat: number | null): RallyCar | undefined {
	return view.cars[seat ?? view.move?.seat ?? view.order[0] ?? 0] ?? view.cars[0];
}
