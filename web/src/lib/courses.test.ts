import { describe, expect, it } from "vitest";
import { chosen, courseOf, isDrawable, presetOf, withCourse } from "./courses";
import { part } from "./part";
import type { Course, Courses, GameInfo } from "./types";

const course = (id: string, options: Course["options"]): Course => ({
	id,
	title: id,
	length: "short",
	difficulty: 1,
	figures: {},
	options,
});
const [usual, snow, map] = [
	course("usual", {}),
	course("snow", { weather: "fixed", zones: ["C"] }),
	course("map", { map: { title: "Own" } }),
];
const offer: Courses = {
	courses: [usual, snow, map],
	presets: { short: { map: { title: "Own" } }, standard: {}, long: { rounds: 60 } },
	minutes: { short: 5, standard: 10, long: 20 },
};
const game = part<GameInfo>({ options: { properties: { weather: { default: "none" }, map: {} } } });

describe("options", () => {
	it("are drawn where they are told, and no board is only named", () => {
		expect(isDrawable({ scenario: "blue", map: null })).toBe(true);
		expect(isDrawable({ scenario: "blue", map: { document: "af911eea070000d4" } })).toBe(false);
		expect(isDrawable({})).toBe(false);
	});

	it("hold only what is not as usual", () => {
		expect(chosen({}, game, "weather", "fixed")).toEqual({ weather: "fixed" });
		expect(chosen({ weather: "fixed", sisu: false }, game, "weather", "none")).toEqual({ sisu: false });
		expect(chosen({ map: { title: "Own" } }, game, "map", null)).toEqual({});
	});

	it("are those of a course, whatever else is chosen", () => {
		expect(courseOf({ sisu: false }, offer)).toBe(usual);
		expect(courseOf({ weather: "fixed", zones: ["C"], sisu: false }, offer)).toBe(snow);
		expect(courseOf({ weather: "fixed", zones: ["L"] }, offer)).toBeUndefined();
		expect(courseOf({ map: { title: "Own" } }, offer)).toBe(map);
	});

	it("give up the last course for the next and keep the rest", () => {
		expect(withCourse({ weather: "fixed", zones: ["C"], sisu: false }, map, offer)).toEqual({
			map: { title: "Own" },
			sisu: false,
		});
		expect(withCourse({ map: { title: "Own" } }, usual, offer)).toEqual({});
	});

	it("are a preset only where nothing else is changed", () => {
		expect(presetOf({}, offer)).toBe("standard");
		expect(presetOf({ map: { title: "Own" } }, offer)).toBe("short");
		expect(presetOf({ rounds: 60, sisu: false }, offer)).toBeUndefined();
	});
});
