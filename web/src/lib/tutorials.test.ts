// @vitest-environment jsdom
// Lessons are the same in every language, and ask for every move of the learner's in words.

import { describe, expect, it } from "vitest";
import { isNewTo, keepPlace, type Stop } from "./tutorials";
import { LANGUAGES } from "./wire";

const stops = import.meta.glob<Stop[]>("../boards/*/tutorial/stops.*.json", { eager: true, import: "default" });
const records = import.meta.glob<{ log: [number | string, string | string[]][] }>("../boards/*/tutorial/record.json", {
	eager: true,
	import: "default",
});
const shape = (all: Stop[]): unknown[] => all.map(({ at, clause, tasks }) => [at, clause, tasks?.length ?? 0]);

describe.each(Object.keys(records))("the lesson of %s", (path) => {
	const folder = path.replace("record.json", "");
	const english = stops[`${folder}stops.en.json`] ?? [];
	it.each(Object.keys(LANGUAGES))("is the same in %s", (language) => {
		expect(shape(stops[`${folder}stops.${language}.json`] ?? [])).toEqual(shape(english));
	});
	it("asks for every move", () => {
		const log = records[path]?.log ?? [];
		for (const [n, stop] of english.entries()) {
			const entries = log.slice(stop.at, english[n + 1]?.at ?? log.length);
			const moves = entries.flatMap(([who, what]) => (who === 0 ? [what] : who === "joint" ? [what[0]] : []));
			const groups = moves.filter((move, at) => move !== moves[at - 1]).length;
			const asked = stop.tasks?.length ?? (stop.button ? 1 : 0);
			expect(asked, stop.title).toBeGreaterThanOrEqual(groups);
		}
	});
});

it("a lesson that was begun is offered no more", () => {
	expect(isNewTo("rallyman")).toBe(true);
	keepPlace("rallyman", 1);
	expect(isNewTo("rallyman")).toBe(false);
});
