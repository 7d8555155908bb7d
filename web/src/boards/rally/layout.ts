// Where everything lies on the table: cards on their grid, the dial and the tables' card on free places beside them.

import { type Cut, cuts, distance, TILE } from "./roads";
import type { LaidCard, Point, RallyCar, Square } from "./view";

const RIM = 56; // bare table round the cards
const TOP = 96; // … and above them, where the window has its buttons

export interface Place extends Cut {
	number: number;
	level: number;
	mark: string;
	card: number;
	label: Point; // where its level is written
	side: number; // 1 right of the road, −1 left
}

export interface Layout {
	width: number;
	height: number;
	cards: { card: LaidCard; origin: Point; squares: Place[] }[];
	squares: Place[];
	dial: Point; // upper left corners
	tables: Point;
	next: { origin: Point; heading: number } | null;
}

/** A place for the dial and one for the tables: free cells among the cards, else a new row or column. */
function freeCells(used: Point[], cols: number, rows: number): { spots: Point[]; cols: number; rows: number } {
	const taken = new Set(used.map(([x, y]) => `${x},${y}`));
	const spots: Point[] = [];
	const sweep = (): void => {
		for (let y = 0; y < rows; y++)
			for (let x = 0; x < cols; x++) {
				if (spots.length < 2 && !taken.has(`${x},${y}`)) {
					spots.push([x, y]);
					taken.add(`${x},${y}`);
				}
			}
	};
	sweep();
	while (spots.length < 2) {
		if (cols > rows * 1.3) rows++;
		else cols++;
		sweep();
	}
	return { spots, cols, rows };
}

/** The table for these cards; `next` also leaves room for the card that would come after them. */
export function layOut(cards: LaidCard[], next: { cell: Point; heading: number } | null): Layout {
	const cells = [...cards.map((card) => card.cell), ...(next ? [next.cell] : [])];
	const left = Math.min(0, ...cells.map(([x]) => x));
	const top = Math.min(0, ...cells.map(([, y]) => y));
	const cols = Math.max(0, ...cells.map(([x]) => x)) - left + 1;
	const rows = Math.max(0, ...cells.map(([, y]) => y)) - top + 1;
	const grid = freeCells(
		cells.map(([x, y]) => [x - left, y - top]),
		cols,
		rows,
	);
	const corner = ([x, y]: Point): Point => [RIM + x * TILE, TOP + y * TILE];
	const laid = cards.map((card, index) => {
		const origin = corner([card.cell[0] - left, card.cell[1] - top]);
		const squares = cuts(card, card.heading, origin).map((cut, i) => ({
			...cut,
			number: 0,
			level: card.levels[i] ?? 0,
			mark: card.marks[i] ?? "",
			card: index,
			label: cut.at,
			side: 1,
		}));
		return { card, origin, squares };
	});
	const squares = laid.flatMap((one) => one.squares);
	label(
		squares,
		laid.map((one) => one.origin),
	);
	return {
		width: 2 * RIM + grid.cols * TILE,
		height: TOP + RIM + grid.rows * TILE,
		cards: laid,
		squares,
		dial: corner(grid.spots[0] as Point),
		tables: corner(grid.spots[1] as Point),
		next: next ? { origin: corner([next.cell[0] - left, next.cell[1] - top]), heading: next.heading } : null,
	};
}

/** The numbers printed in the squares come with the view's list of squares. */
export function numbered(layout: Layout, squares: Square[]): Layout {
	for (const [i, place] of layout.squares.entries()) place.number = squares[i]?.[0] ?? 0;
	return layout;
}

function off(place: Cut, by: number): Point {
	const turn = (place.heading * Math.PI) / 180;
	return [place.at[0] - Math.sin(turn) * by, place.at[1] + Math.cos(turn) * by];
}

/** Levels are written on the side with more room; a run of squares keeps its side. */
function label(squares: Place[], corners: Point[]): void {
	let side = 1;
	for (const [i, place] of squares.entries()) {
		const room = (which: number): number => {
			const at = off(place, 40 * which);
			const roads = squares
				.filter((_, j) => Math.abs(j - i) > 1)
				.flatMap((other) => other.line.filter((_, k) => k % 3 === 0));
			const near = Math.min(200, ...roads.map((point) => distance(at, point)));
			const [x, y] = corners[place.card] as Point;
			const title = at[0] < x + 185 && at[1] < y + 58 ? 40 : 0; // the card's name is written there
			return Math.min(near, 70) - title;
		};
		if (room(-side) > room(side) + 14) side = -side;
		place.side = side;
		place.label = off(place, 40 * side);
	}
}

