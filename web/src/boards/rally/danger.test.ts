// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { LegalAction } from "../../lib/types";
import { dangerInReach, savings } from "./danger";

const noted = (number: number, odds: LegalAction["odds"]): LegalAction => ({
	id: 0,
	notation: `mechanic:${number}`,
	form: { kind: "mechanic", number },
	effect: {},
	odds,
});

test("the heat of a square is what the server tells of it, against the most dangerous place", () => {
	const reach = (danger: number): LegalAction["odds"] => [{ key: "odds.reach", args: { danger, most: 8 } }];
	const heat = dangerInReach([noted(7, reach(8)), noted(3, reach(2)), noted(9, [])]);
	expect([heat.get(7), heat.get(3), heat.get(9)]).toEqual([1, 0.25, undefined]);
});

test("after a hint the heat is what a mechanic saves there", () => {
	const rated = (action: string, value: number) => ({
		action,
		value,
		loss: 0,
		error: 0,
		doubt: 0,
		equal: false,
		tolls: [],
	});
	const hint = {
		node: 3,
		seat: 0,
		unit: "turns",
		exact: false,
		look: 0,
		settled: true,
		looked: 0,
		verdict: "best" as const,
		actions: [rated("mechanic:7", -14.5), rated("mechanic:2", -15)],
	};
	const offered = new Map([
		[2, "mechanic:2"],
		[7, "mechanic:7"],
	]);
	expect(savings(hint, offered)).toEqual(
		new Map([
			[2, 0],
			[7, 0.5],
		]),
	);
	expect(savings({ ...hint, unit: "percent" }, offered)).toBeNull();
	expect(savings(null, offered)).toBeNull();
});
