// Where the spaces of a special lie: on the boards of its zones side by side, or unrolled as a ribbon.

import type { Car, RoadSpace } from "./view";
import { headingOn, type Point, pointOn, type Space, type ZoneFile } from "./zones";

export interface Spot {
	x: number;
	y: number;
	heading: number;
}

export interface Layout {
	width: number;
	height: number;
	boards: { zone: string; x: number; y: number }[]; // none for a ribbon
	spaces: Space[]; // in driving order, placed on the whole drawing; index = progress − 1
	links: [Point, Point][]; // from the end of a road to the start of the next
	start: Spot;
	finish: Spot;
}

const GAP = 60;
const EDGE = 70; // room for START and FINISH

function drawn(space: RoadSpace): Space {
	return {
		kind: space.kind,
		width: space.kind === "corner" ? 2 : (space.room as 1 | 2),
		note: space.note,
		turn: space.turn,
		in: space.in,
		out: space.out ?? undefined,
		cut: space.cut ? { note: space.cut.note, xy: space.cut.xy ?? [0, 0], dir: 0 } : undefined,
		left: space.left,
		right: space.right,
		xy: space.xy ?? [0, 0],
		dir: space.dir ?? 0,
		bend: space.bend ?? 0,
		len: space.len ?? 80,
	};
}

function ends(spaces: Space[]): { start: Spot; finish: Spot } {
	const first = spaces[0] as Space;
	const last = spaces.at(-1) as Space;
	const [sx, sy] = pointOn(first, -first.len / 2 - 34);
	const [fx, fy] = pointOn(last, last.len / 2 + 34);
	return {
		start: { x: sx, y: sy, heading: headingOn(first, -first.len / 2) },
		finish: { x: fx, y: fy, heading: headingOn(last, last.len / 2) },
	};
}

/** The zone boards in the order in which the special visits them. */
export function mapLayout(road: RoadSpace[], file: ZoneFile): Layout {
	const [width, height] = file.board;
	const zones = [...new Set(road.map((space) => space.zone))];
	const boards = zones.map((zone, place) => ({ zone, x: EDGE + place * (width + GAP), y: EDGE }));
	const spaces = road.map((space) => {
		const board = boards.find((one) => one.zone === space.zone);
		const own = drawn(space);
		const dx = board?.x ?? 0;
		const dy = board?.y ?? 0;
		const cut = own.cut && { ...own.cut, xy: [own.cut.xy[0] + dx, own.cut.xy[1] + dy] as Point };
		return { ...own, xy: [own.xy[0] + dx, own.xy[1] + dy] as Point, cut };
	});
	const links: [Point, Point][] = [];
	for (let i = 0; i + 1 < spaces.length; i++) {
		if (roadOf(road[i] as RoadSpace) !== roadOf(road[i + 1] as RoadSpace)) {
			const here = spaces[i] as Space;
			const next = spaces[i + 1] as Space;
			links.push([pointOn(here, here.len / 2), pointOn(next, -next.len / 2)]);
		}
	}
	return {
		width: zones.length * (width + GAP) - GAP + 2 * EDGE,
		height: height + 2 * EDGE,
		boards,
		spaces,
		links,
		...ends(spaces),
	};
}

const LENGTH = 84; // of a space on the ribbon
const STRAIGHTEN = 0.45; // of a corner's real bend
const RETURN = 0.72; // how much of the heading is left after each space: the ribbon keeps running to the right

/** The road unrolled from left to right, its corners eased so that it never turns back. */
export function ribbonLayout(road: RoadSpace[]): Layout {
	let [x, y, heading] = [EDGE, 0, 0];
	const spaces = road.map((space) => {
		const real = space.bend ?? (space.turn === "R" ? 50 : space.turn === "L" ? -50 : 0);
		const bend =
			space.kind === "corner"
				? Math.sign(real) * Math.min(48, Math.abs(real) * STRAIGHTEN + 14)
				: -heading * (1 - RETURN);
		const flat: Space = { ...drawn(space), xy: [0, 0], dir: heading + bend / 2, bend, len: LENGTH };
		const [sx, sy] = pointOn(flat, -LENGTH / 2);
		flat.xy = [x - sx, y - sy];
		[x, y] = pointOn(flat, LENGTH / 2);
		heading += bend;
		if (flat.cut) flat.cut = { ...flat.cut, xy: pointOn(flat, 0, (space.turn === "R" ? 1 : -1) * 44) };
		return flat;
	});
	const ys = spaces.map((space) => space.xy[1]);
	const top = Math.min(...ys) - 120;
	for (const space of spaces) {
		space.xy = [space.xy[0], space.xy[1] - top];
		if (space.cut) space.cut = { ...space.cut, xy: [space.cut.xy[0], space.cut.xy[1] - top] };
	}
	return { width: x + EDGE, height: Math.max(...ys) - top + 120, boards: [], spaces, links: [], ...ends(spaces) };
}

export function roadOf(space: RoadSpace): string {
	return space.id.split(":")[0] ?? "";
}

/** Where a car stands: in its lane, sideways, turned round, beside the road, or in its box. */
export function spotOf(car: Car, layout: Layout, lane: number): Spot {
	if (car.progress <= 0) return { ...layout.start, y: layout.start.y + lane * 64 };
	const space = layout.spaces[car.progress - 1];
	if (!space) return { ...layout.finish, y: layout.finish.y + lane * 64 };
	const inner = space.turn === "R" ? 1 : -1;
	if (car.pose === "cut" && space.cut) return { x: space.cut.xy[0], y: space.cut.xy[1], heading: space.dir };
	const aside: Record<string, number> = { "off-left": -46, "off-right": 46, inside: inner * 8, skid: -inner * 12 };
	const turn: Record<string, number> = { skid: inner * 55, spun: 180, "off-left": -30, "off-right": 30 };
	const shift = aside[car.pose] ?? (space.width === 1 ? 0 : lane * 12);
	const [x, y] = pointOn(space, 0, shift);
	return { x, y, heading: space.dir + (turn[car.pose] ?? 0) };
}

/** Left and right for cars that share a space: −1 and 1, nought for one alone. */
export function lanes(cars: Car[]): Map<number, number> {
	const found = new Map<number, number>();
	for (const car of cars) {
		const here = cars.filter((other) => other.progress === car.progress && other.pose === car.pose);
		const place = here.indexOf(car);
		found.set(car.seat, here.length === 1 ? 0 : place * (2 / (here.length - 1)) - 1);
	}
	return found;
}
