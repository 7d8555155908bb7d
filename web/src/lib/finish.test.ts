// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { judge } from "./bests";
import { type GameBoard, type Legs, legsOf } from "./boards";
import { cameTo, figure, finishTitle, named, placings } from "./finish";
import type { Result } from "./types";

const result = (places: number[], measures: Result["measures"]): Result => ({
	places,
	scores: [],
	measures,
	reason: "finished",
	clause: "",
});
const NAMES = ["Merle", "Anouk", "Jari"];
const nameOf = (seat: number): string => NAMES[seat] ?? "";

function title(found: Result, yours: number[], board: Partial<GameBoard> | null = null): string {
	const placed = placings(found, {}, board as GameBoard | null);
	return finishTitle({ result: found, placed, yours, nameOf }).replaceAll(/[\u00a0\u202f]/g, " ");
}

test("the headline says who has won and by how much, to whoever reads it", () => {
	const rally = result([1, 2, 3], { seconds: [349, 361, 440] });
	expect(title(rally, [0])).toBe("You won by 12 s");
	expect(title(rally, [1])).toBe("You are 2nd, 12 s behind Merle");
	expect(title(rally, [2])).toBe("You are 3rd, 1:31 behind Merle");
	expect(title(rally, [])).toBe("Merle wins by 12 s");
	expect(title(rally, [0, 1]), "a screen that is passed round is nobody's").toBe("Merle wins by 12 s");
});

test("money, penalties, points and no figure at all have their own words", () => {
	expect(title(result([1, 2], { money: [90_000, 50_000] }), [0])).toMatch(/^You end richest, 40\s000\sF ahead$/);
	expect(title(result([2, 1], { penalty: [75, 30] }), [0])).toBe("You are 2nd, 45 s behind Anouk");
	expect(title(result([1, 2], { points: [9, 6] }), [])).toBe("Merle wins by 3 points");
	expect(title(result([1, 2], { rounds: [7, 7] }), [0])).toBe("You won");
	expect(title(result([2, 1], { rounds: [7, 7] }), [0])).toBe("You are 2nd, behind Anouk");
});

test("a shared win is shared, and who is out is not compared", () => {
	expect(title(result([1, 1, 3], { seconds: [60, 60, 70] }), [0])).toBe("You share the win with Anouk");
	expect(title(result([1, 1, 1], { seconds: [60, 60, 60] }), [0])).toBe("You share the win with Anouk and Jari");
	expect(title(result([1, 1, 3], { seconds: [60, 60, 70] }), [2])).toBe("Merle and Anouk share the win");
	const out = { out: (_: object, seat: number) => (seat ? "retired" : "") };
	expect(title(result([1, 2], { seconds: [300, 90] }), [0], out)).toBe("You won");
	expect(title(result([1, 2], { seconds: [300, 90] }), [1], out)).toBe("You are out; Merle wins");
	expect(title(result([1, 1], { seconds: [0, 0] }), [0], { out: () => "retired" })).toBe("Nobody reached the finish");
});

test("who drives alone is told the figure", () => {
	expect(title(result([1], { seconds: [91] }), [0])).toBe("Driven in 1:31");
	expect(title(result([2], { penalty: [60] }), [0])).toBe("Not won this time: 1:00");
});

beforeEach(() => localStorage.clear());

test("a best is one only if it is, and stays what it was when the table is opened again", () => {
	expect(judge("rallyman.x", "seconds", "t1", 372, 5)).toEqual({ kind: "first" });
	expect(judge("rallyman.x", "seconds", "t2", 380)).toBeNull();
	expect(judge("rallyman.x", "seconds", "t3", 349, 9)).toEqual({ kind: "best", by: 23, at: 5 });
	expect(judge("rallyman.x", "seconds", "t3", 349, 11)).toEqual({ kind: "best", by: 23, at: 5 });
	expect(judge("rallyman.x", "seconds", "t4", 349)).toBeNull();
	expect(judge("rallye_code.x", "money", "t5", 100)).toEqual({ kind: "first" });
	expect(judge("rallye_code.x", "money", "t6", 90)).toBeNull();
});

test("a crew without a Rover has no way to go, and no figure for it", () => {
	expect(["to_finish", "score"].map((measure) => figure(measure, -1))).toEqual(["–", "−1"]);
});

test("a figure that stands alone says what it counts", () => {
	expect(named("score", 8).replaceAll("\u00a0", " ")).toBe("8 points");
	expect(named("score", 1).replaceAll("\u00a0", " ")).toBe("1 point");
	expect(named("penalty", 349)).toBe("5:49");
	expect(named("rounds", 11)).toBe("11");
});

test("how it came: where one stood before the last stage, or who led", () => {
	const told = (values: (number | null)[][], yours: number[], more = false): string => {
		const heads = ["SS1", "SS2", "SS3"].slice(3 - (values[0]?.length ?? 0));
		const legs: Legs = legsOf(heads, values, String, more);
		return cameTo(legs, "seconds", { yours, nameOf }).replaceAll(/[\u00a0\u202f]/g, " ");
	};
	const rally = [
		[118, 167, 64],
		[112, 135, 114],
	];
	expect(told(rally, [0])).toBe("Before SS3 you were 38 s behind Anouk.");
	expect(told(rally, [1])).toBe("Before SS3 you led by 38 s.");
	expect(told(rally, [])).toBe("Before SS3 Anouk led by 38 s.");
	expect(told(rally, [0], true), "more is best").toBe("Before SS3 you led by 38 s.");
	const level = [
		[60, 9],
		[60, 8],
	];
	expect(told(level, [1])).toBe("Before SS3 you shared the lead.");
	expect(told(level, [])).toBe("");
	expect(
		told(
			[
				[60, null],
				[70, 8],
				[80, 9],
			],
			[0],
		),
		"who is out is told so elsewhere",
	).toBe(""); // prettier-ignore
	expect(told([[60], [70]], [0]), "one stage has nothing before it").toBe("");
	expect(
		cameTo(
			legsOf(
				["1", "2"],
				[
					[9, 6],
					[6, 9],
				],
				String,
			),
			"points",
			{ yours: [0], nameOf },
		),
	).toBe(""); // prettier-ignore
	expect(cameTo(null, "money", { yours: [0], nameOf })).toBe("");
});
