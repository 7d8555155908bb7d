// Where things stand on the board: cars in the right-hand lane, in the bay beside the road, or on the roundabout.

import type { Cell, RallyCar } from "./view";

export const SIZE = { width: 2160, height: 1280 };
export const CELL = 108;
export const ORIGIN = { x: 216, y: 208 };
const LANE = 14; // from the yellow line to the middle of a lane
const BAY = 46; // from the yellow line to a car standing off the carriageway
const RING = 49; // the lane of the roundabout
const BAYS = new Set(["garage", "first_aid", "petrol", "hotel", "parking", "gendarmerie"]);

const LEAST = { columns: 17, rows: 9 }; // squares of a sheet: as many as the house's board has

export interface Point {
	x: number;
	y: number;
}

/** How many squares lie beside and below each other on the sheet of a board: its roads reach no further. */
export function sheetOf(squares: Point[]): { columns: number; rows: number } {
	return {
		columns: Math.max(LEAST.columns, ...squares.map(({ x }) => x + 1)),
		rows: Math.max(LEAST.rows, ...squares.map(({ y }) => y + 1)),
	};
}

export interface Spot extends Point {
	heading: number; // degrees clockwise from east
	scale: number;
	pin: Point; // where its plate stands, seen from the car
	row: number; // which of several cars on the place it is: their badges stand in rows
}

export class Roads {
	readonly cells = new Map<string, Cell>();
	private readonly before = new Map<string, string>();
	readonly size: { width: number; height: number };

	constructor(cells: Cell[]) {
		const placed = cells.every((cell) => cell.x >= 0 && cell.y >= 0) ? cells : unrolled(cells);
		for (const cell of placed) this.cells.set(cell.id, cell);
		for (const cell of placed) if (cell.divert) this.before.set(cell.divert, cell.id);
		for (const cell of placed) {
			// several roads may lead to a square: its own road says how cars stand on it
			if (!this.before.has(cell.next) || this.cells.get(cell.next)?.road === cell.road)
				this.before.set(cell.next, cell.id);
		}
		const { columns, rows } = sheetOf(placed);
		this.size = { width: ORIGIN.x * 2 + (columns - 1) * CELL, height: ORIGIN.y * 2 + (rows - 1) * CELL };
	}

	centre(id: string): Point {
		const cell = this.cells.get(id);
		return cell ? { x: ORIGIN.x + CELL * cell.x, y: ORIGIN.y + CELL * cell.y } : ORIGIN;
	}

	/** The way into a square and the way out of it, as unit vectors. */
	ways(id: string, from = this.before.get(id), next = this.cells.get(id)?.next): { into: Point; out: Point } {
		const here = this.centre(id);
		const out = next ? unit(minus(this.centre(next), here)) : { x: 1, y: 0 };
		const into = from ? unit(minus(here, this.centre(from))) : out;
		return { into: into.x || into.y ? into : out, out: out.x || out.y ? out : into };
	}

	bay(id: string): boolean {
		return BAYS.has(this.cells.get(id)?.kind ?? "");
	}

	paris(id: string): boolean {
		return this.cells.get(id)?.kind === "paris";
	}

	/** The middle of a lane on a square; on a bend it lies on the arc. */
	lane(id: string, side: 1 | -1 = 1, from?: string): Point & { heading: number } {
		const { into, out } = this.ways(id, from);
		const here = this.centre(id);
		const turn = bend(into, out);
		if (!turn) {
			const ahead = unit(plus(into, out));
			const along = ahead.x || ahead.y ? ahead : out;
			return { ...plus(here, times(right(along), LANE * side)), heading: degrees(along) };
		}
		const middle = plus(here, times(minus(out, into), CELL / 2));
		const outward = unit(minus(into, out));
		return { ...plus(middle, times(outward, turn.radius(side))), heading: degrees(unit(plus(into, out))) };
	}

	/** Where the n-th of several cars on the same place stands; `grown` for a map seen from afar. */
	spot(car: RallyCar, index: number, count: number, grown = 1): Spot | null {
		if (!car.cell || !this.cells.has(car.cell)) return null;
		if (this.paris(car.cell)) return this.ringSpot(car.cell, index, grown);
		const side = car.side === "left" ? -1 : 1;
		const lane = this.lane(car.cell, side);
		const along = vector(lane.heading);
		const shift = count < 2 ? 0 : (index - (count - 1) / 2) * Math.min(50, 92 / count) * -1;
		const scale = count > 1 ? 0.86 + 0.1 * (3 - Math.min(3, count)) : 1.12 * grown;
		if (this.bay(car.cell)) {
			const at = plus(this.centre(car.cell), plus(times(right(along), BAY), times(along, shift * 0.7)));
			const behind = count > 1 && index === 0 ? along : times(along, -1); // the plate keeps clear of a neighbour
			return {
				...at,
				heading: lane.heading,
				scale: scale * 0.92,
				pin: plus(times(behind, 40 * grown), { x: 0, y: 4 }),
				row: 0,
			};
		}
		const at = plus(lane, times(along, shift));
		return { ...at, heading: lane.heading, scale, pin: times(right(along), 38 * side * grown), row: index };
	}

