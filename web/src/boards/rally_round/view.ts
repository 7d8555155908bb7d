// The parts of Rally Round's view that the board reads (src/parcferme/games/rally_round/view.py makes them).

import type { View } from "../../lib/types";

export type Colour = "R" | "O" | "Y" | "W";
/** id, x, y, colour, feature, value: a bend's sign; a gradient's lower neighbour, negative if it is a steep one. */
export type SquareRow = [number, number, number, Colour, string, number];
/** label, square, the square it is entered from, kind of the section it ends, average of a Regularity. */
export type ControlRow = [string, number, number | null, string, number];
/** id, colour, feature, value, control on it, the crew's own limit there or 0. */
export type AheadRow = [number, Colour, string, number, string, number];
/** squares, target, taken, penalty (null until booked), faults, speeds (0 = missed), squares run after each. */
export type SheetRow = [number | null, number | null, number | null, number | null, number, number[], number[]];

export interface Crew {
	crew: number;
	number: number; // 0 in a competition
	colour: string;
	seat: number;
	adopted: boolean;
	status: "waiting" | "driving" | "finished" | "disqualified" | "retired";
	square: number | null;
	came_from: number | null;
	speed: number;
	missing: number;
	off: boolean;
	section: number;
	turns: number;
	run: number;
	visited: number;
	kit: string[];
	hand: string[];
	penalty: number;
	other: number;
	sheet: SheetRow[];
}

export interface Section {
	to: string;
	kind: string;
	mph: number;
	squares: number;
	target: number;
	pcs: [string, number][];
}

export interface RouteView {
	controls: ControlRow[];
	black_spots: number[];
	path: number[];
	sections: Section[];
}

export interface LayingView {
	start: number;
	finish: number | null;
	controls: ControlRow[];
	black_spots: number[];
	candidates: number[][];
	since_tc: number[];
	complete: boolean;
}

export interface RallyView {
	node: string;
	seat: number | null;
	to_act: number | null;
	crew: number;
	turn: number;
	part: number;
	competition: boolean;
	map: string;
	squares: SquareRow[];
	roads: [number, number][];
	crews: Crew[];
	order: number[];
	route: RouteView | null;
	laying: LayingView | null;
	ahead: AheadRow[];
	range: [number, number] | null;
	pack: [number, string[]][];
	kit_cards: [string, string][];
}

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
