// Lunar Rally's view, and what the board adds to it between two positions.

import type { View } from "../../lib/types";
import type { LunarView as Told } from "./wire";

export type { Rover } from "./wire";

/** Something to draw for a moment while a turn is carried out. */
export interface Effect {
	kind: "laser" | "missile" | "blast" | "hit";
	from: string;
	to: string;
}

export interface LunarView extends Told {
	effects?: Effect[];
	step?: string; // which of STEPS is being carried out
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

/** What happens in a phase, in this order. */
export const STEPS = ["turn", "move", "laser", "missile"];
