// The zones as content/zones.json holds them, and the geometry of a road: every space is a circular arc.

export type Point = [number, number];

export interface Space {
	kind: "straight" | "corner" | "bump";
	width?: 1 | 2;
	note?: number;
	turn?: "L" | "R";
	in?: number;
	out?: number;
	cut?: { note: number; xy: Point; dir: number };
	left: string;
	right: string;
	xy: Point;
	dir: number; // heading in the middle, degrees clockwise from east
	bend: number; // change of heading over the space
	len: number;
}

export interface Road {
	ends: [string, string];
	spaces: Space[];
}

export interface Zone {
	zone: string;
	name: string;
	roads: Road[];
	title: [number, number, number];
	patches: { kind: string; poly: Point[] }[];
	props: [string, number, number, number][];
	decor: { kind: string; poly?: Point[]; xy?: Point; dir?: number; size?: Point }[];
}

export interface ZoneFile {
	board: [number, number];
	road: { wide: number; narrow: number; flare: number; cut: [number, number] };
	ports: Record<string, Point[]>;
	zones: Zone[];
}

/** The heading onto the board from each of its edges. */
export const INWARD: Record<string, number> = { N: 90, E: 180, S: 270, W: 0 };

/** Until the file is there. */
export const NO_ZONES: ZoneFile = {
	board: [0, 0],
	road: { wide: 0, narrow: 0, flare: 0, cut: [0, 0] },
	ports: {},
	zones: [],
};

const RAD = Math.PI / 180;

/** The point `along` units past the middle of a space, `aside` units to the driver's right of the centre line. */
export function pointOn(space: Space, along: number, aside = 0): Point {
	const turn = (space.bend * RAD) / space.len; // radians per unit
	const heading = space.dir * RAD;
	const there = heading + turn * along;
	let [x, y] = space.xy;
	if (Math.abs(turn) < 1e-6) {
		x += Math.cos(heading) * along;
		y += Math.sin(heading) * along;
	} else {
		x += (Math.sin(there) - Math.sin(heading)) / turn;
		y += (Math.cos(heading) - Math.cos(there)) / turn;
	}
	return [x - Math.sin(there) * aside, y + Math.cos(there) * aside];
}

/** Heading in degrees at a point of the space. */
export function headingOn(space: Space, along: number): number {
	return space.dir + (space.bend * along) / space.len;
}

/** The space as driven from the other end. */
export function reversed(space: Space): Space {
	return {
		...space,
		left: space.right,
		right: space.left,
		dir: space.dir + 180,
		bend: -space.bend,
		turn: space.turn && (space.turn === "L" ? "R" : "L"),
	};
}

export function halfWidth(space: Space, file: ZoneFile): number {
	return (space.kind !== "corner" && space.width === 1 ? file.road.narrow : file.road.wide) / 2;
}

/** Half the width of the road at a point of the space: a narrow one flares out towards a wider neighbour. */
export function widthAt(road: Road, index: number, along: number, file: ZoneFile): number {
	const space = road.spaces[index] as Space;
	const own = halfWidth(space, file);
	const neighbour = road.spaces[index + (along < 0 ? -1 : 1)];
	const other = neighbour ? halfWidth(neighbour, file) : own;
	if (other <= own) return own;
	const toEdge = space.len / 2 - Math.abs(along);
	const flare = file.road.flare;
	return toEdge >= flare ? own : own + ((other - own) * (flare - toEdge)) / flare;
}

const round = (value: number): string => (Math.round(value * 10) / 10).toString();

export function path(points: Point[], close = false): string {
	return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}${close ? "Z" : ""}`;
}

/** Straight pieces a space is drawn with: one where it is straight, up to eight in a hairpin. */
function pieces(space: Space): number {
	return Math.max(1, Math.min(8, Math.ceil(Math.abs(space.bend) / 6)));
}

/** Where its outline has corners, along the road from its middle. */
function cutsAlong(space: Space): number[] {
	const cuts = pieces(space);
	return Array.from({ length: cuts + 1 }, (_, step) => (step / cuts - 0.5) * space.len);
}

/** The outline of one space, `wider` units beyond its edges. */
export function outline(road: Road, index: number, file: ZoneFile, wider = 0): Point[] {
	const space = road.spaces[index] as Space;
	const left: Point[] = [];
	const right: Point[] = [];
	const flare = space.len / 2 - file.road.flare;
	for (const along of [...cutsAlong(space), -flare, flare].sort((a, b) => a - b)) {
		const half = widthAt(road, index, along, file) + wider;
		left.push(pointOn(space, along, -half));
		right.push(pointOn(space, along, half));
	}
	return [...left, ...right.reverse()];
}

/** One edge of a space: side −1 left, 1 right. */
export function edge(road: Road, index: number, file: ZoneFile, side: -1 | 1, inset = 0): Point[] {
	const space = road.spaces[index] as Space;
	return cutsAlong(space).map((along) => pointOn(space, along, side * (widthAt(road, index, along, file) - inset)));
}

/** The line between a space and the next. */
export function divider(road: Road, index: number, file: ZoneFile): [Point, Point] {
	const space = road.spaces[index] as Space;
	const half = widthAt(road, index, space.len / 2, file);
	return [pointOn(space, space.len / 2, -half), pointOn(space, space.len / 2, half)];
}

export interface Place {
	zone: number; // index in the file
	road: Road;
	index: number; // in the road's own order
	back: boolean; // driven from the second end
	space: Space; // as driven
	id: string;
}

/** Find a space by its id: `C0-C9:4`. `back` says that the road is driven from its second end. */
export function find(file: ZoneFile, id: string, back: boolean): Place | null {
	const match = /^([A-Z])(\d)-[A-Z](\d):(\d+)k?$/.exec(id);
	if (!match) return null;
	const zone = file.zones.findIndex((one) => one.zone === match[1]);
	const road = file.zones[zone]?.roads.find((one) => one.ends[0] === match[2] && one.ends[1] === match[3]);
	const index = Number(match[4]);
	const space = road?.spaces[index];
	if (!road || !space) return null;
	return { zone, road, index, back, space: back ? reversed(space) : space, id };
}
