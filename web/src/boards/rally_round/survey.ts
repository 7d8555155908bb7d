// The road network as lines to draw, made once for a map: smooth roads by colour, ticks between squares, bearings.

import type { Colour, RallyView, SquareRow } from "./view";

export const UNIT = 40; // board units per square of the map

export interface Spot {
	x: number;
	y: number;
}

type Curve = [Spot, Spot, Spot, Spot];

/** What of a view is the map itself. */
export type Network = Pick<RallyView, "map" | "squares" | "roads">;

export interface Square extends Spot {
	id: number;
	colour: Colour;
	feature: string;
	value: number;
	angle: number; // of the road, in degrees
	next: number[]; // neighbours by road, Hidden Tracks left out
}

export interface Survey {
	name: string;
	width: number;
	height: number;
	squares: Map<number, Square>;
	roads: Record<Colour, string>; // one path for each class of road
	ticks: string; // the borders between squares, as one path
	tracks: { id: number; ends: Spot[] }[];
	/** The line from one square to a neighbour. */
	line(from: number, to: number): string;
	/** The line through a row of squares. */
	through(ids: number[]): string;
}

/** Half the width of a road, in board units: the class shows without colour. */
export const HALF: Record<Colour, number> = { R: 16, O: 14.5, Y: 13, W: 11.5 };

const known = new Map<string, Survey>();

/** The survey of the view's map. Every position repeats the squares, so it is kept under the map's name. */
export function surveyOf(view: Network): Survey {
	const key = `${view.map}/${view.squares.length}/${view.roads.length}`;
	let found = known.get(key);
	if (!found) {
		found = surveyed(view);
		known.set(key, found);
	}
	return found;
}

/** A survey of its own: of a map that is being drawn. */
export function surveyed(view: Network): Survey {
	const squares = new Map(view.squares.map((row) => [row[0], squareOf(row)]));
	for (const [a, b] of view.roads) {
		if (squares.get(a)?.feature === "hidden" || squares.get(b)?.feature === "hidden") continue;
		squares.get(a)?.next.push(b);
		squares.get(b)?.next.push(a);
	}
	const curves = new Map<string, Curve>();
	for (const one of squares.values())
		for (const id of one.next) curves.set(`${one.id}-${id}`, curve(squares, one.id, id));
	for (const one of squares.values()) one.angle = angleOf(one, squares, curves);
	const [roads, ticks] = paint(squares, curves);
	const spots = [...squares.values()];
	const line = (from: number, to: number): string => {
		const found = curves.get(`${from}-${to}`);
		if (found) return `C${at(found[1])} ${at(found[2])} ${at(found[3])}`;
		const end = squares.get(to);
		return end ? `L${at(end)}` : "";
	};
	return {
		name: view.map,
		width: Math.ceil(Math.max(...spots.map((one) => one.x)) / UNIT / 5 + 0.4) * 5 * UNIT,
		height: Math.ceil(Math.max(...spots.map((one) => one.y)) / UNIT / 5 + 0.2) * 5 * UNIT,
		squares,
		roads,
		ticks,
		tracks: tracks(view, squares),
		line,
		through(ids) {
			const first = squares.get(ids[0] ?? 0);
			if (!first) return "";
			return `M${at(first)}${ids
				.slice(1)
				.map((id, i) => line(ids[i] ?? id, id))
				.join("")}`;
		},
	};
}

function squareOf([id, x, y, colour, feature, value]: SquareRow): Square {
	return { id, x: x * UNIT, y: y * UNIT, colour, feature, value, angle: 0, next: [] };
}

/** The square a road goes on to when it comes from a neighbour: straight on, and of the same colour if it can. */
function beyond(squares: Map<number, Square>, from: number, here: number): Square | null {
	const me = squares.get(here);
	const back = squares.get(from);
	if (!me || !back) return null;
	let best: Square | null = null;
	let least = me.next.length === 2 ? 4 : -0.3; // at a junction only what runs on nearly straight
	for (const id of me.next) {
		const other = squares.get(id);
		if (!other || id === from) continue;
		if (me.next.length > 2 && (other.colour === me.colour) !== (back.colour === me.colour)) continue;
		const turn = cosine(back, me, other);
		if (turn < least) [best, least] = [other, turn];
	}
	return best;
}

