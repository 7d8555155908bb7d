// What parts of one table's page know together, and no other table's: made when it is first asked for.

import type { TableModel } from "./table.svelte";

export function perTable<Known>(make: () => Known): (table: TableModel) => Known {
	const known = new WeakMap<TableModel, Known>();
	return (table) => {
		const found = known.get(table) ?? make();
		known.set(table, found);
		return found;
	};
}
