// @vitest-environment jsdom
import { expect, test } from "vitest";
import { formOf, moved, needs, type Series, seriesFaults, seriesOf } from "./championship";
import type { ChampionshipInfo } from "./wire";

test("places that change something, and what is left without them", () => {
	expect(needs([9, 4], [9, 6, 4, 3], 2)).toEqual([
		{ place: 1, total: 18 },
		{ place: 2, total: 15 },
		{ place: 0, total: 13 },
	]);
});

test("a disqualification takes the room of a result", () => {
	expect(needs([9, 4, 0], [9, 6], 2, 1)).toEqual([{ place: 0, total: 9 }]);
});

test("everybody's first event", () => {
	expect(needs([], [2, 2, 1], 3)).toEqual([
		{ place: 1, total: 2 },
		{ place: 3, total: 1 },
		{ place: 0, total: 0 },
	]);
});

const SERIES: Series = { title: "Cup", events: ["a", "b"], points: "9 6", best: 0, classes: "novice", bulletin: "" };

test("what is typed becomes numbers and classes, and no more results count than there are events", () => {
	expect(formOf({ ...SERIES, points: "10, 6 4", classes: " novice expert ", best: 5 })).toEqual({
		title: "Cup",
		events: ["a", "b"],
		points: [10, 6, 4],
		classes: ["novice", "expert"],
		best: 2,
		bulletin: "",
	});
});

test("each wrong line is named, and a bulletin is asked for once there are results", () => {
	expect(seriesFaults(SERIES, false)).toEqual({});
	expect(Object.keys(seriesFaults(SERIES, true))).toEqual(["bulletin"]);
	const wrong = { ...SERIES, title: " ", events: [], points: "9 x", classes: "novice novice" };
	expect(Object.keys(seriesFaults(wrong, false))).toEqual(["title", "events", "points", "classes"]);
});

test("a championship is read back as it was written down", () => {
	const found = {
		title: "Cup",
		points: [9, 6],
		best: 2,
		standings: { "": [], novice: [] },
	} as unknown as ChampionshipInfo;
	found.events = ["a", "b"].map((id) => ({ id }) as ChampionshipInfo["events"][number]);
	expect(seriesOf(found)).toEqual(SERIES);
	expect(seriesOf({ ...found, best: 1 }).best).toBe(1);
});

test("an event changes places with its neighbour, and none falls out", () => {
	expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
	expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
	expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});
