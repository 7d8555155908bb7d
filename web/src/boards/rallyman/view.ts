// The parts of Rallyman's view that the board reads (src/parcferme/games/rallyman/view.py makes them).

import type { View } from "../../lib/types";
import type { Point } from "./zones";

export interface RoadSpace {
	id: string;
	progress: number;
	kind: "straight" | "corner" | "bump";
	zone: string;
	surface: "asphalt" | "snow";
	room: number;
	left: string;
	right: string;
	in?: number;
	out?: number | null;
	cut?: { id: string; note: number; xy?: Point } | null;
	note?: number;
	turn?: "L" | "R";
	xy?: Point;
	dir?: number;
	bend?: number;
	len?: number;
}

export interface Car {
	seat: number;
	driver: string;
	status: string;
	space: string;
	progress: number;
	pose: string;
	gear: number;
	markers: number;
	dashboard: {
		black: number;
		white: number;
		damage: number;
		flats: number;
		tyres: "asphalt" | "snow";
		sisu: boolean;
		spare: boolean;
	};
	chrono: { gear: number | null; seconds: number; flipped: boolean }[];
	seconds: number;
	net: number;
	splits: { checkpoint: number; seconds: number }[];
	times: number[];
	total: number;
}

export interface Turn {
	car: number;
	technique: "attack" | "basic" | null;
	used: string;
	black_left: number;
	white_left: number;
	hazards: number;
	limit: number;
	limit_ahead: number;
	locks: number;
	lock_price: number | null;
	sisu_on: boolean;
	attack: { left: string; hazards: string | null; earned: number } | null;
	step: { die: string; path: string; space: string } | null;
}

export interface RallymanView {
	phase: string;
	special: number;
	round: number;
	actor: number | null;
	road: {
		route: string;
		length: number;
		spaces: RoadSpace[];
		surfaces: Record<string, "asphalt" | "snow" | null>;
		checkpoints: { number: number; progress: number; space: string }[];
		dirt: { space: string; in: number; out: number | null }[];
	};
	cars: Car[];
	order: { start: number[]; now: number | null; waiting: number[]; next_round: number[] };
	turn: Turn | null;
	sheet: {
		name: string;
		specials: { number: number; route: string; spaces: number; assistance_after: boolean; start_order: number[] }[];
		drivers: { seat: number; times: (number | null)[]; total: number | null; retired: boolean; place: number | null }[];
	};
	result: Record<string, unknown> | null;
}

export function read(view: View): RallymanView {
	return view as RallymanView;
}

/** "C8-C3/J1-J4" as people say it; a special of one's own by its name. */
export function roadName(route: string): string {
	return route.startsWith("@") ? route.slice(1) : route.replaceAll("/", ", ").replaceAll("-", " – ");
}
