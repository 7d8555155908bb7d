import { expect, test } from "vitest";
import type { LegalAction } from "../../lib/types";
import { fits, run } from "./laid.svelte";

const program = (...cards: string[]): LegalAction => ({
	id: 0,
	notation: `1:${cards.join(".")}`,
	form: { kind: "program", number: 1, cards },
	effect: {},
	odds: [],
});

test("cards may be laid in any order", () => {
	expect(fits(program("F1", "TL", "LA"), [null, "TL", null])).toBe(true);
	expect(fits(program("F1", "TL", "LA"), ["F1", "TR", null])).toBe(false);
});

test("only what is laid from the first phase on can be previewed", () => {
	expect(run(["F1", null, "LA"])).toBe(1);
	expect(run([null, "TL", null])).toBe(0);
	expect(run(["F1", "TL"])).toBe(2);
});
