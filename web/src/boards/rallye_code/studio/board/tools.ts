// Strokes on a board: the main road square by square from Paris back to Paris, what stands on it, and roads across.

import type { Options } from "../../../../lib/courses";
import { objects } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";
import { type Point, sheetOf } from "../../geometry";
import type { Cell } from "../../view";

const MOST = { columns: 40, rows: 30 }; // squares one draws on: a file may hold a board that reaches further
export const START = "Paris"; // what the first square is called until it has another name
export const MAIN = "main";
export const SIGNS = [
	"speed_60",
	"horn",
	"no_overtaking",
	"no_parking",
	"weight",
	"customs",
	"no_left_turn",
	"width",
	"height",
	"no_u_turn",
];
/** What may stand on a square of the main road; a no-entry comes with its transverse. */
export const KINDS = [
	"road",
	"red",
	"bend",
	"slippery",
	"crossing",
	"garage",
	"first_aid",
	"petrol",
	"hotel",
	"parking",
	"gerance",
	"gendarmerie",
];
export const TOOLS = ["road", "transverse", ...KINDS.slice(1)];
export const first = "road";
const GERANCES = [2, 3, 4, 5];

export function read(document: Doc): Cell[] {
	return objects(Reflect.get(document, "cells")).map((cell) => ({
		id: String(cell.id ?? ""),
		road: String(cell.road ?? MAIN),
		kind: String(cell.kind ?? "road"),
		town: String(cell.town ?? ""),
		x: Number(cell.x ?? 0),
		y: Number(cell.y ?? 0),
		next: String(cell.next ?? ""),
		...(typeof cell.sign === "string" ? { sign: cell.sign } : {}),
		...(typeof cell.divert === "string" ? { divert: cell.divert } : {}),
		...(typeof cell.facing === "string" ? { facing: cell.facing } : {}),
		...(typeof cell.gerance === "number" ? { gerance: cell.gerance } : {}),
	}));
}

const write = (document: Doc, cells: Cell[]): Doc => ({ ...document, cells });
export const pictured = (document: Doc): Options => ({ board: { cells: read(document) } as object as Json });
export const titled = (document: Doc, title: string): Doc => ({ ...document, title });

/** The squares there are to draw on, row by row. */
export function placesOf(cells: Point[]): Point[] {
	const { columns, rows } = drawnOn(cells);
	return Array.from({ length: columns * rows }, (_, n) => ({ x: n % columns, y: Math.floor(n / columns) }));
}

export function drawnOn(cells: Point[]): { columns: number; rows: number } {
	const { columns, rows } = sheetOf(cells);
	return { columns: Math.min(columns, MOST.columns), rows: Math.min(rows, MOST.rows) };
}

export const mainOf = (cells: Cell[]): Cell[] => cells.filter(({ road }) => road === MAIN);
export const cellsAt = (document: Doc, { x, y }: Point): Cell[] =>
	read(document).filter((cell) => cell.x === x && cell.y === y);

/** A name that no lane has yet. */
function fresh(cells: Cell[], prefix: string): string {
	let n = cells.length + 1;
	while (cells.some(({ id }) => id === `${prefix}${n}`)) n += 1;
	return `${prefix}${n}`;
}

const beside = ({ x, y }: Point): Point[] => [
	{ x: x + 1, y },
	{ x: x - 1, y },
	{ x, y: y + 1 },
	{ x, y: y - 1 },
];

const keyOf = ({ x, y }: Point): string => `${x},${y}`;

/** The free squares from one place to another, straight on where that can be, without either end; null: no way. */
export function wayBetween(cells: Cell[], from: Point, to: Point): Point[] | null {
	const taken = new Set(cells.map(keyOf));
	const free = new Set([
		...placesOf(cells)
			.map(keyOf)
			.filter((place) => !taken.has(place)),
		keyOf(to),
	]);
	const came = new Map<string, Point | null>([[keyOf(from), null]]);
	const waiting = [from];
	for (const here of waiting) {
		if (keyOf(here) === keyOf(to)) break;
		const before = came.get(keyOf(here));
		const ahead = before ? { x: 2 * here.x - before.x, y: 2 * here.y - before.y } : here;
		const near = beside(here).toSorted((a, b) => Number(keyOf(b) === keyOf(ahead)) - Number(keyOf(a) === keyOf(ahead)));
		for (const next of near) {
			if (came.has(keyOf(next)) || !free.has(keyOf(next))) continue;
			came.set(keyOf(next), here);
			waiting.push(next);
		}
	}
	if (!came.has(keyOf(to))) return null;
	const way: Point[] = [];
	for (let at = came.get(keyOf(to)); at && keyOf(at) !== keyOf(from); at = came.get(keyOf(at))) way.unshift(at);
	return way;
}

/** More squares at the end of the main road; the last always leads back to the first. */
function extended(document: Doc, places: Point[], town: (n: number) => string): Doc {
	let cells = read(document);
	for (const { x, y } of places) {
		const main = mainOf(cells);
		const id = fresh(cells, "M");
		const start = main[0]?.id ?? id;
		const last = main.at(-1)?.id;
		const kind = main.length ? "road" : "paris";
		cells = cells.map((cell) => (cell.id === last ? { ...cell, next: id } : cell));
		cells.push({ id, road: MAIN, kind, town: main.length ? town(main.length + 1) : START, x, y, next: start });
	}
	return write(document, cells);
}