export interface Spot {
	x: number;
	y: number;
	heading: number;
}

/** Where a car stands: side by side in a shared square, on the verge when off the road, before and after the road. */
export function spotOf(car: RallyCar, cars: RallyCar[], layout: Layout): Spot | null {
	const first = layout.squares[0];
	const last = layout.squares.at(-1);
	if (!first || !last) return null;
	if (car.status === "waiting") return queue(first, -1, (car.start ?? car.car) - 1);
	if (car.status === "finished") {
		const home = cars.filter((one) => one.status === "finished").sort((a, b) => a.exit - b.exit || a.car - b.car);
		return queue(
			last,
			1,
			home.findIndex((one) => one.car === car.car),
		);
	}
	const place = layout.squares[Math.min(layout.squares.length, Math.max(1, car.place)) - 1] as Place;
	const onRoad = car.status === "running";
	const there = cars.filter(
		(one) =>
			one.place === car.place &&
			(one.status === "running") === onRoad &&
			["running", "off", "out"].includes(one.status),
	);
	const lane = there.findIndex((one) => one.car === car.car) - (there.length - 1) / 2;
	if (onRoad) {
		const [x, y] = off(place, lane * 19);
		return { x, y, heading: place.heading };
	}
	const [x, y] = off(place, -place.side * 46);
	const turn = (place.heading * Math.PI) / 180;
	return { x: x + Math.cos(turn) * lane * 40, y: y + Math.sin(turn) * lane * 40, heading: place.heading + 55 };
}

/** In line before the start or behind the finish, three abreast. */
function queue(place: Place, way: number, index: number): Spot {
	const turn = (place.heading * Math.PI) / 180;
	const ends = way < 0 ? place.line[0] : place.line.at(-1);
	const along = way * (24 + 40 * Math.floor(index / 3));
	const across = ((index % 3) - 1) * 20;
	const [x, y] = ends as Point;
	return {
		x: x + Math.cos(turn) * along - Math.sin(turn) * across,
		y: y + Math.sin(turn) * along + Math.cos(turn) * across,
		heading: place.heading,
	};
}

/** The label in a card's corner: the size of its name, and how wide it is. */
export function labelOf(card: { no: number; name: string }): { name: number; width: number } {
	const name = card.name.length > 16 ? 13 : 15;
	return { name, width: 26 + (card.no > 9 ? 31 : 19) + card.name.length * name * 0.52 + 34 };
}

const INSET = 10; // of a label from its card's corner
const HEIGHT = 34;

/** Would a tag of this half width and height, set there, lie on the label of a card? */
export function onLabel(
	[x, y]: Point,
	half: [number, number],
	cards: { card: { no: number; name: string }; origin: Point }[],
	scale: number,
): boolean {
	return cards.some(({ card, origin }) => {
		const [left, top] = [origin[0] + INSET, origin[1] + INSET];
		const across = x > left - half[0] && x < left + labelOf(card).width * scale + half[0];
		return across && y > top - half[1] && y < top + HEIGHT * scale + half[1];
	});
}

const CORNER = 0.35; // of what is in sight, in either direction

/** A part of the table that is in sight. */
export interface Sight {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** In which of its lower corners something may stand: where it covers less of the road and of the dial. */
export function freeCorner({ squares, dial, width, height }: Layout, sight: Sight): "left" | "right" {
	const onTable = (at: number, seen: number, whole: number): number => Math.max(0, Math.min(whole - seen, at));
	const [x, y] = [onTable(sight.x, sight.width, width), onTable(sight.y, sight.height, height)];
	const weather = [0, 0.5, 1].flatMap((a) => [0, 0.5, 1].map((b): Point => [dial[0] + a * TILE, dial[1] + b * TILE]));
	const covered = (left: number): number =>
		[...squares.map((square) => square.at), ...weather].filter(
			([px, py]) => px >= left && px <= left + CORNER * sight.width && py >= y + (1 - CORNER) * sight.height,
		).length;
	return covered(x) <= covered(x + (1 - CORNER) * sight.width) ? "left" : "right";
}
