// The parts of RALLY's view that the board reads (src/parcferme/games/rally/view.py makes them).

import type { View } from "../../lib/types";

export type Point = [number, number];
export type Square = [number: number, level: number, mark: string, card: number];

export interface RoadCard {
	no: number;
	name: string;
	exit: "S" | "L" | "R";
	shape: string;
	features: string[];
	levels: number[];
	marks: string[];
	line: Point[];
}

export interface LaidCard extends RoadCard {
	cell: Point;
	heading: number; // quarter turns clockwise from east, on entry
	first: number; // place of its first square on the road
}

export interface Gear {
	gear: number;
	least: number;
	most: number;
	levels: number[]; // by face of the die
}

export interface Stack {
	square: number;
	number: number;
	mechanics: number;
}

export interface RallyCar {
	car: number;
	start: number | null;
	setup: string | null;
	place: number;
	status: "waiting" | "running" | "off" | "finished" | "out";
	gear: number | null;
	restart: boolean;
	overrev: boolean;
	tyres: string;
	stop: number;
	exit: number;
	score: number | null; // of this stage, once it has left
	gears: Gear[];
	noted: number;
	mechanics: Stack[];
}

export interface Weather {
	ring: string;
	sectors: [kind: string, points: number][];
	sector: number;
	next: number[];
	weather: string;
	points: number;
	fords: number | null;
}

export interface StageSpec {
	cards: number;
	special: boolean;
	limits: Record<string, Point>;
	clause: string;
}

export interface Race {
	id: string;
	name: string;
	clause: string;
	ring: string;
	stages: StageSpec[];
	driven: number;
	totals: number[];
	points: number[];
}

export interface Move {
	car: number;
	seat: number;
	die?: number;
	level?: number;
	entered?: number;
	left?: number;
	room?: number;
	ahead?: number[]; // factors of the next squares, traffic included
	overtaken?: number[]; // … and how many cars are overtaken into each
	difference?: number;
}

export interface RallyView {
	phase: string;
	seat: number | null;
	players: number;
	scope: string;
	turn: number;
	races: Race[];
	race: number;
	stage: StageSpec & { index: number; of: number };
	weather: Weather | null;
	road: {
		cards: LaidCard[];
		squares: Square[];
		length: number;
		tally: Record<string, number>;
		open: number[];
		deck: RoadCard[];
	};
	order: number[];
	cars: RallyCar[];
	move: Move | null;
	mechanics: Stack[]; // the viewer's own
	sheet: { race: number; stage: number; scores: number[]; turns: number[] }[];
	points: number[];
	tables: { risk: number[][]; damage: number[][] };
}

/** How a square may end, as the damage table's codes 0 to 5 name them. */
export const ENDS = ["clean", "tc", "1", "2", "3", "e"];

export function read(view: View): RallyView {
	return view as RallyView;
}

/** The seat this screen looks from: one's own, else the mover's. */
export function hero(view: RallyView, seat: number | null): RallyCar | undefined {
	return view.cars[seat ?? view.move?.seat ?? view.order[0] ?? 0] ?? view.cars[0];
}
