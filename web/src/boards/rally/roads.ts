// The geometry of a road card: a smooth centre-line through its points, cut into squares of equal length.

import type { LaidCard, Point, RoadCard } from "./view";

export const TILE = 372;
export const HALF = 19.5; // half the ribbon's width
const FINE = 24; // samples between two given points
const PER_SQUARE = 10; // samples along one square

/** The colour of a square: how hard it is, or a ford's. */
export function paintOf(level: number, mark = ""): string {
	return mark === "f" ? "var(--ra-ford)" : `var(--ra-level-${Math.min(4, level)})`;
}

/** A square outside the board: its colour, and figures that are read on it. */
export function squareStyle(level: number, mark = ""): string {
	const dark = level > 3 || mark === "f";
	return `background: ${paintOf(level, mark)}; color: ${dark ? "#fff" : "#15181b"}`;
}

export interface Cut {
	line: Point[]; // along the middle, from its first cut to its last
	at: Point;
	heading: number; // degrees clockwise from east
	outline: string;
}

const EXITS: Record<string, Point> = { S: [1, 0], L: [0, -1], R: [0, 1] };

function between(a: Point, b: Point, c: Point, d: Point, s: number): Point {
	const at = (i: 0 | 1): number =>
		0.5 *
		(2 * b[i] +
			(c[i] - a[i]) * s +
			(2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * s * s +
			(3 * b[i] - a[i] - 3 * c[i] + d[i]) * s * s * s);
	return [at(0), at(1)];
}

/** The curve through the points; the headings of entry and exit serve as ends beyond the ends. */
export function smooth(points: Point[], exit: string): Point[] {
	if (points.length < 2) return points;
	const [first, second] = points as [Point, Point];
	const [before, last] = points.slice(-2) as [Point, Point];
	const out = EXITS[exit] ?? [1, 0];
	const enter = distance(first, second);
	const leave = distance(before, last);
	const all: Point[] = [[first[0] - enter, first[1]], ...points, [last[0] + out[0] * leave, last[1] + out[1] * leave]];
	const found: Point[] = [first];
	for (let i = 1; i < all.length - 2; i++) {
		const four = all.slice(i - 1, i + 3) as [Point, Point, Point, Point];
		for (let step = 1; step <= FINE; step++) found.push(between(...four, step / FINE));
	}
	return found;
}

export function distance(a: Point, b: Point): number {
	return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The same line as `count` steps of equal length. */
export function evenly(line: Point[], count: number): Point[] {
	const sums = [0];
	for (let i = 1; i < line.length; i++)
		sums.push((sums[i - 1] ?? 0) + distance(line[i - 1] as Point, line[i] as Point));
	const whole = sums.at(-1) ?? 0;
	const found: Point[] = [];
	let i = 1;
	for (let step = 0; step <= count; step++) {
		const want = (whole * step) / count;
		while (i < line.length - 1 && (sums[i] ?? 0) < want) i++;
		const [a, b] = [line[i - 1] as Point, line[i] as Point];
		const share = (want - (sums[i - 1] ?? 0)) / ((sums[i] ?? 0) - (sums[i - 1] ?? 0) || 1);
		found.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
	}
	return found;
}

/** A point of a card, given in a square of 100, on the table. */
export function placed([x, y]: Point, heading: number, origin: Point): Point {
	let [dx, dy] = [x - 50, y - 50];
	for (let turn = 0; turn < heading % 4; turn++) [dx, dy] = [-dy, dx];
	return [origin[0] + ((dx + 50) * TILE) / 100, origin[1] + ((dy + 50) * TILE) / 100];
}

/** Points beside a line, `off` to its right (the y axis points down). */
export function beside(line: Point[], off: number): Point[] {
	return line.map((point, i) => {
		const a = line[Math.max(0, i - 1)] as Point;
		const b = line[Math.min(line.length - 1, i + 1)] as Point;
		const length = distance(a, b) || 1;
		return [point[0] - ((b[1] - a[1]) / length) * off, point[1] + ((b[0] - a[0]) / length) * off];
	});
}

export function path(points: Point[], closed = false): string {
	return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${closed ? "Z" : ""}`;
}

/** The squares of a card lying at `origin` (its upper left corner on the table). */
export function cuts(card: RoadCard, heading: number, origin: Point): Cut[] {
	const line = evenly(smooth(card.line, card.exit), card.levels.length * PER_SQUARE).map((point) =>
		placed(point, heading, origin),
	);
	return card.levels.map((_, square) => {
		const part = line.slice(square * PER_SQUARE, (square + 1) * PER_SQUARE + 1);
		// one sample more at each side, so that neighbouring squares share their cut
		const wide = line.slice(Math.max(0, square * PER_SQUARE - 1), (square + 1) * PER_SQUARE + 2);
		const from = square === 0 ? 0 : 1;
		const side = (off: number): Point[] => beside(wide, off).slice(from, from + PER_SQUARE + 1);
		const middle = PER_SQUARE / 2;
		const [a, b] = [part[middle - 1] as Point, part[middle + 1] as Point];
		return {
			line: part,
			at: part[middle] as Point,
			heading: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI,
			outline: path([...side(-HALF), ...side(HALF).reverse()], true),
		};
	});
}

/** The cell and heading of the card after this one. */
export function beyond(card: LaidCard): { cell: Point; heading: number } {
	const heading = (card.heading + { S: 0, L: 3, R: 1 }[card.exit]) % 4;
	const step = (
		[
			[1, 0],
			[0, 1],
			[-1, 0],
			[0, -1],
		] as Point[]
	)[heading] as Point;
	return { cell: [card.cell[0] + step[0], card.cell[1] + step[1]], heading };
}
