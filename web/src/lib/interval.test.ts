// @vitest-environment jsdom
import { expect, test } from "vitest";
import { stages as rally } from "../boards/rally/stages";
import { stages as rallyman } from "../boards/rallyman/stages";
import type { Frame } from "./frames";
import { texts } from "./i18n.svelte";
import { intervalOf, intervalTitle } from "./interval";
import type { GameEvent } from "./types";

texts.addBoard({ "rallyman.ss": "SS{n}" });
const event = (kind: string, args: GameEvent["args"] = {}): GameEvent => ({ kind, clause: "", args });
const nameOf = (seat: number): string => ["Merle", "Anouk"][seat] ?? "";
const view = { cars: [{ total: 165 }, { total: 127 }] };
const ended: Frame = {
	who: 0,
	at: 57,
	events: [event("stage_time", { special: 1 }), event("assistance"), event("special", { special: 2 }), event("round")],
	view,
};
const told = (title: string): string => title.replaceAll(/[\u00a0\u202f]/g, " ");

test("a stage that is over tells where everybody stands and what comes next", () => {
	const found = intervalOf([{ who: 1, events: [event("card")], view: {} }, ended], rallyman, false);
	if (!found) throw new Error("nothing has ended");
	expect([found.name, found.at, found.next.map((one) => one.kind)]).toEqual(["SS1", 57, ["assistance", "special"]]);
	expect(found.placed.map((one) => [one.seat, one.place, one.figure])).toEqual([
		[1, 1, "2:07"],
		[0, 2, "2:45"],
	]);
	expect(told(intervalTitle(found, [0], nameOf))).toBe("You are 2nd, 38 s behind Anouk");
	expect(told(intervalTitle(found, [1], nameOf))).toBe("You lead by 38 s");
	expect(told(intervalTitle(found, [], nameOf))).toBe("Anouk leads by 38 s");
});

test("nothing is told in the middle of a stage, nor of the last one: that is the finish", () => {
	expect(intervalOf([{ who: 0, events: [event("card")], view }], rallyman, false)).toBeNull();
	expect(intervalOf([ended], rallyman, true)).toBeNull();
	expect(intervalOf([ended], undefined, false)).toBeNull();
});

test("between two races of a championship points count, and more are better", () => {
	const over = [event("stage_over", { stage: 3 }), event("race_over", { name: "Monte Carlo" })];
	const found = intervalOf([{ who: 0, events: over, view: { points: [6, 9], races: [], race: 1 } }], rally, false);
	expect([found?.name, found?.measure, found?.placed[0]?.seat]).toEqual(["Monte Carlo", "points", 1]);
});
