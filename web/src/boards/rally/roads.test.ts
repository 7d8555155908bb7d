// A card's road: its ends, equal squares, and cards that join when laid.

import { describe, expect, it } from "vitest";
import { layOut } from "./layout";
import { beyond, cuts, distance, TILE } from "./roads";
import type { LaidCard, Point, RoadCard } from "./view";

const bend: RoadCard = {
	no: 2,
	name: "Pianura",
	exit: "L",
	shape: "fast",
	features: ["fast"],
	levels: [0, 0, 1, 0, 0, 2, 1, 0, 0, 0, 1],
	marks: Array(11).fill(""),
	line: [
		[0, 50],
		[30, 49],
		[47, 38],
		[50, 0],
	],
};

function near(a: Point | undefined, b: Point): void {
	expect(distance(a ?? [NaN, NaN], b)).toBeLessThan(0.01);
}

describe("a road card", () => {
	it("is entered in the middle of its left side and left through its top", () => {
		const squares = cuts(bend, 0, [0, 0]);
		near(squares[0]?.line[0], [0, TILE / 2]);
		near(squares.at(-1)?.line.at(-1), [TILE / 2, 0]);
	});

	it("has squares of one length", () => {
		const lengths = cuts(bend, 0, [0, 0]).map(({ line }) =>
			line.slice(1).reduce((sum, point, i) => sum + distance(line[i] as Point, point), 0),
		);
		expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(0.5);
	});

	it.each([0, 1, 2, 3])("joins the next one when entered in heading %i", (heading) => {
		const first: LaidCard = { ...bend, cell: [0, 0], heading, first: 1 };
		const second: LaidCard = { ...bend, no: 3, first: 12, ...beyond(first) };
		const { cards } = layOut([first, second], null);
		near(cards[1]?.squares[0]?.line[0], cards[0]?.squares.at(-1)?.line.at(-1) as Point);
	});

	it("leaves room for the dial and the tables", () => {
		const card: LaidCard = { ...bend, cell: [0, 0], heading: 0, first: 1 };
		const { dial, tables, cards } = layOut([card], null);
		const corners = [dial, tables, cards[0]?.origin].map(String);
		expect(new Set(corners).size).toBe(3);
	});
});
