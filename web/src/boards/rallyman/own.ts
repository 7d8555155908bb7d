// Zones of somebody's own as they can be drawn. What a file says is read as what it must be, numbers as numbers: it was
// written by strangers. Scenery follows from the terrain beside the spaces.

import { list, objects } from "../../lib/paths";
import type { Json } from "../../lib/types";
import { type Point, pointOn, type Road, type Space, type Zone, type ZoneFile } from "./zones";

export interface OwnRoad {
	ends: string[]; // two exits; one as long as it is being drawn
	points: Point[]; // that it was drawn through
	spaces: Space[];
}
export interface OwnZone {
	zone: string;
	name: string;
	exits: Record<string, [string, number]>;
	roads: OwnRoad[];
}

const number = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);
const point = (value: unknown): Point => [number(list(value)[0]), number(list(value)[1])];
const TERRAINS = "gdfr";
const terrain = (value: unknown): string =>
	typeof value === "string" && TERRAINS.includes(value) && value ? (value[0] as string) : "g";
const TOKEN = /^(?:([SN])|B(\d)|(?:C|(K))(\d)(\d|-)(\d?)([LR]?))([gdfr])([gdfr])$/;

/** A space in short, as people write it by hand: it lies nowhere. */
function fromToken(token: string): Record<string, Json> {
	const [, wide, bump, short, inside, out, cut, turn, left = "g", right = "g"] = TOKEN.exec(token) ?? [];
	const beside = { left, right };
	if (bump) return { kind: "bump", note: Number(bump), width: 2, ...beside };
	if (!inside) return { kind: "straight", width: wide === "N" ? 1 : 2, ...beside };
	const corner = { kind: "corner", in: Number(inside), ...(out !== "-" ? { out: Number(out) } : {}), ...beside };
	return { ...corner, ...(short && cut ? { cut: { note: Number(cut) } } : {}), ...(turn ? { turn } : {}) };
}

function spaceOf(told: Record<string, Json>): Space {
	const kind = told.kind === "corner" || told.kind === "bump" ? told.kind : "straight";
	const [cut] = objects([told.cut]);
	const lies = { xy: point(told.xy), dir: number(told.dir), bend: number(told.bend), len: number(told.len) };
	const beside = { left: terrain(told.left), right: terrain(told.right) };
	if (kind === "bump") return { kind, note: number(told.note), width: 2, ...beside, ...lies };
	if (kind === "straight") return { kind, width: number(told.width) === 1 ? 1 : 2, ...beside, ...lies };
	return {
		kind,
		in: number(told.in),
		...(told.out ? { out: number(told.out) } : {}),
		...(cut ? { cut: { note: number(cut.note), xy: point(cut.xy), dir: number(cut.dir) } } : {}),
		...(told.turn === "L" || told.turn === "R" ? { turn: told.turn } : {}),
		...beside,
		...lies,
	};
}

function roadOf(told: Record<string, Json>): OwnRoad {
	const spaces = typeof told.spaces === "string" ? told.spaces.split(/\s+/).map(fromToken) : objects(told.spaces);
	return {
		ends: list(told.ends).map(String),
		points: list(told.points).map(point),
		spaces: spaces.map(spaceOf),
	};
}

function exitsOf(value: unknown): OwnZone["exits"] {
	const told = Object.entries(objects([value])[0] ?? {});
	return Object.fromEntries(told.map(([exit, port]) => [exit, [String(list(port)[0] ?? ""), number(list(port)[1])]]));
}

export const ownZones = (value: unknown): OwnZone[] =>
	objects(value).map((told) => ({
		zone: String(told.zone ?? "").slice(0, 1),
		name: typeof told.name === "string" ? told.name : "",
		exits: exitsOf(told.exits),
		roads: objects(told.roads).map(roadOf),
	}));

// --- drawn ---------------------------------------------------------------------------------------------------------

const PROPS: Record<string, [string, number]> = {
	g: ["tuft", 4.5],
	d: ["stone", 2.2],
	f: ["tree", 9],
	r: ["boulder", 8],
};
const PATCHES: Record<string, string> = { g: "grass", d: "dirt", f: "forest", r: "rocks" };
const VERGE = 28; // units from the middle of the road to where terrain begins
const DEEP = 40; // how far it reaches

/** What stands beside a space: pushed about a little, but always to the same places. */
function props(space: Space, side: -1 | 1): Zone["props"] {
	const [kind, size] = PROPS[side < 0 ? space.left : space.right] ?? ["tuft", 4];
	return [-0.34, 0, 0.34].map((share, n) => {
		const [x, y] = pointOn(space, share * space.len, side * (VERGE + 10 + ((n * 7 + Math.round(space.xy[0])) % 18)));
		return [kind, Math.round(x), Math.round(y), size];
	});
}

function patch(space: Space, side: -1 | 1): Zone["patches"][number] {
	const along = [-0.5, -0.25, 0, 0.25, 0.5].map((share) => share * space.len);
	const near = along.map((at) => pointOn(space, at, side * (VERGE - 6)));
	const far = along.map((at) => pointOn(space, at, side * (VERGE + DEEP - 6))).reverse();
	return { kind: PATCHES[side < 0 ? space.left : space.right] ?? "grass", poly: [...near, ...far] };
}

/** The corner of the board that lies farthest from every road: there the letter stands. */
function freeCorner(roads: Road[], [width, height]: Point): Zone["title"] {
	const corners: Point[] = [0.14, 0.5, 0.86].flatMap((x) =>
		[0.14, 0.5, 0.86].map((y): Point => [x * width, y * height]),
	);
	const all = roads.flatMap(({ spaces }) => spaces);
	const room = ([x, y]: Point): number => Math.min(1000, ...all.map(({ xy }) => Math.hypot(xy[0] - x, xy[1] - y)));
	const [best = [0, 0] as Point] = corners.toSorted((one, other) => room(other) - room(one));
	return [Math.round(best[0]), Math.round(best[1]), Math.round(room(best))];
}

const isDrawn = (space: Space): boolean => space.len > 0;

/** A zone with its scenery, as far as its roads are drawn. */
export function drawnZone({ zone, name, roads }: OwnZone, file: ZoneFile): Zone {
	const shown = roads.flatMap(({ ends: [one, other], spaces }): Road[] =>
		one && other && spaces.length && spaces.every(isDrawn) ? [{ ends: [one, other], spaces }] : [],
	);
	const beside = shown.flatMap(({ spaces }) =>
		spaces.flatMap((space) => ([-1, 1] as const).map((side) => ({ space, side }))),
	);
	return {
		zone,
		name,
		roads: shown,
		title: freeCorner(shown, file.board),
		patches: beside.map(({ space, side }) => patch(space, side)),
		props: beside.flatMap(({ space, side }) => props(space, side)),
		decor: [],
	};
}

/** The house's zones, with those of a table in their places. */
export function withOwn(file: ZoneFile, own: Json | undefined): ZoneFile {
	const drawn = ownZones(Object(own).zones).map((zone) => drawnZone(zone, file));
	const letters = new Set(drawn.map(({ zone }) => zone));
	return { ...file, zones: [...file.zones.filter(({ zone }) => !letters.has(zone)), ...drawn] };
}
