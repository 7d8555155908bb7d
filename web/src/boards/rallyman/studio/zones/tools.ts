// Strokes on zones: roads from exit to exit through points, then what each space is: its notes, its width, its terrain.
// A road whose second exit is not reached yet stands in the document with one end and no spaces.

import type { Options } from "../../../../lib/courses";
import { replaced } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";
import { type OwnRoad, type OwnZone, ownZones } from "../../own";
import { INWARD, type Point, type Space, type ZoneFile } from "../../zones";
import { type Bow, CORNER, divide, type Port } from "./line";

export type Terrain = "g" | "d" | "f" | "r";
export const TERRAINS: Terrain[] = ["g", "d", "f", "r"];
export const KINDS = ["wide", "narrow", "bump"];
export const EXITS = [..."0123456789"];
export const MOST_ZONES = 5;
export const NOTES = { least: 1, most: 5 };
export const first = "road";
const NEAR = 45; // units: a click so near means the thing itself
const FAST = 4; // the note of a gentle corner

export const read = (document: Doc): OwnZone[] => ownZones(Reflect.get(document, "zones"));
/** Its roads, one below the other. */
export function pictured(document: Doc): Options {
	const legs = read(document).flatMap(({ zone, roads }) =>
		roads.flatMap(({ ends: [from, to] }) => (from && to ? [`${zone}${from}-${zone}${to}`] : [])),
	);
	return { zones: document as Json, stages: legs.slice(0, 5) };
}
/** The name is the document's, and its zone's where it has only one. */
export function titled(document: Doc, name: string): Doc {
	const named = { ...document, name };
	return read(document).length === 1 ? rename(named, 0, { name }) : named;
}

function write(document: Doc, zones: OwnZone[]): Doc {
	return { ...document, zones: zones as object as Json };
}

/** A zone changed. */
function change(document: Doc, zone: number, told: (one: OwnZone) => OwnZone): Doc {
	const zones = read(document);
	const own = zones[zone];
	return own ? write(document, replaced(zones, zone, told(own))) : document;
}

const roadsOf = (document: Doc, zone: number): OwnRoad[] => read(document)[zone]?.roads ?? [];
const withRoads = (document: Doc, zone: number, roads: OwnRoad[]): Doc =>
	change(document, zone, (own) => ({ ...own, roads }));

/** Its letter or its name. */
export function rename(document: Doc, zone: number, told: { zone?: string; name?: string }): Doc {
	return change(document, zone, (own) => ({ ...own, ...told }));
}

/** One more zone, under the first letter that is free. */
export function addZone(document: Doc): Doc | null {
	const zones = read(document);
	const taken = new Set(zones.map(({ zone }) => zone));
	const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((one) => !taken.has(one));
	if (!letter || zones.length >= MOST_ZONES) return null;
	const { exits = {} } = zones[0] ?? {};
	return write(document, [...zones, { zone: letter, name: "", exits, roads: [] }]);
}

export const dropZone = (document: Doc, zone: number): Doc => write(document, replaced(read(document), zone));

// --- exits and points ----------------------------------------------------------------------------------------------

/** Where an exit of a zone lies on the board, and which way it leads in. */
export function gateOf({ exits }: OwnZone, file: ZoneFile, exit: string): Port {
	const [edge, number] = exits[exit] ?? ["N", 1];
	return { xy: file.ports[edge]?.[number - 1] ?? [0, 0], inward: INWARD[edge] ?? 0 };
}

/** The exit at a point of the board, if one is near. */
export function exitAt(own: OwnZone, file: ZoneFile, at: Point): string {
	const gap = (exit: string): number => {
		const { xy } = gateOf(own, file, exit);
		return Math.hypot(xy[0] - at[0], xy[1] - at[1]);
	};
	return EXITS.find((exit) => gap(exit) < NEAR) ?? "";
}

/** The road that is not finished yet; −1 where there is none. */
export const openRoad = (own: OwnZone): number => own.roads.findIndex(({ ends }) => ends.length < 2);

export const isTaken = (own: OwnZone, exit: string): boolean => own.roads.some(({ ends }) => ends.includes(exit));

/** A click with the road tool: an exit begins or ends a road, any other place is a point of it. */
export function draw(document: Doc, zone: number, file: ZoneFile, at: Point): Doc | null {
	const own = read(document)[zone];
	if (!own) return null;
	const exit = exitAt(own, file, at);
	const open = openRoad(own);
	if (exit && isTaken(own, exit)) return null;
	if (open < 0) return exit ? begin(document, zone, exit) : null;
	const road = own.roads[open];
	if (!road) return null;
	if (!exit) return withRoads(document, zone, replaced(own.roads, open, { ...road, points: [...road.points, at] }));
	return withRoads(document, zone, replaced(own.roads, open, laid({ ...road, ends: [...road.ends, exit] }, own, file)));
}

