import { expect, test } from "vitest";
import { apart, change, labelOf, lay, legs, lift, neighbours, read, reorder, shift, squaresAt, wayName } from "./tools";

// a ring of eight squares with a short cut from 1 to 5 by way of 9
const near = neighbours({
	roads: [
		[1, 2],
		[2, 3],
		[3, 4],
		[4, 5],
		[5, 6],
		[6, 7],
		[7, 8],
		[8, 1],
		[1, 9],
		[9, 5],
	],
});
const BLANK = { format: "rally-round-route/1", name: "", map: "Ring", controls: [], black_spots: [] };
const drawn = (...steps: [string, number][]): object =>
	steps.reduce<object>((document, [tool, square]) => lay(document, near, tool, square) ?? document, BLANK);

test("the first marker is the Start, and each next one is entered from where the shortest way comes in", () => {
	const { controls } = read(drawn(["selective", 1], ["road", 5], ["pc", 7]));
	expect(controls[0]).toMatchObject({ type: "TC", kind: "", from: null });
	expect(controls[1]).toMatchObject({ type: "TC", kind: "road", from: 9 });
	expect(controls[2]).toMatchObject({ type: "PC", from: 6 });
	expect(controls.map(labelOf)).toEqual(["TC1", "TC2", "PC3"]);
});

test("a Black Spot sends the way round, and two markers never share a square", () => {
	const document = drawn(["road", 1], ["spot", 9], ["regularity", 5]);
	expect(legs(near, read(document))[1]).toEqual([1, 2, 3, 4, 5]);
	expect(lay(document, near, "road", 9)).toBeNull();
	expect(read(document).controls[1]).toMatchObject({ kind: "regularity", mph: 24 });
});

test("no square is driven twice, and a control that cannot be reached has no way", () => {
	const document = change(drawn(["road", 1], ["road", 5], ["road", 3]), 1, { from: 4 });
	expect(legs(near, read(document))).toEqual([[], [], [5, 4, 3]]);
	const closed = drawn(["road", 1], ["spot", 2], ["spot", 4], ["road", 3]);
	expect(legs(near, read(closed))[1]).toEqual([]);
});

test("markers are changed, put in another order, shifted and lifted, and nothing is written that follows from them", () => {
	const document = drawn(["road", 1], ["road", 5], ["stage", 7]);
	expect(read(change(document, 1, { kind: "regularity" })).controls[1]).toMatchObject({ kind: "regularity", mph: 24 });
	expect(read(reorder(document, 2, -1) ?? {}).controls.map(({ square }) => square)).toEqual([1, 7, 5]);
	expect(reorder(document, 2, 1)).toBeNull();
	expect(read(shift(document, near, 7, 8) ?? {}).controls[2]).toMatchObject({ square: 8, from: 7 });
	expect(shift(document, near, 7, 5)).toBeNull();
	expect(read(lift(document, 5)).controls).toHaveLength(2);
	const house = {
		controls: [{ label: "TC1", square: 1, type: "TC", place: "Start" }],
		black_spots: [{ square: 4, why: "" }],
	};
	expect(lay(house, near, "spot", 7)).toEqual({
		controls: [{ type: "TC", square: 1 }],
		black_spots: [{ square: 4 }, { square: 7 }],
	});
});

test("a finding's place is its square", () => {
	const document = drawn(["road", 1], ["road", 5], ["spot", 3]);
	expect(squaresAt(document, "controls[1].from")).toEqual([5]);
	expect(squaresAt(document, "black_spots[0]")).toEqual([3]);
	expect(squaresAt(document, "controls")).toEqual([]);
});

test("equally short ways are told by letters, and where they part", () => {
	const ways = [
		[1, 2, 3, 9],
		[1, 4, 5, 9],
	];
	expect(apart(ways)).toEqual([
		[2, 3],
		[4, 5],
	]);
	expect(ways.map((_, n) => wayName(n))).toEqual(["A", "B"]);
});
