import { expect, test } from "vitest";
import { add, again, change, lift, read, reorder, say, sentence } from "./tools";

const BLANK = { name: "deck", title: "Contraventions", cards: [] };
const DECK = add(add(BLANK, true, 2000, "en", " Speeding ") ?? BLANK, false, 1000, "en", "All in order") ?? BLANK;

test("cards are added with a sentence, and never without one", () => {
	expect(read(DECK)).toEqual([
		{ offence: true, amount: 2000, text: { en: "Speeding" } },
		{ offence: false, amount: 1000, text: { en: "All in order" } },
	]);
	expect(add(BLANK, true, 500, "en", "  ")).toBeNull();
});

test("a card speaks several languages, and keeps its last sentence", () => {
	const spoken = say(DECK, 0, "fr", "Excès de vitesse") ?? BLANK;
	expect(read(spoken)[0]?.text).toEqual({ en: "Speeding", fr: "Excès de vitesse" });
	expect(read(say(spoken, 0, "en", "") ?? BLANK)[0]?.text).toEqual({ fr: "Excès de vitesse" });
	expect(say(DECK, 0, "en", "")).toBeNull();
	expect(sentence({ offence: true, amount: 500, text: { fr: "Feu rouge" } }, "it")).toBe("Feu rouge");
});

test("cards are changed, doubled, put in another order and taken out", () => {
	expect(read(change(DECK, 1, { amount: 3000 }))[1]?.amount).toBe(3000);
	expect(read(again(DECK, 0)).map(({ amount }) => amount)).toEqual([2000, 2000, 1000]);
	expect(read(reorder(DECK, 1, -1) ?? BLANK).map(({ amount }) => amount)).toEqual([1000, 2000]);
	expect(reorder(DECK, 1, 1)).toBeNull();
	expect(read(lift(DECK, 0))).toHaveLength(1);
});
