// @vitest-environment jsdom
import { expect, test } from "vitest";
import { runner, sameClock, sameTurn } from "./ghost";
import type { RecordFrame, View } from "./types";

function frame(seat: number, clock = 0): RecordFrame {
	return { at: 0, entry: null, events: [], kind: "decision", to_act: [seat], view: { clock }, live: 0, result: null };
}

const mine = [0, 0, 1, 1, 1, 0].map((seat) => frame(seat)); // turns begin at moves 2 and 5
const ghost = [0, 1, 1, 0, 0, 0].map((seat) => frame(seat)); // … at moves 1 and 3

test("in the same turn the ghost is as far into it, but not beyond its end", () => {
	expect([0, 1, 2, 3, 4, 5].map((at) => sameTurn(mine, at, ghost))).toEqual([0, 0, 1, 2, 2, 3]);
});

test("a ghost that was done sooner waits at its end", () => {
	expect(sameTurn(mine, 5, [frame(0), frame(1)])).toBe(1);
});

test("by the clock the ghost stands where it stood then", () => {
	const run = [0, 10, 20, 40].map((clock) => frame(0, clock));
	const clockOf = (view: View): number => (view as { clock: number }).clock;
	expect(sameClock(25, run, clockOf)).toBe(2);
	expect(sameClock(0, run, clockOf)).toBe(0);
	expect(sameClock(99, run, clockOf)).toBe(3);
});

test("the run of a record is its winner's", () => {
	expect(runner([3, 1, 2])).toBe(1);
	expect(runner(undefined)).toBe(0);
});
