// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { GameBoard } from "./boards";
import { Drafts } from "./drafts";
import { part } from "./part";
import { TableModel } from "./table.svelte";
import type { LegalAction, Position } from "./types";

const action = (notation: string): LegalAction => ({ id: 0, notation, form: { kind: "go" }, effect: {}, odds: [] });
const asked = (node: number, seat: number, ...notations: string[]): Position =>
	part<Position>({
		node,
		seat,
		actions: notations.map(action),
		asked: null,
		turn: { kind: "decision", seats: [seat], next: [] },
		seats: [],
	});

function opened(position: Position): TableModel {
	const table = new TableModel();
	table.drafts = new Drafts("t1");
	table.settle(position);
	return table;
}

beforeEach(() => localStorage.clear());

test("a draft is there again after a reload, with what is not whole yet", () => {
	const before = opened(asked(3, 0, "go", "stop"));
	before.pick("stop");
	before.sketch = ["AT", null];
	const after = opened(asked(3, 0, "go", "stop"));
	expect([after.draft, after.sketch]).toEqual(["stop", ["AT", null]]);
	after.pick(null);
	after.sketch = null;
	expect(opened(asked(3, 0, "go")).draft).toBeNull();
	expect(localStorage.length).toBe(0);
});

test("a draft is dropped once the table has moved on, and so is one that is not offered", () => {
	opened(asked(3, 0, "go")).pick("go");
	expect(opened(asked(4, 0, "go")).draft).toBeNull();
	expect(localStorage.length, "and it does not come back").toBe(0);
	opened(asked(3, 0, "go")).pick("go");
	expect(opened(asked(3, 0, "stop")).draft).toBeNull();
});

test("people at one screen never see each other's drafts", () => {
	const table = opened(asked(3, 0, "go", "stop"));
	table.pick("go");
	table.settle(asked(3, 1, "go", "stop"));
	expect(table.draft).toBeNull();
	table.pick("stop");
	table.settle(asked(3, 0, "go", "stop"));
	expect(table.draft).toBe("go");
});

test("a move that came too late is a draft again where it is still possible", () => {
	const table = opened(asked(3, 0, "go"));
	table.drop({ do: "act", action: "go", id: "1", node: 3, seat: 0 });
	expect([table.dropped, table.draft]).toEqual(["draft", "go"]);
	const gone = opened(asked(4, 0, "stop"));
	gone.drop({ do: "act", action: "go", id: "2", node: 3, seat: 0 });
	expect([gone.dropped, gone.draft]).toEqual(["act", null]);
	gone.settle(asked(5, 0, "go"));
	expect([gone.dropped, gone.draft], "nobody is offered it after the next move").toEqual(["act", null]);
	gone.drop({ do: "unseal", id: "3", node: 3, seat: 0 });
	expect(gone.dropped).toBe("other");
});

test("a second click commits what is picked, unless it goes wrong more often than not", () => {
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	const table = opened(asked(3, 0, "go", "stop"));
	let made = 0;
	let risk: number | null = 0.5;
	table.commit = () => void made++;
	table.board = part<GameBoard>({ risk: () => risk });
	const twice = (notation: string): string | null => {
		table.pick(notation);
		table.pick(notation);
		return table.draft;
	};
	expect([twice("go"), made]).toEqual(["go", 1]);
	table.pick(null);
	risk = 0.51;
	expect([twice("go"), made], "too dangerous: it is put back").toEqual([null, 1]);
	risk = null;
	expect([twice("stop"), made], "nobody tells how dangerous").toEqual([null, 1]);
	vi.unstubAllGlobals();
});

test("a plan waits for one's turn, over a reload, and is laid out or said to be impossible", () => {
	const waiting = opened(asked(3, 0));
	waiting.plan = "go";
	const later = opened(asked(5, 0, "go", "stop"));
	later.layPlan((plan) => later.pick(plan));
	expect([later.draft, later.plan, later.dropped]).toEqual(["go", null, null]);
	later.plan = "fly";
	later.pick(null);
	later.layPlan(() => undefined);
	expect([later.draft, later.plan, later.dropped]).toEqual([null, null, "plan"]);
	expect(opened(asked(7, 0, "go")).plan).toBeNull();
});
