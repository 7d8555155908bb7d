// @vitest-environment jsdom
import { expect, test } from "vitest";
import { clauses, loss, shown } from "./puzzles";

const rows = Array.from({ length: 20 }, (_, n) => ({ action: `a${n}` }));

test("of many choices the best are shown, and one's own", () => {
	expect(shown(rows, "a3", 8).map((row) => row.action)).toEqual(rows.slice(0, 8).map((row) => row.action));
	expect(shown(rows, "a17", 8).map((row) => row.action)).toEqual(
		[...rows.slice(0, 7), rows[17]].map((row) => row?.action),
	);
	expect(shown(rows.slice(0, 5), "a1", 8)).toHaveLength(5);
});

test("a loss has its fraction only where there is one", () => {
	expect(loss(120, "seconds")).toBe("−120\u202fs");
	expect(loss(6.3, "seconds")).toBe("−6.30\u202fs");
	expect(loss(1, "turns")).toBe("−1 turn");
	expect(loss(0, "turns")).toBe("0 turns");
});

test("facts that end in a full stop stand within one sentence", () => {
	expect(clauses(["Costs 20 s", "Contravention card: 25 %."])).toBe("Costs 20 s; Contravention card: 25 %");
});