	private ringSpot(id: string, index: number, grown: number): Spot {
		const angle = 125 - index * 52; // from where the road comes in, against the clock as the arrow says
		const outward = vector(angle);
		const at = plus(this.centre(id), times(outward, RING));
		return { ...at, heading: angle - 90, scale: 0.86, pin: times(outward, 34 * grown), row: 0 };
	}

	/** The line a drive took along its lane. */
	track(path: string[]): string {
		const [first, ...rest] = path;
		if (!first) return "";
		const start = this.stop(first);
		let line = `M${at(start)}`;
		for (const [index, id] of rest.entries()) {
			const from = path[index] ?? first;
			if (index === rest.length - 1) line += `L${at(this.stop(id, from))}`;
			else line += this.passage(id, from, rest[index + 1]);
		}
		return line;
	}

	/** A square driven through. */
	private passage(id: string, from: string, next?: string): string {
		const { into, out } = this.ways(id, from, next);
		const here = this.centre(id);
		const turn = bend(into, out);
		if (this.paris(id)) {
			const back = times(unit(minus(out, into)), RING * 0.7);
			const aside = times(right(into), RING * 0.7);
			return `L${at(plus(here, plus(back, aside)))}A${RING} ${RING} 0 1 0 ${at(plus(here, minus(back, aside)))}`;
		}
		if (!turn) return `L${at(this.lane(id, 1, from))}`;
		const enter = plus(minus(here, times(into, CELL / 2)), times(right(into), LANE));
		const leave = plus(plus(here, times(out, CELL / 2)), times(right(out), LANE));
		const radius = turn.radius(1);
		return `L${at(enter)}A${radius} ${radius} 0 0 ${turn.sweep} ${at(leave)}`;
	}

	/** Where a drive begins or ends: in the bay if there is one. */
	stop(id: string, from?: string): Point {
		if (this.paris(id)) return plus(this.centre(id), times(vector(125), RING));
		const lane = this.lane(id, 1, from);
		return this.bay(id) ? plus(this.centre(id), times(right(vector(lane.heading)), BAY)) : lane;
	}

	/** The squares of a path at which a car changes its direction, without the first and the last. */
	corners(path: string[]): string[] {
		return path.filter((id, index) => {
			if (index === 0 || index === path.length - 1) return false;
			const { into, out } = this.ways(id, path[index - 1], path[index + 1]);
			return this.paris(id) || Math.abs(into.x * out.x + into.y * out.y) < 0.99;
		});
	}

	/** The squares ahead of one, following the road. */
	ahead(id: string, count: number): Cell[] {
		const found: Cell[] = [];
		let cell = this.cells.get(id);
		while (cell && found.length < count) {
			cell = this.cells.get(cell.next);
			if (cell) found.push(cell);
		}
		return found;
	}
}

/** Which of several cars on the same place each is: [index, how many]. */
export function places(cars: RallyCar[]): Map<string, [number, number]> {
	const found = new Map<string, [number, number]>();
	for (const car of cars) {
		const here = cars.filter((other) => other.cell && other.cell === car.cell && other.side === car.side);
		found.set(car.name, [here.indexOf(car), here.length]);
	}
	return found;
}

/** A board whose file gives no places is laid out in rows, back and forth. */
function unrolled(cells: Cell[]): Cell[] {
	const columns = Math.max(9, Math.ceil(Math.sqrt(cells.length * 2)));
	return cells.map((cell, index) => {
		const row = Math.floor(index / columns);
		const column = index % columns;
		return { ...cell, x: row % 2 ? columns - 1 - column : column, y: row };
	});
}

/** A right-angled bend: which way it sweeps, and how wide each lane of it is. */
function bend(into: Point, out: Point): { sweep: 0 | 1; radius(side: 1 | -1): number } | null {
	if (Math.abs(into.x * out.x + into.y * out.y) > 0.01) return null;
	const clockwise = into.x * out.y - into.y * out.x > 0;
	return { sweep: clockwise ? 1 : 0, radius: (side) => CELL / 2 + (clockwise ? -LANE : LANE) * side };
}

const at = (p: Point): string => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
const times = (a: Point, k: number): Point => ({ x: a.x * k, y: a.y * k });
const right = (a: Point): Point => ({ x: -a.y, y: a.x });
const degrees = (a: Point): number => (Math.atan2(a.y, a.x) * 180) / Math.PI;
const vector = (angle: number): Point => ({
	x: Math.cos((angle * Math.PI) / 180),
	y: Math.sin((angle * Math.PI) / 180),
});

function unit(a: Point): Point {
	const length = Math.hypot(a.x, a.y);
	return length ? times(a, 1 / length) : a;
}
