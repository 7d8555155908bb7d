// @vitest-environment jsdom
import { expect, test } from "vitest";
import { texts } from "../../../../lib/i18n.svelte";
import type { Json } from "../../../../lib/types";
import { deckOf, racesOf } from "../deck";
import { append, cardAt, laid, lift, read, reorder, swap } from "./tools";

const LINES = {
	S: [
		[0, 50],
		[100, 50],
	],
	L: [
		[0, 50],
		[50, 0],
	],
};
const CONTENT: Record<string, Json> = {
	"cards.json": {
		shapes: { fast: LINES, ford: LINES },
		cards: [
			{ no: 1, name: "Rettilineo", exit: "S", squares: "0 0 1", fast: true },
			{ no: 2, name: "Pianura", exit: "L", squares: "0 2 0", fast: true },
			{ no: 3, name: "Guado", exit: "R", squares: "0 4f 1" },
		],
	},
	"calendar.json": { races: [{ id: "svezia", name: "Svezia" }] },
};
const deck = deckOf(CONTENT);
const BLANK = { format: "rally-road/1", name: "", race: "safari", stage: "normal", cards: [] };
const drawn = (...cards: number[]): object =>
	cards.reduce<object>((document, card) => append(document, card) ?? document, BLANK);

test("cards are read as they are printed, a right turn as a left one turned over", () => {
	expect(deck.map(({ shape, features }) => [shape, features])).toEqual([
		["fast", ["fast"]],
		["fast", ["fast"]],
		["ford", ["fords"]],
	]);
	expect(deck[2]).toMatchObject({
		levels: [0, 4, 1],
		marks: ["", "f", ""],
		line: [
			[0, 50],
			[50, 100],
		],
	});
	texts.addGame("rally", { "choice.races.svezia": "Sweden" });
	expect(racesOf(CONTENT)).toEqual([{ value: "svezia", text: "Sweden" }]);
});

test("each card lies where the one before it leads to", () => {
	const { cards, next } = laid(drawn(1, 2, 3), deck);
	expect(cards.map(({ cell, heading }) => [...cell, heading])).toEqual([
		[0, 0, 0],
		[1, 0, 0],
		[1, -1, 3],
	]);
	expect(next).toEqual({ cell: [2, -1], heading: 0 });
});

test("a card lies once, and is moved, swapped and taken off", () => {
	const document = drawn(1, 2);
	expect(append(document, 2)).toBeNull();
	expect(read(reorder(document, 1, -1) ?? {}).cards).toEqual([2, 1]);
	expect(reorder(document, 0, -1)).toBeNull();
	expect(read(swap(document, 0, 3) ?? {}).cards).toEqual([3, 2]);
	expect(swap(document, 0, 2)).toBeNull();
	expect(read(lift(document, 0)).cards).toEqual([2]);
	expect([cardAt("cards[1]"), cardAt("cards")]).toEqual([1, -1]);
});
