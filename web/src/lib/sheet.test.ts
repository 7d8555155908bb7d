import { describe, expect, it, test } from "vitest";
import {
	asTime,
	fields,
	formFaults,
	isCell,
	isHatched,
	paste,
	reachedSquares,
	readSheet,
	sections,
	stranger,
	tidy,
	typedSquares,
	writeSheet,
} from "./sheet";

const BLANK = `Crew,
Kit,
Route to,Distance,Target,Taken,Penalty,1,2,3,4,5,6,7,8
TC2,19,7,,
RTC3 (24 mph),16,6:40,,
PC5,(9),,,
STC6,23,7:40,,
Other penalties,
Total penalties,
`;
const KIT = ["S4", "A6", "D2", "DR2", "N4", "E4"];

function filled(...rows: string[][]) {
	const sheet = readSheet(BLANK);
	rows.forEach((cells, row) => {
		const target = sheet.rows[row];
		if (target) target.cells = cells;
	});
	return { ...sheet, kit: KIT };
}

describe("a sheet", () => {
	it("comes back from its CSV as it was", () => {
		const sheet = filled(["10", "20@155/156", "50+H3"]);
		expect(readSheet(writeSheet(sheet))).toEqual(sheet);
		expect(fields('"a, b",c,"d ""e"""')).toEqual(["a, b", "c", 'd "e"']);
	});

	it("reads 3 as 30 and leaves 0, T and ways alone", () => {
		expect(["3", "30", "100", "0", "t", "3@178", "0T", "!7"].map(tidy)).toEqual([
			"30",
			"30",
			"100",
			"0",
			"T",
			"30@178",
			"0T",
			"!70",
		]);
	});

	it("knows which rows make a section, and hatches the turns that stand in another of them", () => {
		const sheet = filled(["10"], ["20"], ["30", "30"], ["", "", "40"]);
		expect(sections(sheet.rows)).toEqual([[0], [1], [2, 3]]);
		expect(isHatched(sheet.rows, [2, 3], 3, 0)).toBe(true);
		expect(isHatched(sheet.rows, [2, 3], 2, 2)).toBe(true);
		expect(isHatched(sheet.rows, [2, 3], 3, 3)).toBe(false);
		expect(typedSquares(sheet.rows, [2, 3])).toBe(10);
	});

	it("says what is wrong with its form and nothing of its drive", () => {
		expect(formFaults(filled(["200", "200"], ["10"], ["10"]), true)).toEqual([]);
		const faults = formFaults({ ...filled(["25"], ["10", "", "10"], ["10"], ["10"]), kit: [] }, true);
		expect(faults.map((fault) => `${fault.row}/${fault.turn}/${fault.key}`)).toEqual([
			"/0/kit",
			"TC2/1/cell",
			"RTC3 (24 mph)/2/hole",
			"STC6/1/twice",
		]);
		expect(formFaults(filled(), true).map((fault) => fault.key)).toEqual(["not_begun", "not_begun", "not_begun"]);
		expect(["30", "0", "T", "0T", "!70", "30@155/156", "50+H3", "20+H21more"].every(isCell)).toBe(true);
		expect(["", "x", "5", "25", "30@", "30 30"].some(isCell)).toBe(false);
	});

	it("takes a block from a spreadsheet, or a whole sheet", () => {
		const block = paste(filled(["10"]), "2\t30\n40\t\n", 0, 1);
		expect(block.rows[0]?.cells).toEqual(["10", "20", "30"]);
		expect(block.rows[1]?.cells).toEqual(["", "40", ""]);
		const whole = paste(readSheet(BLANK), writeSheet(filled(["10", "20"])), 0, 0);
		expect(whole.rows[0]?.cells).toEqual(["10", "20"]);
		expect(whole.kit).toEqual(KIT);
	});
});

test("targets of a route are times, all of them", () => {
	expect(["7", "6:40", ""].map(asTime)).toEqual(["7:00", "6:40", ""]);
});

test("squares are added up turn by turn, through the rows of a section", () => {
	const { rows } = filled([], [], ["20", "30", "0"], ["", "", "", "10", "20+carry", "40@12"]);
	expect(reachedSquares(rows, [2, 3])).toEqual([2, 5, 5, 6, 8, 12]);
});

test("what is no sheet, or one of another route, is told from a sheet of this one", () => {
	const sheet = readSheet(BLANK);
	expect(stranger(sheet, BLANK)).toBeNull();
	expect(stranger(sheet, BLANK.replaceAll(",", "\t"))).toBeNull();
	expect(stranger(sheet, BLANK.replace("STC6", "STC8"))).toBe("STC8");
	for (const text of ["", "\u0000\u0001PNG", "name,age\nAnn,7\n", "Route to,Distance\n"])
		expect(stranger(sheet, text)).toBe("");
});
