// @vitest-environment jsdom
import { expect, test } from "vitest";
import { stages as rally } from "../boards/rally/stages";
import { stages as rallyman } from "../boards/rallyman/stages";
import type { GameBoard } from "./boards";
import type { LogLine } from "./log.svelte";
import { gapsOf, type PaceBook, stageViews } from "./pace";
import { part } from "./part";
import type { View } from "./types";

interface Seen {
	stage: number;
	cars: [number, number][];
}
const book = {
	measure: "seconds",
	of: (view: View) => (view as Seen).cars.map(([at, spent]) => ({ at, spent })),
};
const views: Seen[] = [
	{
		stage: 1,
		cars: [
			[9, 90],
			[9, 80],
		],
	},
	{
		stage: 2,
		cars: [
			[0, 0],
			[0, 0],
		],
	},
	{
		stage: 2,
		cars: [
			[4, 40],
			[0, 0],
		],
	},
	{
		stage: 2,
		cars: [
			[4, 40],
			[2, 30],
		],
	},
	{
		stage: 2,
		cars: [
			[4, 70],
			[6, 60],
		],
	},
	{
		stage: 3,
		cars: [
			[0, 0],
			[0, 0],
		],
	},
];

test("the stage that is over is taken from the log, without what was taken back", () => {
	const board = part<GameBoard>({ stage: (view) => (view as Seen).stage });
	const lines = views.slice(0, -1).map((view, n) => part<LogLine>({ view, back: n === 2 }));
	expect(stageViews(lines, board, views[5] as Seen)).toEqual([views[1], views[3], views[4]]);
});

test("each is told how far behind the best, at the places it has come to", () => {
	expect(gapsOf(views.slice(1, 5), book)).toEqual([
		[
			{ at: 0, by: 0 },
			{ at: 4, by: 25 },
		],
		[
			{ at: 0, by: 0 },
			{ at: 2, by: 0 },
		],
	]);
});

test("who has arrived stays the mark for those who are still on the road", () => {
	const on = { progress: 12, net: 110, status: "driving" };
	const road = { length: 12 };
	const views = [
		{
			road,
			cars: [
				{ ...on, progress: 9, net: 40 },
				{ ...on, progress: 9, net: 90 },
			],
		},
		{ road, cars: [{ progress: 9, net: 50, status: "finished" }, on] },
	];
	const [first, last] = gapsOf(views as unknown as View[], rallyman.pace as PaceBook);
	expect(first?.at(-1)).toEqual({ at: 9, by: 0 }); // nobody else has come to the finish
	expect(last?.at(-1)?.by).toBeCloseTo(110 - 47.5);
	const turns = [
		{
			road,
			turn: 6,
			cars: [
				{ status: "running", place: 11, exit: 0 },
				{ status: "running", place: 11, exit: 0 },
			],
		},
		{
			road,
			turn: 9,
			cars: [
				{ status: "finished", place: 11, exit: 7 },
				{ status: "running", place: 12, exit: 0 },
			],
		},
	];
	expect(gapsOf(turns as unknown as View[], rally.pace as PaceBook)[1]?.at(-1)).toEqual({ at: 12, by: 2.5 });
});

test("who is alone at a place is not the best of it", () => {
	const seen: Seen[] = [
		{
			stage: 1,
			cars: [
				[5, 90],
				[4, 40],
			],
		},
		{
			stage: 1,
			cars: [
				[9, 200],
				[5, 60],
			],
		},
	]; // the second car's arrival ends the stage, and is not seen
	expect(gapsOf(seen as unknown as View[], book)).toEqual([
		[{ at: 5, by: 30 }],
		[
			{ at: 4, by: 0 },
			{ at: 5, by: 0 },
		],
	]);
});