/** The main road on to a free square, over the free ones between; null where it cannot get there. */
export function extend(document: Doc, to: Point, town: (n: number) => string): Doc | null {
	const cells = read(document);
	const last = mainOf(cells).at(-1);
	if (cellsAt(document, to).length) return null;
	const way = last ? wayBetween(cells, last, to) : [];
	return way && extended(document, [...way, to], town);
}

/** Is the end of the main road beside its start? */
export function isClosed(document: Doc): boolean {
	const main = mainOf(read(document));
	const [start, end] = [main[0], main.at(-1)];
	return !!start && !!end && main.length > 3 && Math.abs(start.x - end.x) + Math.abs(start.y - end.y) === 1;
}

/** The main road back to its start. */
export function close(document: Doc, town: (n: number) => string): Doc | null {
	const cells = read(document);
	const main = mainOf(cells);
	const [start, end] = [main[0], main.at(-1)];
	if (!start || !end || main.length < 3) return null;
	const way = wayBetween(cells, end, start);
	return way?.length ? extended(document, way, town) : null;
}

export function change(document: Doc, id: string, told: Partial<Cell>): Doc {
	return write(
		document,
		read(document).map((cell) => (cell.id === id ? { ...cell, ...told } : cell)),
	);
}

/** Without what belongs to another kind. */
function plain({ sign: _, gerance: __, divert: ___, ...cell }: Cell): Cell {
	return { ...cell, kind: "road" };
}

/** What stands on a square. The start stays the start, and a no-entry goes only with its transverse. */
export function place(document: Doc, id: string, kind: string): Doc | null {
	const cells = read(document);
	const cell = cells.find((one) => one.id === id);
	if (!cell || !KINDS.includes(kind) || cell.kind === "paris" || cell.kind === "no_entry") return null;
	const used = cells.filter((one) => one.id !== id).map(({ gerance }) => gerance);
	const gerance = GERANCES.find((n) => !used.includes(n)) ?? 2;
	const extra = kind === "red" ? { sign: SIGNS[0] } : kind === "gerance" ? { gerance } : {};
	return write(
		document,
		cells.map((one) => (one.id === id ? { ...plain(one), kind, ...extra } : one)),
	);
}

/** One lane of a road across: from a no-entry, over its squares, to the other no-entry. */
function lane(road: string, side: string, way: Point[], town: (n: number) => string, to: string): Cell[] {
	return way.map(({ x, y }, n) => ({
		id: `${road}${side}${n + 1}`,
		road,
		kind: "road",
		town: town(n + 1),
		x,
		y,
		next: n + 1 < way.length ? `${road}${side}${n + 2}` : to,
		facing: `${road}${side === "S" ? "N" : "S"}${way.length - n}`,
	}));
}

/** A road across, from one plain square of the main road to another, with a no-entry at both ends; null: no way. */
export function across(document: Doc, from: string, to: string, town: (n: number) => string): Doc | null {
	const cells = read(document);
	const ends = [from, to].map((id) =>
		cells.find((cell) => cell.id === id && cell.road === MAIN && cell.kind === "road"),
	);
	const [one, other] = ends;
	if (!one || !other || one === other) return null;
	const way = wayBetween(cells, one, other);
	if (!way?.length) return null;
	let n = 1;
	while (cells.some(({ road }) => road === `T${n}`)) n += 1;
	const turned = (cell: Cell, divert: string): Cell => ({ ...plain(cell), kind: "no_entry", divert });
	const there = lane(`T${n}`, "S", way, town, other.id);
	const back = lane(`T${n}`, "N", way.toReversed(), (m) => town(way.length + 1 - m), one.id);
	const main = cells.map((cell) =>
		cell === one ? turned(cell, `T${n}S1`) : cell === other ? turned(cell, `T${n}N1`) : cell,
	);
	return write(document, [...main, ...there, ...back]);
}

/** Take off a whole road across; its no-entries become plain road. */
function uncrossed(cells: Cell[], road: string): Cell[] {
	const lanes = new Set(cells.filter((cell) => cell.road === road).map(({ id }) => id));
	return cells
		.filter(({ id }) => !lanes.has(id))
		.map((cell) => (cell.divert && lanes.has(cell.divert) ? plain(cell) : cell));
}

/** Take off a square: a transverse goes whole, and the main road closes behind a square of its own. */
export function lift(document: Doc, id: string): Doc {
	let cells = read(document);
	const cell = cells.find((one) => one.id === id);
	if (!cell) return document;
	if (cell.road !== MAIN) return write(document, uncrossed(cells, cell.road));
	const crossed = cells.find((one) => one.id === cell.divert)?.road;
	if (crossed) cells = uncrossed(cells, crossed);
	return write(
		document,
		cells.filter((one) => one.id !== id).map((one) => (one.next === id ? { ...one, next: cell.next } : one)),
	);
}

/** The lane a finding is about. */
export function cellAt(document: Doc, path: string): Cell | undefined {
	const [, at] = /^cells\[(\d+)\]/.exec(path) ?? [];
	return at === undefined ? undefined : read(document)[Number(at)];
}
