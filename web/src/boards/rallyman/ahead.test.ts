// @vitest-environment jsdom
import { expect, test } from "vitest";
import { part } from "../../lib/part";
import type { LegalAction } from "../../lib/types";
import { lookAhead, slowAhead } from "./ahead";
import type { Car, RallymanView, RoadSpace } from "./view";

const spaces: Partial<RoadSpace>[] = [
	{ id: "a", kind: "straight" },
	{ id: "b", kind: "straight" },
	{ id: "c", kind: "corner", in: 2, out: 3, cut: null },
];
const view = part<RallymanView>({ road: { spaces, length: 3, dirt: [{ space: "c", in: 1, out: 2 }] } });
const roll = (die: string, loss: string, ahead: [string, string, string][]): LegalAction => ({
	id: 0,
	notation: `roll:${die}/go`,
	form: { kind: "roll", die },
	effect: {},
	odds: [
		{ key: "odds.loc", args: { chance: loss } },
		...ahead.map(([to, dice, chance]) => ({ key: "odds.ahead", args: { to, dice, chance } })),
	],
});

test("each space is told with its highest gear, dirt counted in, and with the safest dice", () => {
	const car = { progress: 1, gear: 3 } as Car;
	const rolls = [roll("2", "1/3", [["c", "2W", "1/2"]]), roll("W", "1/6", [["c", "W2", "4/9"]])];
	const [second, corner, finish] = lookAhead(rolls, view, car);
	expect(slowAhead(rolls, view, car).map(({ progress }) => progress)).toEqual([3]);
	expect(slowAhead([], view, car)).toEqual([]);
	expect(second).toEqual({ progress: 2, kind: "straight", most: 0, slow: false, dice: "W", risk: 1 / 6 });
	expect(corner).toEqual({ progress: 3, kind: "corner", most: 2, slow: true, dice: "W2", risk: 4 / 9 });
	expect(finish).toEqual({ progress: 4, kind: "finish", most: 0, slow: false, dice: "", risk: null });
});
