// Rally Round's view, and what the board works out from it.

import type { View } from "../../lib/types";
import type { Crew, RallyView } from "./wire";

export type { Crew, RallyView, Section } from "./wire";

// Rows, as games/rally_round/view_types.py says what stands in them.
export type SquareRow = RallyView["squares"][number];
export type Colour = SquareRow[3];
export type AheadRow = RallyView["ahead"][number];
export type SheetRow = Crew["sheet"][number];
export type ControlRow = NonNullable<RallyView["route"]>["controls"][number];

export function read(view: View): RallyView {
	return view as RallyView;
}

/** The crew at the wheel if it is one's own, else one's first crew, else whoever moves. */
export function crewOf(view: RallyView, seat: number | null): Crew | null {
	const moving = view.crews.find((one) => one.crew === view.crew);
	if (seat === null || moving?.seat === seat) return moving ?? view.crews[0] ?? null;
	return (
		view.crews.find((one) => one.seat === seat && one.adopted) ?? view.crews.find((one) => one.seat === seat) ?? null
	);
}

/** The plate a crew wears: its person's, or its own where one person drives several. */
export function plateOf(view: RallyView, crew: Crew): number {
	const shared = view.crews.some((one) => one !== crew && one.seat === crew.seat);
	return shared ? crew.crew : crew.seat + 1;
}

/** How far along the Correct Route a crew is; −1 off it. */
export function placeOf(view: RallyView, crew: Crew | null): number {
	return crew?.square ? (view.route?.path.indexOf(crew.square) ?? -1) : -1;
}

/** Squares from the crew to the control its section ends at; null off the route. */
export function toGo(view: RallyView, crew: Crew): number | null {
	const label = view.route?.sections[crew.section]?.to;
	const control = view.route?.controls.find(([name]) => name === label);
	const here = placeOf(view, crew);
	return control && here >= 0 ? (view.route?.path.indexOf(control[1]) ?? 0) - here : null;
}
