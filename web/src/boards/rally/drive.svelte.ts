// Where the driver means to go in this move: set on the board or the strip, kept from square to square.

import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction } from "../../lib/types";
import { harmless } from "./facts";

export class Drive {
	goal = $state<number | null>(null); // a place of the road
}

const drives = new WeakMap<TableModel, Drive>();

export function driveOf(table: TableModel): Drive {
	const found = drives.get(table) ?? new Drive();
	drives.set(table, found);
	return found;
}

/** What to draft first at a square: on towards the goal, a stop on it, or the next square where nothing can happen. */
export function suggestion(choices: LegalAction[], place: number, goal: number | null): string | null {
	const on = choices.find((action) => action.form.kind === "advance");
	const halt = choices.find((action) => action.form.kind === "halt");
	if (goal !== null && place >= goal) return halt?.notation ?? null;
	if (!on) return null;
	return goal !== null || harmless(on) || choices.length === 1 ? on.notation : null;
}