/** −1 when three squares lie in a line, 1 when the third is back at the first. */
function cosine(a: Spot, b: Spot, c: Spot): number {
	const [ux, uy, vx, vy] = [a.x - b.x, a.y - b.y, c.x - b.x, c.y - b.y];
	return (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
}

/** A smooth line between two squares that agrees with the squares before and after them. */
function curve(squares: Map<number, Square>, from: number, to: number): Curve {
	const a = squares.get(from) as Square;
	const b = squares.get(to) as Square;
	const before = beyond(squares, to, from) ?? { x: 2 * a.x - b.x, y: 2 * a.y - b.y };
	const after = beyond(squares, from, to) ?? { x: 2 * b.x - a.x, y: 2 * b.y - a.y };
	return [
		a,
		{ x: a.x + (b.x - before.x) / 6, y: a.y + (b.y - before.y) / 6 },
		{ x: b.x - (after.x - a.x) / 6, y: b.y - (after.y - a.y) / 6 },
		b,
	];
}

function angleOf(one: Square, squares: Map<number, Square>, curves: Map<string, Curve>): number {
	const way = one.next.map((id) => curves.get(`${one.id}-${id}`)).find((found) => found !== undefined);
	if (!way) return 0;
	const through = one.next.find((id) => beyond(squares, id, one.id));
	const used = (through !== undefined && curves.get(`${one.id}-${through}`)) || way;
	return (Math.atan2(used[1].y - one.y, used[1].x - one.x) * 180) / Math.PI;
}

function mix(a: Spot, b: Spot): Spot {
	return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** The first half of a curve: each square colours its own half of the way to a neighbour. */
function half([a, b, c, d]: Curve): [string, Spot, Spot] {
	const [ab, bc, cd] = [mix(a, b), mix(b, c), mix(c, d)];
	const [abc, bcd] = [mix(ab, bc), mix(bc, cd)];
	const middle = mix(abc, bcd);
	return [`M${at(a)}C${at(ab)} ${at(abc)} ${at(middle)}`, middle, { x: bcd.x - abc.x, y: bcd.y - abc.y }];
}

function paint(squares: Map<number, Square>, curves: Map<string, Curve>): [Record<Colour, string>, string] {
	const roads: Record<Colour, string> = { R: "", O: "", Y: "", W: "" };
	let ticks = "";
	for (const one of squares.values()) {
		for (const id of one.next) {
			const way = curves.get(`${one.id}-${id}`);
			const other = squares.get(id);
			if (!way || !other) continue;
			const [d, middle, along] = half(way);
			roads[one.colour] += d;
			if (one.id > id) continue;
			const reach = Math.min(HALF[one.colour], HALF[other.colour]) / (Math.hypot(along.x, along.y) || 1);
			const side = { x: -along.y * reach, y: along.x * reach };
			ticks += `M${at({ x: middle.x - side.x, y: middle.y - side.y })}L${at({ x: middle.x + side.x, y: middle.y + side.y })}`;
		}
		if (one.next.length === 1) roads[one.colour] += stub(one, squares);
	}
	return [roads, ticks];
}

/** A road that ends still has the far half of its last square. */
function stub(one: Square, squares: Map<number, Square>): string {
	const back = squares.get(one.next[0] ?? 0) ?? one;
	return `M${at(one)}L${at({ x: one.x + (one.x - back.x) / 2, y: one.y + (one.y - back.y) / 2 })}`;
}

function tracks(view: Network, squares: Map<number, Square>): Survey["tracks"] {
	return view.squares
		.filter((row) => row[4] === "hidden")
		.map(([id]) => {
			const ends = view.roads
				.filter((pair) => pair.includes(id))
				.map(([a, b]) => squares.get(a === id ? b : a) as Square);
			const middle = squares.get(id) as Square;
			return { id, ends: [ends[0] ?? middle, middle, ends[1] ?? middle] };
		});
}

export function at(spot: Spot): string {
	return `${Math.round(spot.x * 10) / 10} ${Math.round(spot.y * 10) / 10}`;
}

/** Degrees clockwise from east. */
export function bearing(from: Spot, to: Spot): number {
	return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}

const POINTS = ["e", "se", "s", "sw", "w", "nw", "n", "ne"];

/** The point of the compass a neighbour lies at. */
export function compass(from: Spot, to: Spot): string {
	return POINTS[Math.round((bearing(from, to) + 360) / 45) % 8] ?? "n";
}
