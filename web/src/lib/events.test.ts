// @vitest-environment jsdom
import { expect, test } from "vitest";
import { perDay, sentencesOf } from "./events";
import { part } from "./part";
import type { EventInfo } from "./wire";

test("papers are counted by day, and a day without any is not left out", () => {
	const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
	const days = perDay([at(8, 9), at(8, 23), at(10, 0)]);
	expect(days.map(({ day, papers }) => [day.getDate(), papers])).toEqual([
		[8, 2],
		[9, 0],
		[10, 1],
	]);
	expect(perDay([])).toEqual([]);
});

test("regulations are sentences, whatever their numbers", () => {
	const rules = { kind: "trial", dice: "none", measure: "penalty", results: "sealed", classes: [] } as const;
	const told = (submissions: number, protest_days: number): string[] =>
		sentencesOf(part<EventInfo>({ ...rules, classes: [], points: [], submissions, protest_days }));
	expect(told(3, 1)).toContain("Everybody may hand in 3 papers; the best counts, and drafts are free.");
	expect(told(1, 1)).toContain("Protests are accepted for 1 day after the provisional results.");
	expect(told(1, 0)).toContain("No time is set for protests: results may be declared final at once.");
});
