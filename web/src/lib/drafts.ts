// What somebody has picked but not committed, kept on this device: for each table and seat, with the node it answers;
// and what they mean to do next while others move.

import { keep, kept, keptAs } from "./kept";
import type { Json } from "./types";

export interface Draft {
	node: number;
	action: string | null; // the notation that was picked
	sketch: Json; // what a board keeps of a choice that is not whole yet: cards laid, squares marked
}

export class Drafts {
	private readonly prefix: string;

	constructor(table: string) {
		this.prefix = `parcferme.draft.${table}.`;
	}

	/** What the seat had drafted at this node; a draft of a node the table has left is gone. */
	read(seat: number | null, node: number): Draft | null {
		const draft = keptAs<Draft>(this.prefix + seat);
		if (draft?.node === node) return draft;
		if (draft) this.keep(seat, { node, action: null, sketch: null });
		return null;
	}

	keep(seat: number | null, draft: Draft): void {
		const empty = draft.action === null && draft.sketch === null;
		keep(this.prefix + seat, empty ? null : JSON.stringify(draft));
	}

	/** What the seat means to do next: it stays until its turn has come. */
	plan(seat: number | null): string | null {
		return kept(`${this.prefix}${seat}.plan`);
	}

	keepPlan(seat: number | null, plan: string | null): void {
		keep(`${this.prefix}${seat}.plan`, plan);
	}
}
