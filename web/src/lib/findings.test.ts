// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { matched } from "./findings";

const ENGLISH = {
	"toy.finding.late": "{label} was reached a turn earlier",
	"toy.finding.off": "off at {here}: write @ and the way ({ways}); {taken} is taken",
	"toy.cell.turn": "turn {n}",
};

describe("findings", () => {
	test("a sentence is known by what stands between its gaps", () => {
		expect(matched(ENGLISH, "toy.finding.", "TC2 was reached a turn earlier")).toEqual([
			"toy.finding.late",
			{ label: "TC2" },
		]);
		const said = "off at 12: write @ and the way (13, 14); 13 is taken";
		expect(matched(ENGLISH, "toy.finding.", said)).toEqual([
			"toy.finding.off",
			{ here: "12", ways: "13, 14", taken: "13" },
		]);
	});

	test("another kind of text, or one nobody knows, fits nothing", () => {
		expect(matched(ENGLISH, "toy.cell.", "TC2 was reached a turn earlier")).toBeNull();
		expect(matched(ENGLISH, "toy.finding.", "something else")).toBeNull();
	});
});
