// @vitest-environment jsdom
import { expect, test } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import type { Moment } from "../../lib/moments";
import { part } from "../../lib/part";
import type { LegalAction, View } from "../../lib/types";
import { moments } from "./moments";
import en from "./text/en.json";

texts.addBoard(en);

function before(hazards: number): View {
	const spaces = [{ id: "C3-C8:4", progress: 11 }];
	return { cars: [{ seat: 0, space: "C3-C8:4" }], road: { spaces, route: "C3-C8" }, turn: { hazards } };
}

const roll = (chance: string): LegalAction =>
	part<LegalAction>({ form: { kind: "roll", die: "W" }, odds: [{ key: "odds.loc", args: { chance } }], effect: {} });
const stop = part<LegalAction>({ form: { kind: "end" }, odds: [], effect: { price: 30 } });

function told(action: LegalAction, hazards: number, from = [action, stop]): string {
	const moment = part<Moment>({ seat: 0, before: before(hazards) });
	return moments.hindsight?.(moment, { action, from }).join(" ").replaceAll("\u202f", " ") ?? "";
}

test("after a loss of control the risk that was taken is said, and what stopping would have cost", () => {
	expect(told(roll("1/6"), 2)).toBe(
		"You rolled W at a risk of 17 %, with 2 hazards up. Stopping on 11 would have cost 30 s.",
	);
	expect(told(roll("1/6"), 1)).toContain("with 1 hazard up");
	expect(told(roll("1"), 0, [roll("1")])).toBe("You rolled W at a risk of 100 %.");
});

test("nothing is said of a move that was no throw, or whose odds nobody told", () => {
	expect(told(stop, 2)).toBe("");
	expect(told({ ...roll("1/6"), odds: [] }, 2)).toBe("");
});
