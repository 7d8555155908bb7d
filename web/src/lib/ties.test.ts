import { expect, test } from "vitest";
import { part } from "./part";
import { compared, leaders } from "./ties";
import type { ResultRow } from "./wire";

const row = (name: string, place: number, score: number, running: number[], by = ""): ResultRow =>
	part<ResultRow>({ name, place, score: [score], detail: { running }, tie: by ? { by } : null } as Partial<ResultRow>);

const ANN = row("Ann", 1, 130, [0, 0, 130]);
const BOB = row("Bob", 2, 130, [0, 60, 130], "led");
const CLEO = row("Cleo", 3, 130, [0, 70, 130], "led");
const DAN = row("Dan", 4, 140, [0, 0, 140]);
const ALL = [ANN, BOB, CLEO, DAN];

test("who came behind was compared with its equals from the one before it on", () => {
	expect(compared(ALL, BOB)).toEqual([ANN, BOB, CLEO]);
	expect(compared(ALL, CLEO)).toEqual([BOB, CLEO]);
	expect(compared(ALL, ANN)).toEqual([]);
	expect(compared([CLEO, DAN], CLEO)).toEqual([]);
});

test("a section is led by who alone has the lowest total", () => {
	expect(leaders([ANN, BOB, CLEO])).toEqual([null, ANN, null]);
	expect(leaders([BOB, CLEO])).toEqual([null, BOB, null]);
});
