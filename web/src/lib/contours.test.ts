import { expect, test } from "vitest";
import { contours } from "./contours";

const size = { width: 200, height: 200 };

/** Every point of the lines, with its distance from the middle. */
function distances(path: string): number[] {
	return [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => Math.hypot(Number(x) - 100, Number(y) - 100));
}

test("a round hill has round lines, each at its own height", () => {
	const hill = (x: number, y: number): number => 100 - Math.hypot(x - 100, y - 100);
	const found = distances(contours(size, hill, [40]));
	expect(found.length).toBeGreaterThan(20);
	for (const away of found) expect(Math.abs(away - 60)).toBeLessThan(3);
});

test("a plain has none", () => {
	expect(contours(size, () => 5, [1, 9])).toBe("");
});
