import { expect, test } from "vitest";
import { apart, around, centre, clusters, outlineOf, SIZE, worn } from "./hexes";

const sides = (path: string): number => path.split(/[ML]/).length - 1;

test("a hex alone has six sides", () => {
	expect(sides(outlineOf(["C5"]))).toBe(6);
});

test("two hexes side by side have ten: the one between them is nobody's", () => {
	expect(sides(outlineOf(["C5", "C6"]))).toBe(10);
	expect(sides(outlineOf(["C5", "D5"]))).toBe(10);
});

test("seven hexes around a middle have eighteen, in one line", () => {
	for (const hexes of [
		["F3", "F2", "G3", "G4", "F4", "E4", "E3"],
		["E3", "E4", "F2", "F3", "F4", "G3", "G4"],
	]) {
		const ring = outlineOf(hexes);
		expect(sides(ring)).toBe(18);
		expect(ring.match(/M/g)).toHaveLength(1);
	}
});

test("hexes that do not touch are groups of their own", () => {
	expect(clusters(["K5", "K6", "L5", "L9"]).map((group) => group.length)).toEqual([3, 1]);
	expect(clusters([])).toEqual([]);
});

test("hexes are as far apart as a rover has to drive", () => {
	expect(apart("C5", "C5")).toBe(0);
	expect(apart("C5", "C8")).toBe(3);
	expect(apart("A3", "B2")).toBe(1);
	expect(apart("A3", "C2")).toBe(2);
	expect(apart("A3", "O3")).toBe(14);
});

test("ground wears down at its corners: twice as many each time, none where one was", () => {
	const outline = outlineOf(["C5"]);
	expect(sides(worn(outline))).toBe(24);
});

test("a part of the Moon shows every spot it is asked for, and no less than its least", () => {
	const [one, other] = [centre("B2"), centre("M9")];
	const { x, y, width, height } = around([one, other], 9 * SIZE);
	for (const spot of [one, other]) {
		expect(spot.x - SIZE).toBeGreaterThan(x);
		expect(spot.y + SIZE).toBeLessThan(y + height);
	}
	expect(width).toBeGreaterThan(9 * SIZE);
	const alone = around([one], 9 * SIZE);
	expect([alone.width, alone.height]).toEqual([9 * SIZE, 9 * SIZE]);
	expect(alone.x + alone.width / 2).toBeCloseTo(one.x);
});