const begin = (document: Doc, zone: number, exit: string): Doc =>
	withRoads(document, zone, [...roadsOf(document, zone), { ends: [exit], points: [], spaces: [] }]);

/** A whole road at once, without points. Null where one of its exits is taken. */
export function join(document: Doc, zone: number, file: ZoneFile, from: string, to: string): Doc | null {
	const own = read(document)[zone];
	if (!own || from === to || isTaken(own, from) || isTaken(own, to)) return null;
	const road = laid({ ends: [from, to], points: [], spaces: [] }, own, file);
	return withRoads(document, zone, [...own.roads, road]);
}

export function rub(document: Doc, zone: number, road: number): Doc {
	return withRoads(document, zone, replaced(roadsOf(document, zone), road));
}

/** Other points for a road: it is divided anew, and keeps what its spaces were as far as they are still there. */
export function bend(document: Doc, zone: number, file: ZoneFile, road: number, points: Point[]): Doc {
	const own = read(document)[zone];
	const now = own?.roads[road];
	if (!own || !now) return document;
	return withRoads(document, zone, replaced(own.roads, road, laid({ ...now, points }, own, file)));
}

/** The road with its spaces; one that has only one end has none. */
function laid(road: OwnRoad, own: OwnZone, file: ZoneFile): OwnRoad {
	const [from, to] = road.ends;
	if (!from || !to) return { ...road, spaces: [] };
	const bows = divide(gateOf(own, file, from), road.points, gateOf(own, file, to));
	const spaces = bows.map((bow, n) => kept(bow, (n + 0.5) / bows.length, road.spaces, bows.length));
	return { ...road, spaces };
}

/** A space as it lies now, with the terrain and notes of the one that was nearest to it. */
function kept(bow: Bow, share: number, old: Space[], count: number): Space {
	const corner = Math.abs(bow.bend) >= CORNER - 0.05;
	const same = old.filter((one) => (one.kind === "corner") === corner);
	const place = (one: Space): number => Math.abs((old.indexOf(one) + 0.5) / old.length - share);
	const [was] = same.toSorted((one, other) => place(one) - place(other));
	const beside = { left: was?.left ?? "g", right: was?.right ?? "g" };
	const near = was !== undefined && place(was) < 1 / count;
	if (corner)
		return cornered({ ...bow, kind: "corner", ...beside }, was?.in ?? usualNote(bow.bend), was?.out, was?.cut?.note);
	if (near && was.kind === "bump") return { ...bow, kind: "bump", note: was.note, width: 2, ...beside };
	return { ...bow, kind: "straight", width: near ? (was.width ?? 2) : 2, ...beside };
}

/** What a corner says as a rule: the further it turns, the slower it is. */
const usualNote = (bend: number): number => (Math.abs(bend) > 80 ? 2 : Math.abs(bend) > 55 ? 3 : FAST);

const CUT = 44; // units from the middle of a corner to its shortcut

/** A corner with its notes: outside one more than inside, where there is one, and a shortcut one or two above. */
function cornered(space: Space, inside: number, outside?: number, cut?: number): Space {
	const { out: _, cut: __, ...others } = space;
	const right = space.bend > 0;
	const across = ((space.dir + (right ? 90 : -90)) * Math.PI) / 180;
	const xy: Point = [
		Math.round(space.xy[0] + CUT * Math.cos(across)),
		Math.round(space.xy[1] + CUT * Math.sin(across)),
	];
	const out = outside && inside < NOTES.most ? { out: inside + 1 } : {};
	const step = cut && cut > inside + 1 ? 2 : 1;
	const short =
		cut && inside < NOTES.most ? { cut: { note: Math.min(NOTES.most, inside + step), xy, dir: space.dir } } : {};
	return { ...others, turn: right ? "R" : "L", in: inside, ...out, ...short };
}

// --- spaces --------------------------------------------------------------------------------------------------------

/** A space by its key "road:index". */
export function spaceOf(own: OwnZone | undefined, key: string): Space | undefined {
	const [road = "", index = ""] = key.split(":");
	return index ? own?.roads[Number(road)]?.spaces[Number(index)] : undefined;
}

function changeSpace(document: Doc, zone: number, key: string, told: (space: Space) => Space): Doc {
	const [road = 0, index = 0] = key.split(":").map(Number);
	const own = roadsOf(document, zone);
	const [now, space] = [own[road], own[road]?.spaces[index]];
	if (!now || !space) return document;
	return withRoads(document, zone, replaced(own, road, { ...now, spaces: replaced(now.spaces, index, told(space)) }));
}

