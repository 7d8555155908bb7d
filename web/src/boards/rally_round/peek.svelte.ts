// The choice under the pointer: the cockpit and the map show it before it is drafted.

import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction } from "../../lib/types";

class Peek {
	notation = $state<string | null>(null);
}

export const peek = new Peek();

/** What is to be previewed: the choice under the pointer, else the draft. */
export function shownAction(table: TableModel): LegalAction | null {
	return table.choices.find((action) => action.notation === peek.notation) ?? table.drafted;
}
