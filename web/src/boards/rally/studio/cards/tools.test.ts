import { expect, test } from "vitest";
import { add, again, change, levelOf, lift, mark, markOf, read, reorder, resize, typed } from "./tools";

const BLANK = { kind: "rally-cards", name: "", source: "", licence: "", cards: [] };
const TWO = add(add(BLANK, "Guado nero") ?? BLANK, "Colle", "L", ["0", "3h"]) ?? BLANK;
const firsts = (document: object): unknown[] => Object(document).cards.map((card: { first: number }) => card.first);

test("cards get numbers of their own, and their squares are numbered through", () => {
	expect(read(TWO).map(({ no, exit }) => [no, exit])).toEqual([
		[1, "S"],
		[2, "L"],
	]);
	expect(firsts(TWO)).toEqual([1, 11]);
	expect(firsts(reorder(TWO, 1, -1) ?? BLANK)).toEqual([1, 3]);
	expect(read(again(lift(TWO, 0), 0)).map(({ no }) => no)).toEqual([2, 3]);
	expect(add(BLANK, " ")).toBeNull();
});

test("squares have a level and a mark, and a card has one square at least", () => {
	const ford = mark(TWO, 1, 0, "4", "f");
	expect(read(ford)[1]?.squares).toEqual(["4f", "3h"]);
	expect([levelOf("4f"), markOf("4f"), markOf("2")]).toEqual(["4", "f", ""]);
	const one = resize(ford, 1, -1) ?? BLANK;
	expect(read(one)[1]?.squares).toEqual(["4f"]);
	expect(resize(one, 1, -1)).toBeNull();
	expect(read(resize(one, 1, 1) ?? BLANK)[1]?.squares).toEqual(["4f", "0"]);
	expect(mark(TWO, 1, 9, "1", "")).toBe(TWO);
});

test("squares are typed as they are printed, and nothing else is taken for one", () => {
	expect(read(typed(TWO, 0, "0 1, 4f 2h") ?? BLANK)[0]?.squares).toEqual(["0", "1", "4f", "2h"]);
	expect(typed(TWO, 0, "0 9")).toBeNull();
	expect(read(change(TWO, 0, { fast: true }))[0]?.fast).toBe(true);
});
