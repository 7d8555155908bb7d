import { expect, test } from "vitest";
import decks from "../../../../src/parcferme/games/lunar_rally/content/decks.json";
import { aheadOf, deckOf, left, write } from "./ahead";

test("a plan is read as it was written, and nothing else is one", () => {
	expect(aheadOf(write({ number: 2, cards: ["F1", "TL"] }))).toEqual({ number: 2, cards: ["F1", "TL"] });
	expect([aheadOf(null), aheadOf(""), aheadOf("2:")]).toEqual([null, null, null]);
});

test("a card may be laid as often as the deck holds it", () => {
	const [one, two] = [deckOf(decks, 1), deckOf(decks, 2)];
	expect(left(one, ["F1", null, null])).toContain("F1");
	expect(left(one, ["F1", "F1", null])).not.toContain("F1");
	expect(left(two, ["F1", null, null])).not.toContain("F1");
	expect(deckOf(undefined, 1)).toEqual([]);
});
