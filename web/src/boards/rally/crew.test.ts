import { expect, test } from "vitest";
import { due, wished } from "./crew.svelte";

test("mechanics clicked in any order are handed in along the road, once all are chosen", () => {
	expect(due([40, 12], [])).toBeNull();
	expect(due([40, 12, 25], [])).toBe(12);
	expect(due([40, 12, 25], [12])).toBe(25);
	expect(due([40, 12, 25], [12, 25])).toBe(40);
	expect(due([40, 12, 25], [12, 25, 40])).toBeNull();
});

test("several may stand on one square", () => {
	expect(wished([30, 30, 7], [])).toEqual([7, 30, 30]);
	expect(due([30, 30, 7], [7, 30])).toBe(30);
});

test("what is noted stays, also where the clicks are forgotten", () => {
	expect(wished([], [12])).toEqual([12]);
	expect(wished([12, 5, 40], [12])).toEqual([12, 40]);
});
