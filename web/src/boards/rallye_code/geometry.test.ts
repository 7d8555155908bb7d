import { describe, expect, it } from "vitest";
import type { GameEvent } from "../../lib/types";
import { between, driveOf, flows } from "./drive";
import { places, Roads } from "./geometry";
import type { Cell, RallyCar } from "./view";

const cell = (id: string, x: number, y: number, next: string, more: Partial<Cell> = {}): Cell => ({
	id,
	road: "main",
	kind: "road",
	town: id,
	x,
	y,
	next,
	...more,
});
/** East along the top, right at the corner C, south, and a transverse road T from the no-entry B. */
const cells = [
	cell("A", 0, 0, "B"),
	cell("B", 1, 0, "C", { kind: "no_entry", divert: "T" }),
	cell("C", 2, 0, "D", { kind: "bend" }),
	cell("D", 2, 1, "E", { kind: "garage" }),
	cell("E", 2, 2, "A"),
	cell("T", 1, 1, "E", { road: "T" }),
];
const car = (name: string, on: string, side: "left" | "right" = "right"): RallyCar => ({
	name,
	owner: 0,
	cell: on,
	side,
	holds: [],
	hit_by: [],
	petrol: false,
	misses_turn: false,
});

describe("where cars stand", () => {
	const roads = new Roads(cells);
	it("keeps right of the yellow line", () => {
		expect(roads.spot(car("1", "B"), 0, 1)).toMatchObject({ x: 324, y: 222, heading: 0 });
		expect(roads.spot(car("1", "E"), 0, 1)?.x).toBeLessThan(432);
	});
	it("shows a car put on the left half there", () => {
		expect(roads.spot(car("1", "B", "left"), 0, 1)).toMatchObject({ x: 324, y: 194 });
	});
	it("drives a right-hand bend on the inner arc", () => {
		const spot = roads.spot(car("1", "C"), 0, 1);
		expect(spot?.x).toBeCloseTo(378 + 40 * Math.SQRT1_2);
		expect(spot?.y).toBeCloseTo(262 - 40 * Math.SQRT1_2);
		expect(spot?.heading).toBeCloseTo(45);
	});
	it("parks in the bay beside the road", () => {
		expect(roads.spot(car("1", "D"), 0, 1)?.x).toBeCloseTo(432 - 46);
	});
	it("tells cars on one place apart", () => {
		const cars = [car("1", "B"), car("2", "B"), car("3", "B", "left")];
		expect([...places(cars).values()]).toEqual([
			[0, 2],
			[1, 2],
			[0, 1],
		]);
	});
	it("lays out a board whose file gives no places", () => {
		const bare = new Roads(cells.map((one) => ({ ...one, x: -1, y: -1 })));
		const spots = cells.map((one) => JSON.stringify(bare.centre(one.id)));
		expect(new Set(spots).size).toBe(cells.length);
	});
});

describe("a drive", () => {
	const move = (path: string[]): GameEvent => ({ kind: "move", clause: "RC-10", args: { car: "1", path } });
	const diverted: GameEvent = { kind: "diverted", clause: "RC-11", args: { car: "1", to: "T" } };
	it("ends in the transverse road where the car was sent there", () => {
		expect(driveOf([move(["A", "B"]), diverted])?.path).toEqual(["A", "B", "T"]);
	});
	it("stops at each corner on the way", () => {
		const roads = new Roads(cells);
		expect(roads.corners(["A", "B", "C", "D", "E"])).toEqual(["C"]);
		expect(roads.corners(["A", "B", "T"])).toEqual(["B"]);
	});
	it("shows the dice before the car has arrived", () => {
		const turn = (dice: number[] | null) => ({ seat: 0, car: "1", round: 1, dice, total: dice ? 4 : null });
		const before = { turn: turn(null), cars: [car("1", "A")], board: { cells } };
		const after = { turn: turn([1, 3]), cars: [car("1", "E")], board: { cells } };
		const shown = between(before, after, [move(["A", "B", "C", "D", "E"])]);
		expect(shown).toHaveLength(1);
		expect(shown[0]).toMatchObject({ turn: { dice: [1, 3] }, cars: [{ cell: "C" }] });
	});
	it("adds up what a box and the table money got", () => {
		const pay = (to: string, amount: number): GameEvent => ({ kind: "pay_garage", clause: "", args: { to, amount } });
		const found = flows([
			pay("box:2", 1000),
			pay("box:2", 2000),
			pay("player:1", 500),
			{ kind: "table_money", clause: "RC-21", args: { player: 1, amount: 4000 } },
		]);
		expect([...found]).toEqual([
			["box:2", 3000],
			["table", -4000],
		]);
	});
});
