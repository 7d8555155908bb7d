import { expect, test } from "vitest";
import { across, cellAt, change, close, extend, isClosed, lift, place, placesOf, read, wayBetween } from "./tools";

const BLANK = { name: "board", title: "Rallye", cells: [] };
const town = (n: number): string => `Town ${n}`;
const drawn = (...corners: [number, number][]): object =>
	corners.reduce<object>((document, [x, y]) => extend(document, { x, y }, town) ?? document, BLANK);
const ring = (): object => close(drawn([0, 0], [8, 0], [8, 6], [0, 6]), town) ?? BLANK;
const at = (document: object, x: number, y: number): string =>
	read(document).find((cell) => cell.x === x && cell.y === y)?.id ?? "";

test("the main road runs from Paris over every square between the corners, and back", () => {
	const cells = read(ring());
	expect(cells).toHaveLength(28);
	expect(cells[0]).toMatchObject({ kind: "paris", town: "Paris" });
	expect(isClosed(ring())).toBe(true);
	expect(isClosed(drawn([0, 0], [8, 0]))).toBe(false);
	let here = cells[0];
	for (let steps = 0; steps < 28; steps++) here = cells.find(({ id }) => id === here?.next);
	expect(here).toBe(cells[0]);
});

test("a board that reaches further than the house's is drawn on as far as it reaches, within reason", () => {
	expect(placesOf([]).at(-1)).toEqual({ x: 16, y: 8 });
	const far = [{ ...read(ring())[0], x: 20, y: 12 }];
	expect(placesOf(read({ cells: far })).at(-1)).toEqual({ x: 20, y: 12 });
	expect(extend({ cells: far }, { x: 20, y: 10 }, town)).not.toBeNull();
	expect(placesOf([{ x: 999, y: 999 }])).toHaveLength(40 * 30);
});

test("a taken square is no goal, and there is no way through other squares", () => {
	expect(extend(drawn([0, 0], [2, 0]), { x: 1, y: 0 }, town)).toBeNull();
	const walled = read(drawn([0, 1], [1, 1], [1, 0]));
	expect(wayBetween(walled, { x: 0, y: 0 }, { x: 4, y: 4 })).toBeNull();
});

test("a road across has two lanes that face each other between two no-entries, and goes as a whole", () => {
	const document = ring();
	const crossed = across(document, at(document, 4, 0), at(document, 4, 6), town) ?? BLANK;
	const cells = read(crossed);
	expect(cells.filter(({ road }) => road === "T1")).toHaveLength(10);
	const entry = cells.find(({ x, y }) => x === 4 && y === 0);
	expect(entry).toMatchObject({ kind: "no_entry", divert: "T1S1" });
	const lane = cells.find(({ id }) => id === "T1S1");
	const facing = cells.find(({ id }) => id === lane?.facing);
	expect([facing?.facing, facing?.x, facing?.y]).toEqual(["T1S1", lane?.x, lane?.y]);
	expect(facing?.next).toBe(entry?.id);
	expect(read(lift(crossed, "T1N3")).map(({ kind }) => kind)).toEqual(read(document).map(({ kind }) => kind));
	expect(across(crossed, entry?.id ?? "", at(crossed, 0, 3), town)).toBeNull();
});

test("what stands on a square brings what belongs to it; the start and no-entries stay", () => {
	const document = ring();
	const first = place(document, at(document, 2, 0), "gerance") ?? BLANK;
	const second = place(first, at(document, 6, 0), "gerance") ?? BLANK;
	expect(read(second).flatMap(({ gerance }) => gerance ?? [])).toEqual([2, 3]);
	const signed = place(second, at(document, 6, 0), "red") ?? BLANK;
	expect(read(signed).find(({ kind }) => kind === "red")).toMatchObject({ sign: "speed_60" });
	expect(read(signed).find(({ kind }) => kind === "red")).not.toHaveProperty("gerance");
	expect(place(document, at(document, 0, 0), "garage")).toBeNull();
	expect(read(change(document, at(document, 1, 0), { town: "Caen" }))[1]?.town).toBe("Caen");
});

test("a square is taken out of the road, and a finding's place is its lane", () => {
	const document = ring();
	const shorter = lift(document, at(document, 3, 0));
	expect(read(shorter).find(({ x, y }) => x === 2 && y === 0)?.next).toBe(at(document, 4, 0));
	expect(cellAt(document, "cells[2].next")?.x).toBe(2);
	expect(cellAt(document, "cells")).toBeUndefined();
});
