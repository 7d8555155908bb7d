// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { amount, change, keyMoments, type Moment, path, range, replayAt, ticks } from "./aids";

const moment = (at: number, amount: number, seat = 0, kind: Moment["kind"] = "decision"): Moment => ({
	at,
	seat,
	kind,
	text: "",
	best: "",
	amount,
	form: null,
	best_form: null,
});

describe("figures", () => {
	it("reads what is spent without its sign, and gains with theirs", () => {
		expect(amount(-412.25, "seconds")).toContain("412.3");
		expect(amount(-412.25, "seconds")).not.toContain("-");
		expect(amount(61.7, "percent")).toContain("62");
		expect(amount(-1500, "francs")).toContain("-1,500");
		expect(change(-3, "seconds")).toMatch(/^−3\.0/);
		expect(change(0.4, "percent")).toMatch(/^±0/);
		expect(change(7, "hedgehogs")).toBe("+7.0 hedgehogs");
	});
});

describe("the graph", () => {
	it("ticks at round values", () => {
		expect(ticks(-412, -300)).toEqual([-400, -350, -300]);
		expect(ticks(0, 100)).toEqual([0, 50, 100]);
		expect(ticks(5, 5)).toEqual([5]);
	});
	it("spans all that is known and never nothing", () => {
		const [low, high] = range([
			[null, 2],
			[4, null],
		]);
		expect(low).toBeLessThan(2);
		expect(high).toBeGreaterThan(4);
		expect(range([[null]])).toEqual([0, 1]);
		expect(range([[3, 3]])[0]).toBeLessThan(3);
	});
	it("breaks a line where nothing is known", () => {
		const same = (n: number): number => n;
		expect(path([1, 2, null, 3], same, same)).toBe("M0.0 1.0L1.0 2.0M3.0 3.0");
	});
});

describe("moments", () => {
	it("keeps the weightiest of a seat in the order of the game", () => {
		const moments = [moment(9, 3), moment(1, -5, 0, "luck"), moment(4, 1), moment(2, 99, 1), moment(5, 0.01)];
		expect(keyMoments({ moments, unit: "turns" }, 0, 2).map((one) => one.at)).toEqual([1, 9]);
		expect(keyMoments({ moments, unit: "turns" }, 0).map((one) => one.at)).toEqual([1, 4, 9]);
	});
	it("shows a decision before it is made and luck when it has struck", () => {
		expect(replayAt(moment(4, 1))).toBe(4);
		expect(replayAt(moment(4, 1, 0, "luck"))).toBe(5);
	});
});
