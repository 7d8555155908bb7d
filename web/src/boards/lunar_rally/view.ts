// Lunar Rally's view, and what the board adds to it between two positions.

import type { GameEvent, View } from "../../lib/types";
import type { LunarView as Told } from "./wire";

export type { Rover } from "./wire";

/** What is carried out together; the first turns up the cards, the last is an explosion. */
export type Step = "cards" | "turn" | "move" | "laser" | "missile" | "blast";

/** What is drawn while a turn is carried out. */
export interface Show {
	phase: number;
	step: Step;
	trails: { rover: string; from: string; to: string; phase: number; facing: string | null }[]; // till the end of the turn
	rams: { x: number; y: number; phase: number }[]; // … and these
	shots: { kind: "laser" | "missile" | "blast"; from: string; to: string; hit: boolean }[]; // of this step
	tags: { rover: string; hex: string; kind: string; args: GameEvent["args"] }[]; // what it does to whom
}

export interface LunarView extends Told {
	show?: Show;
}

export function read(view: View): LunarView {
	return view as LunarView;
}

/** The car of the house's palette that wears a colour. */
export const CAR_OF: Record<string, number> = { blue: 1, red: 2, yellow: 3, green: 4 };

/** What to say of a seat that has no rover on the Moon: not yet, or no more. */
export function absence(view: LunarView): string {
	return ["throw_map", "throw_first", "place"].includes(view.node) ? "lunar_rally.unplaced" : "lunar_rally.no_rover";
}

/** What happens in a phase once its cards are turned up, in this order. */
export const STEPS = ["turn", "move", "laser", "missile"] as const;
