// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { daysOf, draftOfFile, faultAt, faultsOf, fresh, regulationsOf } from "./event_draft";

const FILE = {
	format: "parcferme-event/1",
	documents: { abc: { name: "Moor" } },
	regulations: {
		title: "Winter",
		game: "rally_round",
		kind: "trial",
		opens: "2020-01-01T00:00:00Z",
		classes: ["novice", "expert"],
		options: { marked_map: { document: "abc" }, kits: "free" },
		submissions: 5,
		dice: "none",
	},
};

describe("the draft of an event", () => {
	test("a file's regulations are taken with their boards, without their dates", () => {
		const made = draftOfFile(FILE);
		expect(made).toMatchObject({ title: "Winter", classes: "novice expert", submissions: 5, id: "", dice: "" });
		expect(made?.options).toEqual({ marked_map: { name: "Moor" }, kits: "free" });
		expect(Date.parse(made?.opens ?? "")).toBeGreaterThan(Date.parse("2020-01-02"));
	});

	test("what is no event's file is refused", () => {
		expect(draftOfFile({ format: "parcferme-record" })).toBeNull();
	});

	test("a match event has rounds and points, a trial its papers", () => {
		const [trial, match] = [fresh(), { ...fresh(), kind: "match" }].map(regulationsOf);
		expect(trial).toMatchObject({ submissions: 3, results: "sealed" });
		expect(match).toMatchObject({ rounds: 3, points: [9, 6, 4, 3, 2, 1] });
		expect(match).not.toHaveProperty("submissions");
		expect(match).not.toHaveProperty("stand_in");
		expect(regulationsOf({ ...fresh(), kind: "match", stand_in: "works" })).toHaveProperty("stand_in", "works");
	});

	test("what is wrong is named with its line and its step", () => {
		const named = { ...fresh(), title: "Winter" };
		const lines = (draft: ReturnType<typeof fresh>): string[] => faultsOf(draft).map((one) => one.line);
		expect(faultsOf(named)).toEqual([]);
		expect(faultsOf(fresh())).toEqual([{ line: "title", step: 0, why: "new_event.fault.title" }]);
		expect(lines({ ...named, closes: named.opens })).toEqual(["closes"]);
		expect(lines({ ...named, opens: "" })).toEqual(["opens"]);
		expect(lines({ ...named, classes: "novice Expert" })).toEqual(["classes"]);
		expect(lines({ ...named, classes: "novice novice" })).toEqual(["classes"]);
		expect(lines({ ...named, points: "nine" })).toEqual([]);
		expect(lines({ ...named, kind: "match", points: "nine 6" })).toEqual(["points"]);
	});

	test("the line that the server names is found in the form", () => {
		expect(faultAt("regulations.options.map")).toMatchObject({ line: "options", step: 0 });
		expect(faultAt("regulations.seats")).toMatchObject({ line: "seats", step: 1 });
		expect(faultAt("regulations.classes[2]")).toMatchObject({ line: "classes", step: 2 });
		expect(faultAt("elsewhere")).toBeNull();
	});

	test("an event runs for whole days", () => {
		expect(daysOf(fresh())).toBe(7);
	});
});
