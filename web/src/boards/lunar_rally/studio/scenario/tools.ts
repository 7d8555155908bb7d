// Strokes on a scenario of the Moon: each takes a document and gives another, and says what it left out and why.

import type { Options } from "../../../../lib/courses";
import { list, textList, textsIn, valueAt } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";
import { labels, ROWS } from "../../hexes";

export interface Scenario {
	title: string;
	sections: number;
	start: string[];
	finish: string[];
	craters: string[][];
	dust: string[][];
	repair: string[];
	caches: string[];
}
export type Symmetry = "none" | "mirror" | "turn";

/** What can be laid: where it goes in the document, its hexes round the one that is clicked (columns to the right, steps
 * down along them), and how many the box holds. */
export interface Tool {
	id: string;
	part: "craters" | "dust" | "repair" | "caches" | "start" | "finish";
	shape: [number, number][];
	box: number;
}

const DOT: [number, number][] = [[0, 0]];
const TRIANGLE: [number, number][] = [
	[0, 0],
	[0, 1],
	[1, 0],
];
export const TOOLS: Tool[] = [
	{ id: "crater7", part: "craters", shape: [...DOT, [0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]], box: 2 },
	{ id: "crater6", part: "craters", shape: [...TRIANGLE, [0, 2], [1, 1], [2, 0]], box: 2 },
	{ id: "crater3", part: "craters", shape: TRIANGLE, box: 2 },
	{ id: "crater1", part: "craters", shape: DOT, box: 2 },
	{ id: "dust6", part: "dust", shape: [...DOT, [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]], box: 3 },
	{ id: "dust3", part: "dust", shape: [...DOT, [0, -1], [0, 1]], box: 3 },
	{ id: "repair", part: "repair", shape: DOT, box: 6 },
	{ id: "cache", part: "caches", shape: DOT, box: 10 },
	{ id: "start", part: "start", shape: DOT, box: 8 },
	{ id: "finish", part: "finish", shape: DOT, box: 8 },
];
const PARTS = ["start", "finish", "craters", "dust", "repair", "caches"] as const;

/** A document as a scenario, whatever somebody has written into it. */
export function read(document: Doc): Scenario {
	const part = (name: string): unknown => Reflect.get(document, name);
	return {
		title: String(part("title") ?? ""),
		sections: part("sections") === 3 ? 3 : 2,
		start: textList(part("start")),
		finish: textList(part("finish")),
		craters: list(part("craters")).map(textList),
		dust: list(part("dust")).map(textList),
		repair: textList(part("repair")),
		caches: textList(part("caches")),
	};
}

export const first = "crater7";
export const pictured = (document: Doc): Options => ({ map: document as Json });
export const titled = (document: Doc, title: string): Doc => ({ ...document, title });

export function toolOf(id: string): Tool {
	return TOOLS.find((tool) => tool.id === id) ?? (TOOLS[0] as Tool);
}

const columnsOf = (document: Doc): number => read(document).sections * 8;

/** A label as columns to the right and steps down along them; and back. */
function axial(label: string): [number, number] {
	const column = label.charCodeAt(0) - 65;
	return [column, Number(label.slice(1)) - 1 - Math.floor(column / 2)];
}

function labelAt([q, r]: [number, number]): string {
	return `${String.fromCharCode(65 + q)}${r + 1 + Math.floor(q / 2)}`;
}

/** A shape turned by sixths of a circle round its first hex. */
function turned(shape: [number, number][], turns: number): [number, number][] {
	let now = shape;
	for (let i = 0; i < turns % 6; i++) now = now.map(([q, r]) => [-r, q + r]);
	return now;
}

/** The hexes a tool covers where it is laid; some may lie off the board. */
export function footprint(tool: Tool, at: string, turns = 0): string[] {
	const [q, r] = axial(at);
	return turned(tool.shape, turns).map(([dq, dr]) => labelAt([q + dq, r + dr]));
}

/** The hex opposite: across the middle line, or half a turn round the middle between start and finish. */
export function image(label: string, symmetry: Symmetry, columns: number): string {
	const column = label.charCodeAt(0) - 65;
	const row = ROWS + 1 - (column % 2) - Number(label.slice(1));
	return `${String.fromCharCode(65 + (symmetry === "turn" ? columns - 2 - column : column))}${row}`;
}

/** What lies on a hex: its part of the document, and its place there. */
export interface Thing {
	part: (typeof PARTS)[number];
	index: number;
	hexes: string[];
}

/** Everything that lies somewhere. */
export function things(document: Doc): Thing[] {
	const map = read(document);
	return PARTS.flatMap((part) =>
		map[part].map((one, index) => ({ part, index, hexes: typeof one === "string" ? [one] : one })),
	);
}

export function thingOn(document: Doc, hex: string): Thing | undefined {
	return things(document)
		.toReversed()
		.find((thing) => thing.hexes.includes(hex));
}

