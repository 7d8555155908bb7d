// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { part } from "../../lib/part";
import type { Effect, LegalAction } from "../../lib/types";
import { between, driveOf, wayBetween } from "./drive";
import { faults, worst } from "./facts";
import { surveyOf } from "./survey";
import { type Crew, type RallyView, read } from "./view";

// A road 1-2-3-4-5 with a lane 3-6-7 and a loop 2-8-1.
const crew = part<Crew>({ crew: 1, seat: 0, square: 2, came_from: 1, status: "driving", section: 0 });
const view = part<RallyView>({
	map: "Test",
	part: 1,
	crew: 1,
	squares: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, id < 6 ? id : 3, id < 6 ? 1 : id - 4, id < 6 ? "R" : "W", "", 0]),
	roads: [
		[1, 2],
		[2, 3],
		[3, 4],
		[4, 5],
		[3, 6],
		[6, 7],
		[2, 8],
		[1, 8],
	],
	crews: [crew],
	route: { controls: [["TC2", 5, 4, "road", 0]], path: [1, 2, 3, 4, 5], sections: [{ to: "TC2" }], black_spots: [] },
});
const speed = (mph: number, effect: Effect): LegalAction => ({
	id: 0,
	notation: `speed:${mph}`,
	form: { kind: "speed", speed: mph },
	effect,
	odds: [],
});

describe("ways over the map", () => {
	it("follow the Correct Route between squares on it", () => {
		expect(wayBetween(view, 2, 5, 1)).toEqual([2, 3, 4, 5]);
		expect(wayBetween(view, 4, 2, 5)).toEqual([4, 3, 2]);
	});
	it("search the roads elsewhere and do not begin by reversing", () => {
		expect(wayBetween(view, 2, 7, 1)).toEqual([2, 3, 6, 7]);
		const elsewhere = { ...view, route: null };
		expect(wayBetween(elsewhere, 2, 1, 1)).toEqual([2, 8, 1]);
	});
});

describe("the preview of a choice", () => {
	it("takes the way and ends where the server says", () => {
		const drive = driveOf(speed(30, { to: 4, path: [3, 4], speed: 30 }), crew);
		expect(drive).toEqual({ way: [2, 3, 4], rests: 4, trouble: false });
	});
	it("marks a move that ends badly", () => {
		const off = speed(40, { to: 3, path: [3], speed: 0, happens: [["off", { square: 3, turns: 2 }]] });
		expect(driveOf(off, crew)).toEqual({ way: [2, 3], rests: 3, trouble: true });
	});
	it("is none where nothing drives", () => {
		expect(driveOf(speed(10, {}), crew)).toBeNull();
	});
});

describe("what a choice brings", () => {
	it("is judged by its worst", () => {
		expect(worst(speed(30, { happens: [["rolls", { squares: 1 }]] }))).toBe("plain");
		expect(worst(speed(30, { opens: "card", happens: [["visited", { control: "PC1" }]] }))).toBe("chance");
		expect(worst(speed(30, { happens: [["booked", { penalty: 0 }]] }))).toBe("good");
		expect(worst(speed(30, { happens: [["booked", { penalty: 60 }]] }))).toBe("loss");
		const fast = speed(90, { happens: [["quiet_zone", { marks: "30" }]] });
		expect([worst(fast), faults(fast).length]).toEqual(["fault", 1]);
	});
});

describe("a move shown square by square", () => {
	it("puts the car on every square between", () => {
		const after = { ...view, crews: [{ ...crew, square: 5, came_from: 4 }] };
		const frames = between(view, after, []);
		expect(frames.map((frame) => read(frame).crews[0]?.square)).toEqual([3, 4]);
		expect(frames.map((frame) => read(frame).crews[0]?.came_from)).toEqual([2, 3]);
	});
	it("shows nothing between when no car has moved", () => {
		expect(between(view, view, [])).toEqual([]);
	});
});

describe("the survey", () => {
	const survey = surveyOf(view);
	it("is made once for a map", () => {
		expect(surveyOf({ ...view, squares: [...view.squares] })).toBe(survey);
	});
	it("paints each class of road in one path and a tick for every border", () => {
		expect(survey.roads.O).toBe("");
		expect(survey.roads.R.startsWith("M")).toBe(true);
		expect(survey.ticks.match(/M/g)?.length).toBe(view.roads.length);
	});
	it("leads a line through neighbours", () => {
		expect(survey.through([1, 2, 3]).match(/C/g)?.length).toBe(2);
	});
});
