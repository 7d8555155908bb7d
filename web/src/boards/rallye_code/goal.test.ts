// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { goal } from "./goal";
import english from "./text/en.json";

beforeAll(() => texts.addBoard(english));

const shown = (...purses: (number | null)[]): View =>
	({ limit: { kind: "rounds", rounds: 60 }, turn: { round: 1 }, players: purses.map((purse) => ({ purse })) }) as View;
const standing = (...purses: (number | null)[]): string =>
	(goal(shown(...purses), 0).at(-1) ?? "").replaceAll(/\s/g, " ");

test("who is richest is said with the difference, and a tie without one", () => {
	expect(standing(5000, 3000, 4000)).toBe("You are the richest, by 1 000 F.");
	expect(standing(3000, 5000)).toBe("The richest has 2 000 F more than you.");
	expect(standing(5000, 5000, 4000)).toBe("Nobody has more than you.");
	expect(standing(5000, null)).toBe("");
});
