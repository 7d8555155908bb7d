// The preview's sums against the odds the server sent for the same positions.

import { describe, expect, it } from "vitest";
import { endsOf, reach } from "./chances";

const DAMAGE = [
	[0, 0, 0, 1, 2, 3],
	[0, 0, 1, 2, 3, 3],
	[0, 1, 2, 3, 4, 5],
	[1, 2, 3, 4, 5, 5],
	[2, 3, 4, 5, 5, 5],
];
const SENT = [
	{ ahead: [0, 1, 3, 0], least: 2, levels: [4, 3, 3, 2, 2, 2], minimum: "1", maximum: "3/4" },
	{ ahead: [2, 3, 1, 0, 0], least: 3, levels: [3, 3, 2, 2, 2, 2], minimum: "2/3", maximum: "2/3" },
	{ ahead: [4, 3], least: 1, levels: [4, 4, 3, 3, 2, 2], minimum: "11/18", maximum: "5/9" },
	{ ahead: [4, 3, 2, 1, 2, 0, 2, 1, 3, 1], least: 5, levels: [3, 2, 2, 1, 1, 1], minimum: "7/48", maximum: "97/864" },
	{ ahead: [3, 4, 3, 2], least: 2, levels: [4, 3, 3, 2, 2, 2], minimum: "5/12", maximum: "3/8" },
	{ ahead: [3, 1, 1, 0, 2, 3, 1], least: 3, levels: [3, 3, 2, 2, 2, 2], minimum: "2/3", maximum: "1/2" },
	{ ahead: [2, 3, 3, 4, 3], least: 3, levels: [3, 3, 2, 2, 2, 2], minimum: "1/2", maximum: "7/36" },
	{ ahead: [0, 0, 1, 3, 1, 0], least: 3, levels: [3, 3, 2, 2, 2, 2], minimum: "1", maximum: "2/3" },
	{ ahead: [1, 3, 1, 0, 1, 1, 2, 2], least: 4, levels: [3, 2, 2, 2, 2, 2], minimum: "7/12", maximum: "7/12" },
	{ ahead: [0, 1, 1, 2, 2, 3, 1, 2], least: 4, levels: [2, 2, 2, 2, 2, 2], minimum: "1", maximum: "1/2" },
	{ ahead: [2, 3, 4, 1, 0], least: 2, levels: [4, 3, 3, 2, 2, 2], minimum: "3/4", maximum: "5/12" },
	{ ahead: [1, 2, 2, 3, 1], least: 2, levels: [4, 4, 3, 3, 2, 2], minimum: "1", maximum: "5/6" },
	{ ahead: [0, 1, 0, 2, 1, 1, 4], least: 3, levels: [4, 3, 3, 2, 2, 2], minimum: "1", maximum: "1/2" },
	{ ahead: [1, 2, 4, 2], least: 1, levels: [4, 3, 3, 2, 2, 2], minimum: "1", maximum: "1/2" },
];

function share(text: string): number {
	const [top, bottom] = text.split("/").map(Number);
	return (top ?? 0) / (bottom ?? 1);
}

describe("the preview", () => {
	it.each(SENT)("passes $ahead as the server says", ({ ahead, least, levels, minimum, maximum }) => {
		const passes = reach(ahead, levels, DAMAGE);
		expect(passes[least - 1]).toBeCloseTo(share(minimum), 8);
		expect(passes.at(-1)).toBeCloseTo(share(maximum), 8);
	});

	it("knows a square within the level as safe, and the last row for all greater differences", () => {
		expect(endsOf(3, 3, DAMAGE)).toEqual([1, 0, 0, 0, 0, 0]);
		expect(endsOf(9, 1, DAMAGE)).toEqual(endsOf(6, 1, DAMAGE));
	});
});
