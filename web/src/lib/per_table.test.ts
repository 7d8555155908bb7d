// @vitest-environment jsdom
import { expect, it } from "vitest";
import { perTable } from "./per_table";
import { TableModel } from "./table.svelte";

it("is made once for each table", () => {
	const of = perTable(() => ({ slots: [] as string[] }));
	const [one, other] = [new TableModel(), new TableModel()];
	of(one).slots.push("A");
	expect(of(one).slots).toEqual(["A"]);
	expect(of(other).slots).toEqual([]);
});
