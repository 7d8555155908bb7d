// Where the spaces of a special lie: on the boards of its zones, laid so that the road runs on, or unrolled as a ribbon.

import type { Car, RoadSpace } from "./view";
import { headingOn, type Point, pointOn, type Space, type ZoneFile } from "./zones";

export interface Spot {
	x: number;
	y: number;
	heading: number;
}

/** A zone board on the drawing: turned by quarters around its north-west corner, then shifted. */
export interface Placed {
	zone: string;
	x: number;
	y: number;
	turn: number; // degrees clockwise
}

export interface Layout {
	width: number;
	height: number;
	boards: Placed[]; // none for a ribbon
	spaces: Space[]; // in driving order, placed on the whole drawing; index = progress − 1
	links: [Point, Point][]; // from the end of a road to the start of the next
	start: Spot;
	finish: Spot;
}

const GAP = 60;
const EDGE = 70; // room for START and FINISH
const JOIN = 2; // units between the ends of two roads that count as one

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

const RAD = Math.PI / 180;

function placed([x, y]: Point, { x: dx, y: dy, turn }: Placed): Point {
	const [cos, sin] = [Math.round(Math.cos(turn * RAD)), Math.round(Math.sin(turn * RAD))];
	return [x * cos - y * sin + dx, x * sin + y * cos + dy];
}

function laid(space: RoadSpace, board: Placed): Space {
	const own = drawn(space);
	const cut = own.cut && { ...own.cut, xy: placed(own.cut.xy, board) };
	return { ...own, xy: placed(own.xy, board), dir: own.dir + board.turn, cut };
}

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

function boxOf(board: Placed, [width, height]: Point): Box {
	const [ax, ay] = placed([0, 0], board);
	const [bx, by] = placed([width, height], board);
	return { left: Math.min(ax, bx), top: Math.min(ay, by), right: Math.max(ax, bx), bottom: Math.max(ay, by) };
}

function overlap(one: Box, other: Box): boolean {
	const inside = 1; // boards that touch do not overlap
	return (
		one.left < other.right - inside &&
		other.left < one.right - inside &&
		one.top < other.bottom - inside &&
		other.top < one.bottom - inside
	);
}

/** The board of the next road, turned so that the road runs on from `last`; beside all others where it has no room. */
function joined(last: Space, next: RoadSpace, boards: Placed[], size: Point): Placed {
	const first = drawn(next);
	const entry = headingOn(first, -first.len / 2);
	const turn = (Math.round((headingOn(last, last.len / 2) - entry) / 90) * 90 + 720) % 360;
	const [x, y] = pointOn(last, last.len / 2);
	const [ex, ey] = placed(pointOn(first, -first.len / 2), { zone: next.zone, x: 0, y: 0, turn });
	const board = { zone: next.zone, x: Math.round(x - ex), y: Math.round(y - ey), turn };
	const taken = boards.map((one) => boxOf(one, size));
	if (!taken.some((one) => overlap(one, boxOf(board, size)))) return board;
	const [right, top] = [Math.max(...taken.map((one) => one.right)), Math.min(...taken.map((one) => one.top))];
	return { zone: next.zone, x: right + GAP, y: top, turn: 0 };
}

/** The zone boards in the order in which the special visits them, the road running on from one to the next. */
export function mapLayout(road: RoadSpace[], file: ZoneFile): Layout {
	const boards: Placed[] = [];
	const spaces: Space[] = [];
	for (const space of road) {
		let board = boards.find((one) => one.zone === space.zone);
		if (!board) {
			const last = spaces.at(-1);
			board = last ? joined(last, space, boards, file.board) : { zone: space.zone, x: 0, y: 0, turn: 0 };
			boards.push(board);
		}
		spaces.push(laid(space, board));
	}
	return inFrame(road, spaces, boards, file.board);
}