/** What a space that is no corner is: wide, narrow or a bump. Null for a corner: the drawing made it one. */
export function shape(document: Doc, zone: number, key: string, kind: string): Doc | null {
	if (spaceOf(read(document)[zone], key)?.kind === "corner") return null;
	return changeSpace(document, zone, key, ({ note, ...space }) =>
		kind === "bump"
			? { ...space, kind: "bump", width: 2, note: note ?? 3 }
			: { ...space, kind: "straight", width: kind === "narrow" ? 1 : 2 },
	);
}

export const shapeOf = ({ kind, width }: Space): string => (kind === "bump" ? "bump" : width === 1 ? "narrow" : "wide");

/** The terrain on one side of a space. */
export function paint(document: Doc, zone: number, key: string, side: "left" | "right", terrain: string): Doc {
	return changeSpace(document, zone, key, (space) => ({ ...space, [side]: terrain }));
}

/** The note of a bump, or the inside note of a corner. */
export function note(document: Doc, zone: number, key: string, gear: number): Doc {
	return changeSpace(document, zone, key, (space) =>
		space.kind === "corner" ? cornered(space, gear, space.out, space.cut?.note) : { ...space, note: gear },
	);
}

/** A corner with or without its outside note. */
export function outside(document: Doc, zone: number, key: string, there: boolean): Doc {
	return changeSpace(document, zone, key, (space) =>
		cornered(space, space.in ?? FAST, there ? 1 : undefined, space.cut?.note),
	);
}

/** A shortcut so many gears above the inside note; nought: none. */
export function shortcut(document: Doc, zone: number, key: string, above: number): Doc {
	return changeSpace(document, zone, key, (space) =>
		cornered(space, space.in ?? FAST, space.out, above ? (space.in ?? FAST) + above : undefined),
	);
}

/** The space at a point of the board, and on which side of its middle that is. */
export function spaceAt(own: OwnZone | undefined, at: Point): { key: string; side: "left" | "right" } | null {
	const all = (own?.roads ?? []).flatMap(({ spaces }, road) =>
		spaces.map((space, index) => ({
			key: `${road}:${index}`,
			space,
			gap: Math.hypot(space.xy[0] - at[0], space.xy[1] - at[1]),
		})),
	);
	const nearest = all.toSorted((one, other) => one.gap - other.gap)[0];
	if (!nearest || nearest.gap > 1.7 * NEAR) return null;
	const { space, key } = nearest;
	const across = ((space.dir + 90) * Math.PI) / 180;
	const aside = (at[0] - space.xy[0]) * Math.cos(across) + (at[1] - space.xy[1]) * Math.sin(across);
	return { key, side: aside < 0 ? "left" : "right" };
}

/** The point of a road that lies at a place: "road:point", or empty. */
export function pointAt(own: OwnZone | undefined, at: Point): string {
	for (const [road, { points }] of (own?.roads ?? []).entries())
		for (const [n, [x, y]] of points.entries()) if (Math.hypot(x - at[0], y - at[1]) < NEAR) return `${road}:${n}`;
	return "";
}

/** Where a finding lies: on a space, at an exit or in a zone. */
export function placeOf(document: Doc, file: ZoneFile, found: string): { zone: number; at: Point } | null {
	const [, number = "", rest = ""] = /^zones\[(\d+)\](.*)$/.exec(found) ?? [];
	const own = number ? read(document)[Number(number)] : undefined;
	if (!own) return null;
	const [, exit] = /^\.exits\.(\d)$/.exec(rest) ?? [];
	const [, road = "", index = ""] = /^\.roads\[(\d+)\](?:\.spaces\[(\d+)\])?/.exec(rest) ?? [];
	const spaces = own.roads[Number(road)]?.spaces ?? [];
	const space = index ? spaces[Number(index)] : road ? spaces[Math.floor(spaces.length / 2)] : undefined;
	const end = road ? own.roads[Number(road)]?.ends[0] : exit;
	const at = space?.xy ?? (end ? gateOf(own, file, end).xy : ([file.board[0] / 2, file.board[1] / 2] as Point));
	return { zone: Number(number), at };
}

/** The points that a road without any was drawn through: where its arcs would have their corners. */
export function pointsOf({ points, spaces }: OwnRoad): Point[] {
	if (points.length) return points;
	return spaces
		.filter(({ bend: turn }, n) => Math.abs(turn) >= CORNER && n > 1 && n < spaces.length - 2)
		.map(({ xy }) => xy);
}
