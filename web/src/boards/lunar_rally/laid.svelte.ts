// The cards laid on the rover that is programmed, before they make a whole program: the board previews them, too.

import { perTable } from "../../lib/per_table";
import type { Json, LegalAction } from "../../lib/types";

export type Slots = (string | null)[];

class Laid {
	slots = $state<Slots>([]);
	private of = ""; // the program they are laid for

	/** Empty slots for another program, or those of a sketch of it; what is laid for this one stays, whatever is shown
	 * meanwhile. */
	begin(program: string, need: number, sketch: Json): void {
		if (program === this.of) return;
		this.of = program;
		const kept = Array.isArray(sketch) && sketch.length === need;
		this.slots = kept ? (sketch as Slots) : Array(need).fill(null);
	}
}

export const laidOf = perTable(() => new Laid());

export function cardsOf(action: LegalAction): string[] {
	return action.form.cards as string[];
}

/** Could these cards, empty slots free, still become this program? */
export function fits(action: LegalAction, slots: Slots): boolean {
	const cards = cardsOf(action);
	return slots.every((card, i) => card === null || cards[i] === card);
}

/** The cards in a row from the first phase on. */
export function run(slots: Slots): number {
	const gap = slots.indexOf(null);
	return gap < 0 ? slots.length : gap;
}
