// The hex chosen for a rover that is to be placed, before it is turned.

import { perTable } from "../../lib/per_table";
import type { TableModel } from "../../lib/table.svelte";

class Placed {
	hex = $state<string | null>(null);

	/** A hex, facing the first way it may; again, the next. */
	choose(table: TableModel, hex: string): void {
		this.hex = hex;
		const ways = table.choices.filter((action) => action.form.kind === "place" && action.effect.to === hex);
		const at = ways.findIndex((action) => action.notation === table.draft);
		const next = ways[(at + 1) % ways.length];
		if (next && next.notation !== table.draft) table.pick(next.notation);
	}
}

export const placedOf = perTable(() => new Placed());