/** Which tool lays such a thing. */
export function toolFor(thing: Thing): Tool {
	const same = TOOLS.filter((tool) => tool.part === thing.part);
	return same.find((tool) => tool.shape.length === thing.hexes.length) ?? (same[0] as Tool);
}

/** How many of it lie on the board. */
export function count(document: Doc, tool: Tool): number {
	return things(document).filter((thing) => toolFor(thing) === tool).length;
}

export interface Outcome {
	document: Doc;
	laid: string[]; // the hexes that were clicked or their image, for each piece that was laid
	left: { at: string; why: "off" | "taken"; by: string }[]; // pieces that found no room
}

/** Where a piece cannot lie: off the board, or on something else. */
function hindrance(document: Doc, hexes: string[]): { why: "off" | "taken"; by: string } | null {
	const board = new Set(labels(columnsOf(document)));
	const off = hexes.find((hex) => !board.has(hex));
	if (off) return { why: "off", by: "" };
	const taken = hexes.find((hex) => thingOn(document, hex));
	return taken ? { why: "taken", by: taken } : null;
}

function put(document: Doc, tool: Tool, hexes: string[]): Doc {
	const grown = [
		...list(Reflect.get(document, tool.part)),
		tool.part === "craters" || tool.part === "dust" ? hexes : hexes[0],
	];
	return { ...document, [tool.part]: grown };
}

/** Lay a piece, and its image where strokes are drawn twice. An image that would be the same piece is laid once. */
export function lay(document: Doc, tool: Tool, at: string, turns: number, symmetry: Symmetry): Outcome {
	const own = footprint(tool, at, turns);
	const columns = columnsOf(document);
	const mirrored = symmetry === "none" ? [] : own.map((hex) => image(hex, symmetry, columns));
	const same = mirrored.every((hex) => own.includes(hex));
	const outcome: Outcome = { document, laid: [], left: [] };
	for (const hexes of [own, ...(same ? [] : [mirrored])]) {
		const hindered = hindrance(outcome.document, hexes);
		if (hindered) outcome.left.push({ at: hexes[0] ?? at, ...hindered });
		else {
			outcome.document = put(outcome.document, tool, hexes);
			outcome.laid.push(hexes[0] ?? at);
		}
	}
	return outcome;
}

/** Take off what lies on a hex. */
export function lift(document: Doc, hex: string): Doc {
	const thing = thingOn(document, hex);
	if (!thing) return document;
	const rest = list(Reflect.get(document, thing.part)).filter((_, index) => index !== thing.index);
	return { ...document, [thing.part]: rest };
}

/** … and what lies opposite. */
export function rub(document: Doc, hex: string, symmetry: Symmetry): Doc {
	const once = lift(document, hex);
	return symmetry === "none" ? once : lift(once, image(hex, symmetry, columnsOf(document)));
}

/** Shift a piece so that the hex it was taken by lies on another; null where it finds no room. */
export function shift(document: Doc, from: string, to: string): Doc | null {
	const thing = thingOn(document, from);
	if (!thing) return null;
	const [q, r] = axial(from);
	const [toQ, toR] = axial(to);
	const hexes = thing.hexes.map((hex) => {
		const [hq, hr] = axial(hex);
		return labelAt([hq + toQ - q, hr + toR - r]);
	});
	return relaid(document, thing, hexes);
}

/** Turn a piece by a sixth of a circle round one of its hexes; null where it finds no room. */
export function turn(document: Doc, hex: string): Doc | null {
	const thing = thingOn(document, hex);
	if (!thing) return null;
	const [q, r] = axial(hex);
	const hexes = thing.hexes.map((one) => {
		const [oq, or] = axial(one);
		return labelAt([q - (or - r), r + (oq - q) + (or - r)]);
	});
	return relaid(document, thing, hexes);
}

/** The same piece elsewhere, in its place in the document. */
function relaid(document: Doc, thing: Thing, hexes: string[]): Doc | null {
	const without = lift(document, thing.hexes[0] ?? "");
	if (hindrance(without, hexes)) return null;
	const all = [...list(Reflect.get(document, thing.part))];
	all[thing.index] = thing.part === "craters" || thing.part === "dust" ? hexes : hexes[0];
	return { ...document, [thing.part]: all };
}

/** Two or three sections; what no longer lies on the board goes. */
export function resize(document: Doc, sections: number): Doc {
	const board = new Set(labels(sections * 8));
	const map = read(document);
	const fits = (one: string | string[]): boolean =>
		(typeof one === "string" ? [one] : one).every((hex) => board.has(hex));
	const kept = PARTS.map((part) => [part, [...map[part]].filter(fits)]);
	return { ...document, ...Object.fromEntries(kept), sections };
}

/** The hexes a finding is about. */
export function hexesAt(document: Doc, place: string): string[] {
	const board = new Set(labels(columnsOf(document)));
	return textsIn(valueAt(document, place)).filter((text) => board.has(text));
}
