import { describe, expect, it } from "vitest";
import { centre, clamp, fit as fitted, within, zoomAt } from "./zoom";

const board = { width: 1000, height: 500 };
const window = { width: 400, height: 400 };

describe("the camera", () => {
	it("fits the whole board into the window and centres it", () => {
		const camera = fitted(board, window);
		expect(camera.k).toBeCloseTo(0.4);
		expect(camera.x).toBeCloseTo(0);
		expect(camera.y).toBeCloseTo(-250);
	});
	it("keeps the point under the pointer in place while zooming", () => {
		const before = fitted(board, window);
		const after = zoomAt(before, 100, 300, 2, 0.1, 10);
		expect(before.x + 100 / before.k).toBeCloseTo(after.x + 100 / after.k);
		expect(before.y + 300 / before.k).toBeCloseTo(after.y + 300 / after.k);
		expect(after.k).toBeCloseTo(0.8);
	});
	it("stops at the closest and the widest view", () => {
		expect(zoomAt(fitted(board, window), 0, 0, 1000, 0.1, 3).k).toBe(3);
		expect(zoomAt(fitted(board, window), 0, 0, 0.001, 0.1, 3).k).toBe(0.1);
	});
	it("never loses the board", () => {
		const lost = clamp({ x: 9999, y: -9999, k: 1 }, board, window);
		expect(lost.x).toBe(1000 - 200);
		expect(lost.y).toBe(-200);
	});
	it("centres a point", () => {
		expect(centre({ x: 0, y: 0, k: 2 }, 100, 100, window)).toEqual({ k: 2, x: 0, y: 0 });
	});
});

describe("the first view of a part of the board", () => {
	it("shows nothing beyond the edge where the board has more to show", () => {
		expect(within({ k: 1, x: -80, y: 300 }, board, window)).toEqual({ k: 1, x: 0, y: 100 });
		expect(within({ k: 1, x: 900, y: 50 }, board, window)).toEqual({ k: 1, x: 600, y: 50 });
	});
	it("centres a board that is smaller than the window", () => {
		expect(within({ k: 0.4, x: 30, y: 40 }, board, window)).toEqual({ k: 0.4, x: 0, y: -250 });
	});
});
