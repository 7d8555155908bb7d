// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { part } from "../../lib/part";
import type { Effect, LegalAction } from "../../lib/types";
import { ends } from "./facts";
import { best, braked, next, waysOf } from "./plan.svelte";
import type { RallyCar, RallyView } from "./view";

const squares = [79, 80, 81, 82, 83].map((number) => [number, 0, "", 0]);
const view = part<RallyView>({ road: { squares, length: 5 } });
const car = { place: 1, gear: 5 } as RallyCar;

function action(
	notation: string,
	form: LegalAction["form"],
	effect: Effect,
	chances: Record<number, string>,
): LegalAction {
	const odds = Object.entries(chances).map(([to, chance]) => ({ key: "odds.to", args: { to: Number(to), chance } }));
	return { id: 0, notation, form, effect, odds };
}

const fourth = action(
	"gear:4",
	{ kind: "gear", gear: 4 },
	{ brakes: [[3], [1, 1], [0, 1, 0], [0, 0, 0, 0], []] },
	{ 80: "1/2", 81: "1", 82: "1", 83: "2/3" },
);
const third = action(
	"overrev:3",
	{ kind: "overrev", gear: 3 },
	{ brakes: [[2], [1, 0], [0, 0, 0], [0, 0, 0, 0]] },
	{ 80: "1/2", 81: "1", 82: "1", 83: "5/6" },
);

describe("a drive that is planned by its square", () => {
	const ways = waysOf([fourth, third], view, car);
	test("takes the likeliest way, keeps the card where it does not help, and brakes as little as it must", () => {
		expect(best(ways, 4)?.action.notation).toBe("gear:4"); // both are sure: the card stays in the hand
		expect(best(ways, 5)?.action.notation).toBe("overrev:3");
		expect(braked(best(ways, 3) as NonNullable<ReturnType<typeof best>>)).toBe(2);
		expect(best(ways, 4, 3)?.gear).toBe(3);
	});
	test("leads off the road in a gear that goes so far", () => {
		expect(ways.filter((way) => way.place === 6).map((way) => way.gear)).toEqual([4]);
	});
	test("knows no way to what no gear reaches", () => {
		expect(best(ways, 7)).toBeNull();
	});
});

describe("a drive under way", () => {
	const on = action(
		"advance:1",
		{ kind: "brake", brakes: 1 },
		{ to: 80, brakes: [[], [1, 0]], safe: true },
		{ 81: "1/2" },
	);
	const halt = action("halt", { kind: "halt" }, { ends: "turn" }, {});
	const drive = { goal: 3, gear: 5, promised: 0.5 };
	test("goes on as it was promised", () => {
		expect(next([on, halt], view, car, drive)).toEqual({ notation: "advance:1", kept: true });
	});
	test("is put before the driver again where the die has made it worse", () => {
		expect(next([on, halt], view, car, { ...drive, promised: 1 })).toEqual({ notation: "advance:1", kept: false });
	});
	test("stops where it was meant to end", () => {
		expect(next([on, halt], view, { ...car, place: 3 }, drive)).toEqual({ notation: "halt", kept: true });
	});
	test("is forgotten in another gear", () => {
		expect(next([on, halt], view, { ...car, gear: 4 }, drive)).toBeNull();
	});
	test("without odds goes on by itself only where nothing can happen", () => {
		const risky = { ...on, odds: [], effect: { to: 80, brakes: [[], [1, 0]] } };
		expect(next([{ ...on, odds: [] }], view, car, { ...drive, promised: null })?.kept).toBe(true);
		expect(next([risky], view, car, { ...drive, promised: null })?.kept).toBe(false);
	});
});

test("the ends of a step are known where it is safe or its odds are told", () => {
	const step = (effect: Effect, odds: LegalAction["odds"] = []): LegalAction => {
		return { id: 0, notation: "advance:0", form: { kind: "advance" }, effect, odds };
	};
	expect(ends(step({ to: 37, safe: true }))?.[0]).toBe(1);
	expect(ends(step({ to: 37, factor: 3, level: 1 }))).toBeNull();
	const told = [
		{ key: "odds.clean", args: { chance: "1/2" } },
		{ key: "odds.end.tc", args: { chance: "1/2" } },
	];
	expect(ends(step({ to: 37, factor: 3, level: 1 }, told))?.slice(0, 2)).toEqual([0.5, 0.5]);
});
