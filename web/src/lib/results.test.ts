// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { parFigure, sectionsOf, toPar } from "./results";

describe("results in figures", () => {
	test("running totals become what each section cost; a single one is no column", () => {
		expect(sectionsOf({ detail: { running: [0, 60, 60, 130], squares: [1, 2, 3, 4] } })).toEqual([0, 60, 0, 70]);
		expect(sectionsOf({ detail: { specials: [41, 52] } })).toEqual([41, 52]);
		expect(sectionsOf({ detail: { stages: [9] } })).toEqual([]);
		expect(sectionsOf({ detail: {} })).toEqual([]);
	});

	test("a mean has a tenth, a proved par none", () => {
		expect(parFigure(830, "seconds")).toBe("13:50");
		expect(parFigure(41.495, "seconds")).toBe("0:41.5");
		expect(parFigure(59.96, "seconds")).toBe("1:00.0");
		expect(parFigure(7.25, "turns")).toBe("7.3");
	});

	test("the distance from par has its sign", () => {
		expect(toPar(830, 830, "seconds")).toBe("+0:00");
		expect(toPar(840, 830, "seconds")).toBe("+0:10");
		expect(toPar(40, 41.495, "seconds")).toBe("−0:01.5");
		expect(toPar(7, 5, "turns")).toBe("+2");
	});
});
