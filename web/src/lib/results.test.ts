// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { csvOf, csvOfStandings, parFigure, sectionsOf, toPar } from "./results";
import type { ResultRow, StandingRow } from "./wire";

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

	test("a spreadsheet gets a line for each crew, with its figures as numbers", () => {
		const row = { place: 1, name: 'Ann, "A"', klass: "novice", status: "home", score: [130, 4] };
		const rows = [
			{ ...row, detail: { running: [60, 130] } },
			{ place: 0, name: "Bo", klass: "", status: "retired", score: [], detail: {} },
		] as unknown as ResultRow[];
		expect(
			csvOf({ measure: "penalty", ties: ["damages"] }, rows)
				.split("\n")
				.slice(1),
		).toEqual(['1,"Ann, ""A""",novice,home,130,4,60,70', ",Bo,,retired,,", ""]);
		const rude = { ...rows[0], name: '=HYPERLINK("x")', score: [-3] } as ResultRow; // a spreadsheet would work it out
		expect(csvOf({ measure: "penalty", ties: [] }, [rude])).toContain(`1,"'=HYPERLINK(""x"")",novice,home,-3,`);
		const standing = { place: 1, name: "Ann", points: "15/2", results: ["9", ""] } as StandingRow;
		expect(csvOfStandings([standing]).split("\n")[1]).toBe("1,Ann,15/2,9,");
	});
});
