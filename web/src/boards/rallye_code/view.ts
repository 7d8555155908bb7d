// The parts of Rallye-Code's view that the board reads (src/parcferme/games/rallye_code/view.py makes them).

import type { View } from "../../lib/types";

export interface Cell {
	id: string;
	road: string;
	kind: string;
	town: string;
	x: number;
	y: number;
	next: string;
	sign?: string;
	divert?: string;
	facing?: string;
	gerance?: number;
}

export interface Hold {
	by: "garage" | "first_aid" | "hotel";
	limit: number;
	clause: string;
}

export interface RallyCar {
	name: string; // "3", or "3.1" and "3.2" where everybody has two
	owner: number;
	cell: string | null; // null: out of the game
	side: "left" | "right";
	holds: Hold[];
	hit_by: { player: number; indemnity: number; limit: number; clause: string }[];
	petrol: boolean;
	misses_turn: boolean;
}

export interface Player {
	seat: number;
	in: boolean;
	purse: number | null; // null: hidden
	notes: Record<string, number> | null;
	gerances: number[];
	gendarme: boolean;
	cars: string[];
}

export interface Box {
	number: number;
	name: string;
	amount: number;
	holder: number | null;
}

export interface Card {
	offence: boolean;
	amount: number;
	text: Record<string, string>;
}

/** A drive that is being shown: the board adds it to the positions between two others. */
export interface Drive {
	car: string;
	path: string[];
}

export interface RallyeView {
	edition: string;
	tariff: Record<string, number | string | boolean>;
	enforcement: "auto" | "table";
	phase: string;
	to_act: number[];
	turn: {
		seat: number | null;
		car: string | null;
		round: number;
		dice: [number, number] | null;
		total: number | null;
	};
	limit: { kind: string; rounds: number; minutes: number | null; called: number[] };
	players: Player[];
	cars: RallyCar[];
	boxes: Box[];
	gendarme: number | null;
	table_money: number;
	deck: { cards: Card[]; seen: number[]; drawn: number; next: number | null };
	takeover: {
		gerance: number;
		holder: number;
		newcomer: number;
		price: number;
		box: number;
		arrival: number;
		holder_total: number | null;
	} | null;
	shortfall: {
		seat: number;
		owed: number;
		purse: number | null;
		halves: { gerance: number; amount: number }[];
	} | null;
	window: { seat: number; role: string; this_turn: string | null; turn_before: string | null } | null;
	board: { name: string; title: string; cells: Cell[] };
	drive?: Drive;
}

export function read(view: View): RallyeView {
	return view as RallyeView;
}

/** What is painted on a car's roof: the piece's number where a player has two, else the player's. */
export function roof(car: RallyCar): string {
	return car.name.split(".").at(-1) ?? car.name;
}

export function townOf(view: RallyeView, cell: string | null): string {
	return view.board.cells.find((one) => one.id === cell)?.town ?? "";
}

export const GERANCE_KINDS: Record<number, string> = { 2: "garage", 3: "first_aid", 4: "petrol", 5: "hotel" };
