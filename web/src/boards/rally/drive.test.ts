import { expect, test } from "vitest";
import type { Effect, LegalAction } from "../../lib/types";
import { suggestion } from "./drive.svelte";
import { ends } from "./facts";

const step = (kind: string, effect: Effect, odds: LegalAction["odds"] = []): LegalAction => ({
	id: 0,
	notation: kind,
	form: { kind },
	effect,
	odds,
});
const halt = step("halt", { ends: "turn" });

test("the next square is drafted where nothing can happen, by what the server says and without odds", () => {
	expect(suggestion([step("advance", { to: 37, safe: true }), halt], 3, null)).toBe("advance");
	expect(suggestion([step("advance", { ends: "stage" }), halt], 3, null)).toBe("advance");
	expect(suggestion([step("advance", { to: 37, factor: 3, level: 1 }), halt], 3, null)).toBeNull();
	expect(suggestion([step("advance", { to: 37, factor: 3, level: 1 }), halt], 3, 5)).toBe("advance");
	expect(suggestion([step("advance", { to: 37, safe: true }), halt], 5, 5)).toBe("halt");
});

test("the ends of a step are known where it is safe or its odds are told", () => {
	expect(ends(step("advance", { to: 37, safe: true }))?.[0]).toBe(1);
	expect(ends(step("advance", { to: 37, factor: 3, level: 1 }))).toBeNull();
	const told = [
		{ key: "odds.clean", args: { chance: "1/2" } },
		{ key: "odds.end.tc", args: { chance: "1/2" } },
	];
	expect(ends(step("advance", { to: 37, factor: 3, level: 1 }, told))?.slice(0, 2)).toEqual([0.5, 0.5]);
});
