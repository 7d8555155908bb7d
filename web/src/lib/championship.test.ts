import { expect, test } from "vitest";
import { needs } from "./championship";

test("places that change something, and what is left without them", () => {
	expect(needs([9, 4], [9, 6, 4, 3], 2)).toEqual([
		{ place: 1, total: 18 },
		{ place: 2, total: 15 },
		{ place: 0, total: 13 },
	]);
});

test("everybody's first event", () => {
	expect(needs([], [2, 2, 1], 3)).toEqual([
		{ place: 1, total: 2 },
		{ place: 3, total: 1 },
		{ place: 0, total: 0 },
	]);
});
