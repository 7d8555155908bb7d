import { expect, test } from "vitest";
import { dangerInReach } from "./danger";
import type { RallyView } from "./view";

const road = (levels: number[]): RallyView["road"]["squares"] =>
	levels.map((level, i) => [i + 1, level, "", 0]) as unknown as RallyView["road"]["squares"];

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
