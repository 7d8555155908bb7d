// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { letterOf } from "./plates";
import { againstPar, bars, figureText, pageOf, scoreText, signed } from "./standings";
import type { CourseRow } from "./wire";

const course = (unit: string, par: number | null): CourseRow => ({
	key: "k",
	title: "Scar Road",
	house: true,
	unit,
	par,
	proved: true,
	runs: 1,
	best: [],
	figures: {},
});

describe("figures of people's pages", () => {
	test("a drive is told in its unit and against par", () => {
		expect(scoreText(course("seconds", 90), [77, 0])).toBe("1:17");
		expect(againstPar(course("seconds", 90), [77, 0])).toBe("−13\u202fs");
		expect(againstPar(course("turns", 5), [7])).toBe("+2\u00a0turns");
		expect(againstPar(course("turns", 5), [5])).toBe("at par");
		expect(againstPar(course("turns", null), [5])).toBe("");
	});

	test("figures are written by their form", () => {
		expect(figureText({ written: "share" }, 0.32)).toMatch(/^32.%$/);
		expect(figureText({ written: "clock" }, 76.6)).toBe("1:17");
		expect(figureText({ written: "mean" }, 0.4)).toBe("0.4");
		expect(figureText({ written: "money" }, 40250.4)).toBe("40,250 F");
		expect([signed(-9), signed(6), signed(0)]).toEqual(["−9", "+6", "0"]);
	});

	test("a page is found by its name, a plate has its first letter", () => {
		expect(pageOf({ id: "1", name: "Kaisa of the North" })).toBe("/people/Kaisa%20of%20the%20North");
		expect([letterOf("élodie"), letterOf("  ")]).toEqual(["É", ""]);
	});

	test("a spread becomes a few bars that count everybody", () => {
		const made = bars(
			[
				[70, 1],
				[71, 2],
				[90, 3],
				[149, 4],
			],
			4,
		);
		expect(made.map((bar) => bar.count)).toEqual([3, 3, 0, 4]);
		expect(made[0]).toEqual({ from: 70, to: 89, count: 3 });
	});
});