/** Everything shifted so that the drawing begins at the origin, with room for START and FINISH. */
function inFrame(road: RoadSpace[], spaces: Space[], boards: Placed[], size: Point): Layout {
	const boxes = boards.map((board) => boxOf(board, size));
	const [dx, dy] = [EDGE - Math.min(...boxes.map((one) => one.left)), EDGE - Math.min(...boxes.map((one) => one.top))];
	const shift = ([x, y]: Point): Point => [x + dx, y + dy];
	const shown = spaces.map((space) => ({
		...space,
		xy: shift(space.xy),
		cut: space.cut && { ...space.cut, xy: shift(space.cut.xy) },
	}));
	return {
		width: Math.max(...boxes.map((one) => one.right)) + dx + EDGE,
		height: Math.max(...boxes.map((one) => one.bottom)) + dy + EDGE,
		boards: boards.map((board) => ({ ...board, x: board.x + dx, y: board.y + dy })),
		spaces: shown,
		links: linksOf(road, shown),
		...ends(shown),
	};
}

/** From where one road of the special ends to where the next begins, if that is elsewhere. */
function linksOf(road: RoadSpace[], spaces: Space[]): [Point, Point][] {
	const links: [Point, Point][] = [];
	for (let i = 0; i + 1 < spaces.length; i++) {
		if (roadOf(road[i] as RoadSpace) === roadOf(road[i + 1] as RoadSpace)) continue;
		const [here, next] = [spaces[i] as Space, spaces[i + 1] as Space];
		const [from, to] = [pointOn(here, here.len / 2), pointOn(next, -next.len / 2)];
		if (Math.hypot(to[0] - from[0], to[1] - from[1]) > JOIN) links.push([from, to]);
	}
	return links;
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

/** A heading at which text along the road can be read: never upside down. */
export function upright(heading: number): number {
	const turned = ((heading % 360) + 360) % 360;
	return turned > 90 && turned <= 270 ? turned - 180 : turned;
}

const LOST = new Set(["spun", "off-left", "off-right"]); // poses of cars out of control
const TRACK = 8; // half of a car's, from wheel to wheel

/** Where a car stands: in its lane, sideways, turned round, beside the road, or in its box. */
export function spotOf(car: Car, layout: Layout, lane: number): Spot {
	if (car.progress <= 0) return beside(layout.start, lane);
	const space = layout.spaces[car.progress - 1];
	if (!space) return beside(layout.finish, lane);
	const inner = space.turn === "R" ? 1 : -1;
	if (car.pose === "cut" && space.cut) return { x: space.cut.xy[0], y: space.cut.xy[1], heading: space.dir };
	const aside: Record<string, number> = { "off-left": -46, "off-right": 46, inside: inner * 8, skid: -inner * 12 };
	const turn: Record<string, number> = { skid: inner * 55, spun: 180, "off-left": -30, "off-right": 30 };
	const shift = aside[car.pose] ?? (space.width === 1 ? 0 : lane * 12);
	const [x, y] = pointOn(space, 0, shift);
	return { x, y, heading: space.dir + (turn[car.pose] ?? 0) };
}

/** The tyre marks of a car that has lost control, left and right: from the space before to where it has come to rest. */
export function skidMarks(car: Car, layout: Layout): string[] {
	const space = layout.spaces[car.progress - 1];
	if (!space || !LOST.has(car.pose)) return [];
	const end = spotOf(car, layout, 0);
	const aside = (heading: number, by: number): Point => [-Math.sin(heading * RAD) * by, Math.cos(heading * RAD) * by];
	return [-TRACK, TRACK].map((track) => {
		const from = pointOn(space, -space.len, track);
		const by = pointOn(space, -space.len * 0.2, track);
		const [dx, dy] = aside(end.heading, track);
		return `M${from.join(" ")}Q${by.join(" ")} ${end.x + dx} ${end.y + dy}`;
	});
}

/** At a sign, with the others across the road. */
function beside({ x, y, heading }: Spot, lane: number): Spot {
	const aside = lane * 64;
	return { x: x - Math.sin(heading * RAD) * aside, y: y + Math.cos(heading * RAD) * aside, heading };
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
