import { expect, test } from "vitest";
import { dangerInReach, savings } from "./danger";
import type { RallyView } from "./view";

const road = (levels: number[]): RallyView["road"]["squares"] => levels.map((level, i) => [i + 1, level, "", 0]);

test("the heat of a square is the danger its mechanics can walk to", () => {
	const heat = dangerInReach(road([0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]));
	expect(heat.get(7)).toBe(1);
	expect(heat.get(3)).toBe(1); // four squares away
	expect(heat.get(2)).toBe(0);
});

test("a road without danger has no heat, and no road is no fault", () => {
	expect([...dangerInReach(road([0, 0])).values()]).toEqual([0, 0]);
	expect(dangerInReach([]).size).toBe(0);
});

test("after a hint the heat is what a mechanic saves there", () => {
	const rated = (action: string, value: number) => ({ action, value, loss: 0, error: 0, doubt: 0, equal: false });
	const hint = {
		node: 3,
		seat: 0,
		unit: "turns",
		exact: false,
		looked: 0,
		verdict: "best" as const,
		actions: [rated("mechanic:7", -14.5), rated("mechanic:2", -15)],
	};
	const offered = new Map([
		[2, "mechanic:2"],
		[7, "mechanic:7"],
	]);
	expect(savings(hint, offered)).toEqual(
		new Map([
			[2, 0],
			[7, 0.5],
		]),
	);
	expect(savings({ ...hint, unit: "percent" }, offered)).toBeNull();
	expect(savings(null, offered)).toBeNull();
});
