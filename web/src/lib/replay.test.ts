// @vitest-environment jsdom
import { expect, test } from "vitest";
import { mishapMoves, momentIn, stageStarts, turnStarts } from "./replay";
import type { RecordFrame, View } from "./types";

function frame(to_act: number[], stage = 1): RecordFrame {
	return { at: 0, entry: null, events: [], kind: "decision", to_act, view: { stage }, live: 0, result: null };
}

const stageOf = (view: View): number => (view as { stage: number }).stage;

test("a turn begins where another seat is asked, chance in between or not", () => {
	expect(turnStarts([frame([0]), frame([]), frame([0]), frame([1]), frame([]), frame([0])])).toEqual([3, 5]);
	expect(turnStarts([])).toEqual([]);
});

test("moves that are still to be read are passed over", () => {
	expect(turnStarts([frame([0]), undefined, frame([1])])).toEqual([2]);
	expect(stageStarts([frame([0], 1), undefined, frame([0], 2)], stageOf)).toEqual([2]);
});

test("a stage begins where the game names another", () => {
	const frames = [frame([0], 1), frame([1], 1), frame([0], 2), frame([1], 2), frame([0], 3)];
	expect(stageStarts(frames, stageOf)).toEqual([2, 4]);
});

test("trouble is marked where an event tells of it", () => {
	const spun = { ...frame([0]), events: [{ kind: "spun", clause: "", args: {} }] };
	expect(mishapMoves([frame([0]), spun, undefined, frame([1])], ["spun", "off"])).toEqual([1]);
});

test("a link opens at its moment, and nonsense at the start", () => {
	expect(momentIn("17", 40)).toBe(17);
	expect(momentIn("99", 40)).toBe(40);
	expect(momentIn("-3", 40)).toBe(0);
	expect(momentIn("soon", 40)).toBe(0);
	expect(momentIn(null, 40)).toBe(0);
});
