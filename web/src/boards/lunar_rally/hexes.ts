// Flat-topped hexes in columns A, B, C …: where they lie and what they look like.

export const SIZE = 40;
const STEP = SIZE * Math.sqrt(3);
export const ROWS = 12;

export interface Spot {
	x: number;
	y: number;
}

/** The middle of a hex by its label: `C5`. */
export function centre(label: string): Spot {
	const column = label.charCodeAt(0) - 65;
	const row = Number(label.slice(1)) - 1;
	return { x: SIZE * (2 + 1.5 * column), y: STEP * (1.4 + row + (column % 2) / 2) };
}

/** The part of the Moon that shows all these spots with their neighbours, and is at least so wide and high. */
export function around(spots: Spot[], least: number): Spot & { width: number; height: number } {
	const along = (values: number[]): [number, number] => {
		const [low, high] = [Math.min(...values) - 2 * SIZE, Math.max(...values) + 2 * SIZE];
		const missing = Math.max(0, least - (high - low));
		return [low - missing / 2, high - low + missing];
	};
	const [x, width] = along(spots.map((spot) => spot.x));
	const [y, height] = along(spots.map((spot) => spot.y));
	return { x, y, width, height };
}

export function extent(columns: number): { width: number; height: number } {
	return { width: SIZE * (3 + 1.5 * (columns - 1) + 1), height: STEP * (ROWS + 1.6) };
}

/** Every hex of a board: odd columns are one shorter. */
export function labels(columns: number): string[] {
	const all: string[] = [];
	for (let column = 0; column < columns; column++)
		for (let row = 1; row <= ROWS - (column % 2); row++) all.push(`${String.fromCharCode(65 + column)}${row}`);
	return all;
}

/** The outline of a hex around the origin. */
export function outline(size = SIZE): string {
	const half = (size * Math.sqrt(3)) / 2;
	return `M${-size} 0L${-size / 2} ${-half}H${size / 2}L${size} 0L${size / 2} ${half}H${-size / 2}Z`;
}

export const HEADINGS: Record<string, number> = { N: -90, NE: -30, SE: 30, S: 90, SW: 150, NW: -150 };

/** A steady shade for each hex, so that the ground is not one grey. */
export function shade(label: string): number {
	let sum = 7;
	for (const char of label) sum = (sum * 31 + char.charCodeAt(0)) % 997;
	return (sum % 9) - 4;
}

const HALF = (SIZE * Math.sqrt(3)) / 2;
/** The corners of a hex, clockwise from the left; side i runs from corner i to the next. */
const CORNERS: [number, number][] = [
	[-SIZE, 0],
	[-SIZE / 2, -HALF],
	[SIZE / 2, -HALF],
	[SIZE, 0],
	[SIZE / 2, HALF],
	[-SIZE / 2, HALF],
];

/** Many hexes as one path, each where it lies. */
export function tiles(these: string[]): string {
	return these
		.map((label) => {
			const { x, y } = centre(label);
			return `M${CORNERS.map(([dx, dy]) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`).join("L")}Z`;
		})
		.join("");
}

/** The outline of hexes that lie together: every side that only one of them has, joined end to end. */
export function outlineOf(group: string[]): string {
	const sides = new Set<string>(); // "from>to"
	for (const label of group) {
		const corners = cornersOf(label);
		for (const [i, from] of corners.entries()) {
			const to = corners[(i + 1) % 6] as string;
			if (!sides.delete(`${to}>${from}`)) sides.add(`${from}>${to}`); // the neighbour runs its side the other way
		}
	}
	const next = new Map([...sides].map((side) => side.split(">") as [string, string]));
	let path = "";
	for (const first of next.keys()) {
		path += `M${first}`;
		for (let at = next.get(first); at && at !== first; at = follow(next, at)) path += `L${at}`;
		path += "Z";
		next.delete(first);
	}
	return path;
}

/** The same outlines with every corner cut off twice, as ground wears down. */
export function worn(path: string): string {
	const loops = path.split("Z").filter(Boolean);
	return loops
		.map(
			(loop) =>
				`M${cut(cut(points(loop)))
					.map(spotText)
					.join("L")}Z`,
		)
		.join("");
}

function points(loop: string): Spot[] {
	return loop
		.slice(1)
		.split("L")
		.map((corner) => {
			const [x = 0, y = 0] = corner.split(" ").map(Number);
			return { x, y };
		});
}

function cut(corners: Spot[]): Spot[] {
	const between = (a: Spot, b: Spot, share: number): Spot => ({
		x: a.x + (b.x - a.x) * share,
		y: a.y + (b.y - a.y) * share,
	});
	return corners.flatMap((corner, i) => {
		const next = corners[(i + 1) % corners.length] as Spot;
		return [between(corner, next, 0.25), between(corner, next, 0.75)];
	});
}

function spotText({ x, y }: Spot): string {
	return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The middle of some hexes. */
export function middle(group: string[]): Spot {
	const all = group.map(centre);
	const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
	return { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) };
}

function follow(next: Map<string, string>, at: string): string | undefined {
	const to = next.get(at);
	next.delete(at);
	return to;
}

/** Corners as text that is the same for every hex that has them: heights are whole half hexes. */
function cornersOf(label: string): string[] {
	const { x, y } = centre(label);
	return CORNERS.map(
		([dx, dy]) => `${Math.round(x + dx)} ${(Math.round((y + dy) / (HALF / 5)) * (HALF / 5)).toFixed(1)}`,
	);
}

/** How many hexes two of them are apart. */
export function apart(one: string, other: string): number {
	const [a, b] = [centre(one), centre(other)];
	const columns = Math.abs(a.x - b.x) / (1.5 * SIZE);
	const rows = Math.abs(a.y - b.y) / STEP;
	return Math.round(columns + Math.max(0, rows - columns / 2));
}

/** Hexes in groups of those that touch. */
export function clusters(all: string[]): string[][] {
	const left = new Set(all);
	const found: string[][] = [];
	for (const first of all) {
		if (!left.delete(first)) continue;
		const group = [first];
		for (const one of group) for (const other of left) if (touches(one, other) && left.delete(other)) group.push(other);
		found.push(group);
	}
	return found;
}

function touches(one: string, other: string): boolean {
	const [a, b] = [centre(one), centre(other)];
	return Math.hypot(a.x - b.x, a.y - b.y) < STEP * 1.1;
}
