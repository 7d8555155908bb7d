// The parts of Lunar Rally's view that the board reads, and what the board adds to it between two positions.

import type { View } from "../../lib/types";

export interface Rover {
	id: string; // "B1"
	seat: number;
	number: 1 | 2;
	hex: string | null;
	facing: string | null;
	phases: number;
	shields: number;
	missiles: number;
	armed: boolean;
	program: string[]; // three slots: a card, "hidden", "empty" or "lost"
}

/** Something to draw for a moment while a turn is carried out. */
export interface Effect {
	kind: "laser" | "missile" | "blast" | "hit";
	from: string;
	to: string;
}

export interface LunarView {
	node: string;
	to_act: number[];
	moon: 1 | 2;
	phase: number;
	round: number;
	round_cap: number;
	seats: { colour: string; conceded: boolean; damage: number }[];
	rovers: Rover[];
	map: {
		scenario: string;
		title: string;
		columns: number;
		start: string[];
		finish: string[];
		craters: string[];
		dust: string[];
		repair: string[];
		caches: string[];
	} | null;
	reason: string | null;
	effects?: Effect[];
	step?: string; // which of STEPS is being carried out
}

export function read(view: View): LunarView {
	return view as unknown as LunarView;
}

/** The car of the house's palette that wears a colour. */
export const CAR_OF: Record<string, number> = { blue: 1, red: 2, yellow: 3, green: 4 };

/** What to say of a seat that has no rover on the Moon: not yet, or no more. */
export function absence(view: LunarView): string {
	return ["throw_map", "throw_first", "place"].includes(view.node) ? "lunar_rally.unplaced" : "lunar_rally.no_rover";
}

/** What happens in a phase, in this order. */
export const STEPS = ["turn", "move", "laser", "missile"];
