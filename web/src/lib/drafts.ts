// What somebody has picked but not committed, kept on this device: for each table and seat, with the node it answers;
// and what they mean to do next while others move.

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
		const draft = this.stored(seat);
		if (draft?.node === node) return draft;
		if (draft) this.keep(seat, { node, action: null, sketch: null });
		return null;
	}

	keep(seat: number | null, draft: Draft): void {
		try {
			if (draft.action === null && draft.sketch === null) localStorage.removeItem(this.prefix + seat);
			else localStorage.setItem(this.prefix + seat, JSON.stringify(draft));
		} catch {
			// a private window may refuse: the draft then lasts as long as the page
		}
	}

	/** What the seat means to do next: it stays until its turn has come. */
	plan(seat: number | null): string | null {
		try {
			return localStorage.getItem(`${this.prefix}${seat}.plan`);
		} catch {
			return null;
		}
	}

	keepPlan(seat: number | null, plan: string | null): void {
		try {
			if (plan === null) localStorage.removeItem(`${this.prefix}${seat}.plan`);
			else localStorage.setItem(`${this.prefix}${seat}.plan`, plan);
		} catch {
			// as with drafts
		}
	}

	private stored(seat: number | null): Draft | null {
		try {
			return JSON.parse(localStorage.getItem(this.prefix + seat) ?? "null") as Draft | null;
		} catch {
			return null; // not ours, or closed to us
		}
	}
}
