// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { LogLine } from "../../lib/log.svelte";
import { part } from "../../lib/part";
import type { Effect, Json, LegalAction } from "../../lib/types";
import { diceOffered, fallenDice } from "./dice";
import { landing, targets } from "./targets";
import type { Car, RallymanView } from "./view";

const view = part<RallymanView>({
	phase: "driving",
	turn: { car: 0, used: "2" },
	road: { spaces: [{ id: "C0-C9:1" }, { id: "C0-C9:2" }] },
});
const roll = (die: string, path: string, effect: Effect, chance?: string): LegalAction => ({
	id: 0,
	notation: `roll:${die}/${path}`,
	form: { kind: "roll", die, path },
	effect,
	odds: chance ? [{ key: "odds.loc", args: { chance } }] : [],
});

test("a die leads to a space of the road, the shortcut beside it, or across the line", () => {
	expect(landing(roll("3", "go", { to: "C0-C9:2" }), view)).toBe(2);
	expect(landing(roll("3", "cut", { to: "C0-C9:2k" }), view)).toBe(2);
	expect(landing(roll("3", "go", { to: "FINISH" }), view)).toBe(3);
	expect(landing(roll("3", "go", {}), view)).toBeNull();
});

test("targets are there without any odds, and are marked where control is lost for certain", () => {
	const actions = [
		roll("3", "in", { to: "C0-C9:2", gear: 3 }),
		roll("W", "in", { to: "C0-C9:2", gear: 3 }),
		roll("5", "wide", { to: "C0-C9:2", gear: 5, loses: "control" }),
	];
	const aims = targets(actions, view, 0);
	expect(aims.map((aim) => [aim.progress, aim.lost, aim.notations.length])).toEqual([
		[2, false, 2],
		[2, true, 1],
	]);
	expect(targets(actions, view, null)).toEqual([]);
});

test("a die tells its least risk, and none where nobody tells it", () => {
	const offered = [roll("3", "in", {}, "1/3"), roll("3", "cut", {}, "1/6"), roll("4", "go", {})];
	const dice = diceOffered(offered, view, { seat: 0 } as Parameters<typeof diceOffered>[2], []);
	const face = (one: string): (typeof dice)[number] | undefined => dice.find((die) => die.face === one);
	expect(face("3")?.loss).toBeCloseTo(1 / 6);
	expect(face("4")?.loss).toBeNull();
	expect([face("2")?.look, face("1")?.look, face("4")?.look]).toEqual(["used", "no", "black"]);
});

test("used dice keep how they fell and where they led, others say how many gears they are away", () => {
	const events: [string, Record<string, Json>][] = [
		["roll_hazard", { die: "5" }],
		["turn", { car: 0 }],
		["roll_clean", { die: "3" }],
		["move_go", { space: "C8-C3:4" }],
		["roll_hazard", { die: "W" }],
		["move_in", { space: "C8-C3:5" }],
	];
	const lines = events.map(([kind, args]) => part<LogLine>({ back: false, event: { kind, args, clause: "" } }));
	const fallen = fallenDice(lines);
	expect(fallen).toEqual([
		{ die: "3", how: "clean", space: "C8-C3:4" },
		{ die: "W", how: "hazard", space: "C8-C3:5" },
	]);
	const view = part<RallymanView>({ turn: { car: 0, used: "3W" } });
	const dice = diceOffered([], view, { seat: 0, gear: 3 } as Car, fallen);
	expect(dice.map(({ fell, steps }) => fell?.how ?? steps)).toEqual([-2, 0, "clean", 0, 2, "hazard", 0]);
});

test("whichever white die of an attack is placed first, the other can be taken", () => {
	const place = (die: string): LegalAction => ({
		...roll(die, "go", {}),
		notation: `place:${die}/go`,
		form: { kind: "place", die, path: "go" },
	});
	const after = (used: string, left: string, hazards: string, ...offered: string[]): ReturnType<typeof diceOffered> => {
		const view = part<RallymanView>({ phase: "placing", turn: { car: 0, used, attack: { left, hazards, earned: 5 } } });
		return diceOffered(offered.map(place), view, { seat: 0, gear: 2 } as Car, []);
	};
	const whites = (dice: ReturnType<typeof diceOffered>): (string | undefined)[] =>
		dice.slice(5).map((die) => die.notations[0]);
	expect(whites(after("1", "2WW", "W", "2", "W", "W!"))).toEqual(["place:W/go", "place:W!/go"]);
	expect(whites(after("12W", "3W", "", "3", "W"))).toEqual([undefined, "place:W/go"]); // the hazard went first
	expect(whites(after("12W", "3W", "W", "3", "W!"))).toEqual([undefined, "place:W!/go"]);
	expect(whites(after("1", "2WW", "", "2", "W"))).toEqual(["place:W/go", "place:W/go"]);
	expect(whites(after("1", "2WW", "2WW", "2", "W!"))).toEqual(["place:W!/go", "place:W!/go"]);
	expect(whites(after("1", "2W", "", "2", "W"))).toEqual(["place:W/go", undefined]); // there is but one
	expect(after("12W", "3W", "3W", "3", "W!").map((die) => die.hazard)).toEqual([
		false,
		false,
		true,
		false,
		false,
		false,
		true,
	]);
});
