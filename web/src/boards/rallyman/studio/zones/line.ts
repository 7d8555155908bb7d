// A road through points, divided into spaces: straight lines with an arc at every point. Each arc is a space, or two where
// it turns far; what is straight between two arcs is divided evenly.

import { type Point, pointOn, type Space } from "../../zones";

/** Where and how a space lies. */
export interface Bow {
	xy: Point;
	dir: number;
	bend: number;
	len: number;
}

export const SPACE = 72; // units: the length of a space on the house's boards
const STUB = 2.2 * SPACE; // a road leaves the edge of the board straight, over two spaces at least
const GENTLE = 15; // degrees: so much a straight may bend
export const CORNER = 30; // … and a corner bends at least
const HAIRPIN = 100; // further than that takes two corners
const SHORT = 0.55 * SPACE; // what is straight and shorter is left to the arcs beside it
const DEGREE = 180 / Math.PI;

interface Vertex {
	turn: number; // degrees, to the right above nought
	spaces: number; // of its arc
	reach: number; // from the point to where the arc begins and ends
}

const gap = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);
const heading = ([ax, ay]: Point, [bx, by]: Point): number => Math.atan2(by - ay, bx - ax) * DEGREE;
const turned = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;
const round = (value: number, places = 1): number => Math.round(value * 10 ** places) / 10 ** places;

/** The point that lies a length along a heading. */
function onward([x, y]: Point, degrees: number, length: number): Point {
	return [x + Math.cos(degrees / DEGREE) * length, y + Math.sin(degrees / DEGREE) * length];
}

/** How many spaces an arc takes: one, or two that share a turn too far for one. */
function spacesFor(turn: number): number {
	const far = Math.abs(turn);
	return (far > GENTLE && far < CORNER) || far > HAIRPIN ? 2 : 1;
}

function vertex(before: Point, at: Point, after: Point, room: number): Vertex {
	const turn = turned(heading(before, at), heading(at, after));
	const spaces = spacesFor(turn);
	const half = Math.abs(turn) / 2 / DEGREE;
	const wished = Math.abs(turn) < 0.1 ? 0 : ((spaces * SPACE) / (2 * half)) * Math.tan(half);
	return { turn, spaces, reach: Math.min(wished, room) };
}

/** The bends of a road and how far each reaches; of what would be left too short between two, both take a half. */
function vertices(points: Point[]): Vertex[] {
	const last = points.length - 1;
	const share = (from: number): number => (from === 0 || from === last - 1 ? 0.4 : 0.5); // the ends stay straight
	const room = (at: number): number =>
		Math.min(...[at - 1, at].map((from) => share(from) * gap(points[from] as Point, points[from + 1] as Point)));
	const found = points.map((at, n) =>
		n === 0 || n === last
			? { turn: 0, spaces: 0, reach: 0 }
			: vertex(points[n - 1] as Point, at, points[n + 1] as Point, room(n)),
	);
	for (let n = 1; n + 1 < last; n++) {
		const [one, other] = [found[n] as Vertex, found[n + 1] as Vertex];
		const rest = gap(points[n] as Point, points[n + 1] as Point) - one.reach - other.reach;
		const grown = [one.reach + rest / 2, other.reach + rest / 2];
		if (rest > 0 && rest < SHORT && (grown[0] ?? 0) <= room(n) && (grown[1] ?? 0) <= room(n + 1))
			[one.reach, other.reach] = grown as [number, number];
	}
	return found;
}

/** The arc at a point, as its spaces. */
function arcs(at: Point, came: number, { turn, spaces, reach }: Vertex): Bow[] {
	if (!reach) return [];
	const half = Math.abs(turn) / 2 / DEGREE;
	const length = (reach / Math.tan(half)) * 2 * half;
	const whole: Space = { kind: "corner", left: "g", right: "g", xy: [0, 0], dir: came, bend: turn, len: length };
	const begin = onward(at, came, -reach);
	const [fx, fy] = pointOn({ ...whole, dir: came + turn / 2 }, -length / 2); // the arc's beginning, seen from its middle
	return Array.from({ length: spaces }, (_, n) => {
		const share = (n + 0.5) / spaces - 0.5;
		const [x, y] = pointOn({ ...whole, dir: came + turn / 2 }, share * length);
		const dir = came + turn * (share + 0.5);
		return { xy: [begin[0] + x - fx, begin[1] + y - fy], dir, bend: turn / spaces, len: length / spaces };
	});
}

/** What is straight from one place to another, in even spaces. */
function straights(from: Point, to: Point, least: number): Bow[] {
	const length = gap(from, to);
	if (length < 0.5) return [];
	const count = Math.max(least, Math.round(length / SPACE), 1);
	const dir = heading(from, to);
	return Array.from({ length: count }, (_, n) => ({
		xy: onward(from, dir, ((n + 0.5) * length) / count),
		dir,
		bend: 0,
		len: length / count,
	}));
}

const neat = ({ xy: [x, y], dir, bend, len }: Bow): Bow => ({
	xy: [round(x), round(y)],
	dir: round(((dir % 360) + 360) % 360),
	bend: round(bend),
	len: round(len),
});

/** An exit: where it lies and which way it leads onto the board. */
export interface Port {
	xy: Point;
	inward: number;
}

/** The spaces of a road from one exit to another through some points. */
export function divide(from: Port, points: Point[], to: Port): Bow[] {
	const inner = [onward(from.xy, from.inward, STUB), ...points, onward(to.xy, to.inward, STUB)];
	const line = [from.xy, ...inner, to.xy].filter((at, n, all) => !n || gap(at, all[n - 1] as Point) > 1);
	const bends = vertices(line);
	return line.flatMap((at, n) => {
		const next = line[n + 1];
		if (!next) return [];
		const dir = heading(at, next);
		const came = n ? heading(line[n - 1] as Point, at) : dir;
		const [here, there] = [bends[n] as Vertex, bends[n + 1] as Vertex];
		const least = n === 0 || n === line.length - 2 ? 2 : 0;
		const run = straights(onward(at, dir, here.reach), onward(next, dir, -there.reach), least);
		return [...arcs(at, came, here), ...run].map(neat);
	});
}
