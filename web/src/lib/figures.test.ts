// @vitest-environment jsdom
import { expect, test } from "vitest";
import { figureText, isBehind, laidOut } from "./figures";
import type { Figure } from "./studio";

test("a figure says its unit and never hides how sure it is", () => {
	expect(figureText({ value: 12, sure: "exact", unit: "squares" })).toBe("12");
	expect(figureText({ value: 128, sure: "proved", unit: "seconds" })).toBe("2:08");
	expect(figureText({ value: 0.531, sure: "estimate", unit: "share", error: 0.0284 })).toBe("53 % ± 2.8");
	expect(figureText({ value: 220, sure: "bounds", unit: "seconds", low: 0, high: 220 })).toBe("0:00 to 3:40");
	expect(figureText({ value: 22.056, sure: "exact", unit: "turns" })).toBe("22.06");
});

test("rows with the same names share a table", () => {
	const row = (value: number): Figure => ({
		value,
		sure: "exact",
		unit: "turns",
		row: [value + 1, value],
		names: ["A1", "A2"],
	});
	const { single, tables } = laidOut([
		["sections", { value: 2, sure: "exact", unit: "" }],
		["path", { ...row(2), row: [1, 2], names: ["1", "2"] }],
		["turns_1", row(6)],
		["turns_2", row(8)],
	]);
	expect(single.map(([name]) => name)).toEqual(["sections"]);
	expect(tables).toHaveLength(1);
	expect(tables[0]?.columns.map(([name]) => name)).toEqual(["turns_1", "turns_2"]);
	expect([isBehind(row(6), 0), isBehind(row(6), 1)]).toEqual([true, false]);
});
