// @vitest-environment jsdom
import { flushSync, mount } from "svelte";
import { expect, test, vi } from "vitest";
import { part } from "../../lib/part";
import { TableModel } from "../../lib/table.svelte";
import { crewOf } from "./crew.svelte";
import MechanicPanel from "./MechanicPanel.svelte";
import type { RallyView } from "./view";

const squares = [1, 2, 3].map((number) => [number, 0, "", 0]);
const view = part<RallyView>({
	race: 1,
	stage: { index: 1 },
	mechanics: [{ square: 1, mechanics: 2 }],
	road: { squares, cards: [] },
} as object);

test("the last mechanic is handed in once, however long the others take to choose", () => {
	const third = { id: 0, notation: "mechanic:3", form: { kind: "mechanic", number: 3 }, effect: {}, odds: [] };
	const act = vi.fn();
	const table = Object.assign(new TableModel(), { game: "rally", seat: 0, node: 5, actions: [third], act });
	crewOf(table, view).places = [1, 1, 3];
	mount(MechanicPanel, { target: document.body, props: { table, view } });
	flushSync();
	expect(act).toHaveBeenCalledTimes(1);
	table.actions = []; // it is on its way …
	flushSync();
	table.ownSeal = "mechanic:3"; // … and sealed
	table.actions = [third];
	flushSync();
	expect(act).toHaveBeenCalledTimes(1);
});
