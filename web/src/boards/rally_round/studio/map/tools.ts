// Strokes on a map: squares of road on the half grid, what lies on them, names, Hidden Tracks, rivers and woods. Each takes
// a document and gives another; what somebody wrote into the file beside that stays as it is.

import type { Options } from "../../../../lib/courses";
import { list, objects, replaced } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";
import type { Colour } from "../../view";
import { neighbours } from "../route/tools";

export type Entry = Record<string, Json>;
export interface Point {
	x: number;
	y: number;
}
export interface Square extends Point {
	id: number;
	colour: Colour;
	feature: Entry | null;
	chequered: string;
	entry: Entry; // as it stands in the file
}
export interface Drawn {
	squares: Square[];
	edges: [number, number][];
	tracks: Entry[];
	places: Entry[];
	rivers: Entry[];
	woods: Entry[];
	roads: Entry[]; // those with a name
}

export const COLOURS: Colour[] = ["R", "O", "Y", "W"];
export const FEATURES = ["hazard", "bend", "gradient", "giveway", "ford", "bridge", "qz", "rough"];
export const NAMES = ["chequered", "place", "track", "river", "wood"];
export const first = "R";
const SIZE = { width: 45, height: 30 }; // of the published sheet, in squares
export const BENDS = { least: 10, most: 100 };
const NORM: Record<Colour, number> = { R: 40, O: 40, Y: 30, W: 20 }; // what a bend of a road says as a rule
const TOUCH = 0.6; // squares: nearer than that two cannot lie

const colourOf = (value: unknown): Colour => COLOURS.find((one) => one === value) ?? "W";
const pairOf = (pair: unknown): [number, number] => [Number(list(pair)[0] ?? 0), Number(list(pair)[1] ?? 0)];

function squareOf(entry: Entry): Square {
	const [feature] = objects([entry.feature]);
	const chequered = typeof entry.chequered === "string" ? entry.chequered : "";
	const [id, x, y] = [Number(entry.id), Number(entry.x), Number(entry.y)];
	return { id, x, y, colour: colourOf(entry.colour), feature: feature ?? null, chequered, entry };
}

export function read(document: Doc): Drawn {
	const part = (name: string): unknown => Reflect.get(document, name);
	const decoration = objects([part("decoration")])[0] ?? {};
	return {
		squares: objects(part("squares")).map(squareOf),
		edges: list(part("edges")).map(pairOf),
		tracks: objects(part("hidden_tracks")),
		places: objects(part("places")),
		rivers: objects(part("rivers")),
		woods: objects(decoration.woods),
		roads: objects(part("roads")),
	};
}

function entryOf({ id, x, y, colour, feature, chequered, entry }: Square): Entry {
	const { feature: _, chequered: __, ...others } = entry;
	return { ...others, id, x, y, colour, ...(feature ? { feature } : {}), ...(chequered ? { chequered } : {}) };
}

/** The document with other things drawn on it. Nothing is left that hangs on a square that has gone. */
export function write(document: Doc, drawn: Drawn): Doc {
	const there = new Set(drawn.squares.map(({ id }) => id));
	const both = (ends: unknown): boolean => pairOf(ends).every((end) => there.has(end));
	const edges = drawn.edges.filter(both);
	const near = neighbours({ roads: edges });
	const squares = drawn.squares.map((square) => settled(square, near.get(square.id) ?? []));
	const wood = Reflect.get(document, "decoration");
	return {
		...document,
		squares: squares.map(entryOf),
		edges,
		...laid(
			"hidden_tracks",
			drawn.tracks.filter((track) => both(track.ends)),
		),
		places: drawn.places.map((place) => (there.has(Number(place.square)) ? place : without(place, "square"))),
		...laid("rivers", bridged(drawn.rivers, squares)),
		...laid("roads", named(drawn.roads, there)),
		...(wood || drawn.woods.length ? { decoration: { ...Object(wood), woods: drawn.woods } } : {}),
	};
}

/** A list where there is something in it; else the field goes. */
const laid = (name: string, all: Entry[]): object => ({ [name]: all.length ? all : undefined });

function without(entry: Entry, name: string): Entry {
	const { [name]: _, ...others } = entry;
	return others;
}

/** An arrow that points to a neighbour that has gone turns to another. */
function settled(square: Square, near: number[]): Square {
	const { feature } = square;
	if (feature?.type === "gradient" && !near.includes(Number(feature.to)) && near[0])
		return { ...square, feature: { ...feature, to: near[0] } };
	if (feature?.type === "giveway" && !list(feature.major).every((one) => near.includes(Number(one))))
		return { ...square, feature: { ...feature, major: near.slice(0, 1) } };
	return square;
}

/** The named roads, without the squares that are no more. */
function named(roads: Entry[], there: Set<number>): Entry[] {
	return roads
		.map((road) => ({
			...road,
			squares: list(road.squares)
				.map(Number)
				.filter((id) => there.has(id)),
		}))
		.filter((road) => road.squares.length);
}

/** Fords and bridges lie on a river, each on the one it lay on, else on the nearest. */
function bridged(rivers: Entry[], squares: Square[]): Entry[] {
	const wet = squares.filter(({ feature }) => feature?.type === "ford" || feature?.type === "bridge");
	const crossing = (river: Entry, id: number): boolean => list(river.crossings).includes(id);
	const river = (square: Square): Entry | undefined =>
		rivers.find((one) => crossing(one, square.id)) ??
		rivers.toSorted((one, other) => apart(one, square) - apart(other, square))[0];
	return rivers.map((one) => ({
		...one,
		crossings: wet.filter((square) => river(square) === one).map(({ id }) => id),
	}));
}

const apart = (shape: Entry, { x, y }: Point): number =>
	Math.min(...list(shape.points).map((point) => Math.hypot(pairOf(point)[0] - x, pairOf(point)[1] - y)));

export const pictured = (document: Doc): Options => ({ map: document as Json });

export const titled = (document: Doc, name: string): Doc => ({ ...document, name });

// --- roads ---------------------------------------------------------------------------------------------------------

const onGrid = (value: number): number => Math.round(value * 2) / 2;
export const snapped = ({ x, y }: Point): Point => ({ x: onGrid(x), y: onGrid(y) });

/** The sheet: as large as the file says, else as the published one or, where its squares lie beyond that, as they ask for. */
export function sheetOf(document: Doc): { width: number; height: number } {
	const [units] = objects([Reflect.get(document, "units")]);
	const { squares } = read(document);
	const reach = (side: "x" | "y"): number => Math.ceil(Math.max(...squares.map((one) => one[side])) + 1);
	return {
		width: Number(units?.width) || Math.max(SIZE.width, reach("x")),
		height: Number(units?.height) || Math.max(SIZE.height, reach("y")),
	};
}

/** The nearest point of the half grid that lies on the sheet. */
export function placed(document: Doc, { x, y }: Point): Point {
	const { width, height } = sheetOf(document);
	const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
	return snapped({ x: within(x, width), y: within(y, height) });
}

/** The square that lies at a point, if one does. */
export function squareAt(document: Doc, point: Point): Square | undefined {
	const gap = (one: Square): number => Math.hypot(one.x - point.x, one.y - point.y);
	const [nearest] = read(document).squares.toSorted((one, other) => gap(one) - gap(other));
	return nearest && gap(nearest) < TOUCH ? nearest : undefined;
}

export interface Laid {
	document: Doc;
	end: number; // the square the road ends on
	squares: number; // that are new
	joins: boolean; // it ends on a square that was there
}

/** A square of road at a point; with `from` a road of as many squares as lie between. Where it meets a road it joins it. */
export function road(document: Doc, colour: Colour, from: number, to: Point): Laid {
	const drawn = read(document);
	const squares = [...drawn.squares];
	const edges = [...drawn.edges];
	let last = from;
	for (const point of stepsTo(
		squares.find(({ id }) => id === from),
		to,
	)) {
		const there = squares.find((one) => Math.hypot(one.x - point.x, one.y - point.y) < TOUCH);
		const next = there?.id ?? freeId(drawn, squares);
		if (!there) squares.push(squareOf({ id: next, ...point, colour }));
		if (last && last !== next && !edges.some((pair) => pair.includes(last) && pair.includes(next)))
			edges.push([last, next]);
		last = next;
	}
	const laid = squares.length - drawn.squares.length;
	const joins = drawn.squares.some(({ id }) => id === last);
	return { document: write(document, { ...drawn, squares, edges }), end: last, squares: laid, joins };
}

/** The points of the half grid from a square to another place, one square apart as far as the grid allows. */
function stepsTo(from: Square | undefined, to: Point): Point[] {
	if (!from) return [to];
	const count = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y)));
	return Array.from({ length: count }, (_, n) => {
		const share = (n + 1) / count;
		return n + 1 === count ? to : snapped({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
	});
}

function freeId(drawn: Drawn, squares: Square[]): number {
	return 1 + Math.max(0, ...squares.map(({ id }) => id), ...drawn.tracks.map(({ id }) => Number(id)));
}

/** Rub out a square with its roads; of a place, a track, a river or a wood, that. */
export function rub(document: Doc, key: string): Doc {
	const drawn = read(document);
	const [kind = "", index = ""] = key.split(":");
	const at = Number(index);
	const part = PARTS[kind];
	if (part) return write(document, { ...drawn, [part]: replaced(drawn[part], at) });
	return write(document, { ...drawn, squares: drawn.squares.filter(({ id }) => id !== Number(key)) });
}

type Listed = "places" | "tracks" | "rivers" | "woods" | "roads";
const PARTS: Record<string, Listed> = {
	place: "places",
	track: "tracks",
	river: "rivers",
	wood: "woods",
	road: "roads",
};

// --- what lies on a square -----------------------------------------------------------------------------------------

export const near = (document: Doc): Map<number, number[]> => neighbours({ roads: read(document).edges });

/** A square changed. */
export function change(document: Doc, id: number, told: Partial<Square>): Doc {
	const drawn = read(document);
	const squares = drawn.squares.map((square) => (square.id === id ? { ...square, ...told } : square));
	return write(document, { ...drawn, squares });
}

/** The neighbours that a sign may point at: of a Give Way those on a major road, if there are any. */
export function aims(document: Doc, { id, feature }: Square): number[] {
	const beside = near(document).get(id) ?? [];
	if (feature?.type !== "giveway") return beside;
	const major = new Set(read(document).squares.flatMap((one) => ("RO".includes(one.colour) ? [one.id] : [])));
	const found = beside.filter((one) => major.has(one));
	return found.length ? found : beside;
}

/** A feature as it is first laid. */
function fresh(document: Doc, square: Square, type: string): Entry {
	const [aim = 0] = aims(document, { ...square, feature: { type } });
	if (type === "bend") return { type, limit: NORM[square.colour] };
	if (type === "gradient") return { type, to: aim, strength: 1 };
	if (type === "giveway") return { type, major: aim ? [aim] : [] };
	return { type };
}

/** Lay a feature, or make the square chequered; none of both where it has one. Null where there is no square. */
export function lay(document: Doc, tool: string, id: number, name = ""): Doc | null {
	const square = read(document).squares.find((one) => one.id === id);
	if (!square) return null;
	if (tool === "chequered") return change(document, id, { feature: null, chequered: square.chequered || name });
	return change(document, id, { feature: fresh(document, square, tool), chequered: "" });
}

/** Where the sign of a square points; nought where it points nowhere. */
export const aimOf = ({ feature }: Square): number => Number(feature?.to ?? list(feature?.major)[0] ?? 0);

export function aim(document: Doc, square: Square, at: number): Doc {
	const told: Entry = square.feature?.type === "giveway" ? { major: [at] } : { to: at };
	return change(document, square.id, { feature: { ...square.feature, ...told } });
}

/** The sign turned to the next road, a bend's figure to the next. Null where nothing turns. */
export function turn(document: Doc, id: number): Doc | null {
	const square = read(document).squares.find((one) => one.id === id);
	if (square?.feature?.type === "bend")
		return change(document, id, { feature: { ...square.feature, limit: (Number(square.feature.limit) % 100) + 10 } });
	if (!square || !aimOf(square)) return null;
	const ways = aims(document, square);
	const next = ways[(ways.indexOf(aimOf(square)) + 1) % ways.length];
	return next ? aim(document, square, next) : null;
}

/** How many squares of a colour there are, or carry a feature; of what stands beside the roads, how many. */
export function count({ squares, places, tracks, rivers, woods }: Drawn, tool: string, colour?: Colour): number {
	const beside: Record<string, Entry[]> = { place: places, track: tracks, river: rivers, wood: woods };
	if (beside[tool]) return beside[tool].length;
	if (COLOURS.some((one) => one === tool)) return squares.filter((one) => one.colour === tool).length;
	if (tool === "chequered") return squares.filter((one) => one.chequered).length;
	return squares.filter((one) => one.feature?.type === tool && (!colour || one.colour === colour)).length;
}

// --- beside the roads ----------------------------------------------------------------------------------------------

/** A place with a name: "place:3" is its key. */
export function addPlace(document: Doc, name: string, { x, y }: Point): Doc {
	const drawn = read(document);
	const place: Entry = { name, kind: "village", x, y, label: [x, y], anchor: "middle" };
	return write(document, { ...drawn, places: [...drawn.places, place] });
}

/** A Hidden Track between two squares that no road joins. Null where one does. */
export function addTrack(document: Doc, from: number, to: number): Doc | null {
	const drawn = read(document);
	const [a, b] = [from, to].map((id) => drawn.squares.find((one) => one.id === id));
	const taken = drawn.tracks.some(({ ends }) => [from, to].every((id) => list(ends).includes(id)));
	if (!a || !b || a === b || taken || near(document).get(from)?.includes(to)) return null;
	const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
	const track: Entry = { id: freeId(drawn, drawn.squares), colour: "W", ends: [from, to], ...middle };
	return write(document, { ...drawn, tracks: [...drawn.tracks, track] });
}

/** One more point of a river or wood; of one that is not there yet, its first. */
export function addPoint(document: Doc, tool: "river" | "wood", at: number, { x, y }: Point, name: string): Doc {
	const drawn = read(document);
	const part: Listed = tool === "river" ? "rivers" : "woods";
	const shape = drawn[part][at] ?? { name, ...(tool === "river" ? { width: 3 } : {}), points: [] };
	const next = { ...shape, points: [...list(shape.points).map(pairOf), [x, y]] };
	return write(document, { ...drawn, [part]: replaced(drawn[part], at, next) });
}

/** The words on something beside the roads. */
export function rename(document: Doc, key: string, name: string): Doc {
	const drawn = read(document);
	const [kind = "", index = ""] = key.split(":");
	const part = PARTS[kind];
	const entry = part && drawn[part][Number(index)];
	if (!part || !entry || !name) return document;
	const shown: Entry = kind === "road" ? { label: true } : {};
	return write(document, { ...drawn, [part]: replaced(drawn[part], Number(index), { ...entry, name, ...shown }) });
}

/** The place in the list of the named road that a square lies on; below nought where it lies on none. */
export const roadAt = (drawn: Drawn, id: number): number =>
	drawn.roads.findIndex(({ squares }) => list(squares).map(Number).includes(id));

/** Name the road that a square lies on; without a name it has none any more. */
export function nameRoad(document: Doc, id: number, name: string): Doc {
	const drawn = read(document);
	const at = roadAt(drawn, id);
	const known = drawn.roads[at];
	const square = drawn.squares.find((one) => one.id === id);
	if (!square || (!known && !name)) return document;
	if (!known) {
		const fresh: Entry = { name, colour: square.colour, squares: along(drawn, square), label: true };
		return write(document, { ...drawn, roads: [...drawn.roads, fresh] });
	}
	const instead = name ? [{ ...known, name, label: true }] : [];
	return write(document, { ...drawn, roads: replaced(drawn.roads, at, ...instead) });
}

/** The squares of a road in their order: both ways from one, as long as one way of its colour goes on that has no name. */
function along(drawn: Drawn, from: Square): number[] {
	const beside = neighbours({ roads: drawn.edges });
	const alike = new Set(drawn.squares.filter(({ colour }) => colour === from.colour).map(({ id }) => id));
	const found = new Set([from.id]);
	const onward = (id: number): number[] =>
		(beside.get(id) ?? []).filter((next) => alike.has(next) && !found.has(next) && roadAt(drawn, next) < 0);
	const walk = (first: number | undefined): number[] => {
		const way: number[] = [];
		for (let next = first; next !== undefined; ) {
			found.add(next);
			way.push(next);
			const ways = onward(next);
			next = ways.length === 1 ? ways[0] : undefined;
		}
		return way;
	};
	const [one, other] = onward(from.id).slice(0, 2);
	const ahead = walk(one);
	const back = other !== undefined && !found.has(other) ? walk(other) : [];
	return [...back.reverse(), from.id, ...ahead];
}

/** Where a name stands. */
export function labelAt(place: Entry): Point {
	const [x, y] = list(place.label).length ? pairOf(place.label) : [Number(place.x), Number(place.y)];
	return { x, y };
}

/** The place whose name stands at a point, by its key. */
export function placeAt(document: Doc, point: Point): string {
	const gap = (place: Entry): number => Math.hypot(labelAt(place).x - point.x, (labelAt(place).y - point.y) * 2);
	const at = read(document).places.findIndex((place) => gap(place) < 2 * TOUCH);
	return at < 0 ? "" : `place:${at}`;
}

/** A square or a name put elsewhere. Null where another square lies. */
export function shift(document: Doc, key: string, to: Point): Doc | null {
	const drawn = read(document);
	const [kind, index = ""] = key.split(":");
	const place = drawn.places[Number(index)];
	if (kind === "place" && place) {
		const moved = { ...place, ...to, label: [to.x, to.y] };
		return write(document, { ...drawn, places: replaced(drawn.places, Number(index), moved) });
	}
	const other = squareAt(document, to);
	return (other && other.id !== Number(key)) || kind !== key ? null : change(document, Number(key), to);
}

/** The squares a finding is about; where it is about a track or a place, that point. */
export function pointOf(document: Doc, found: string): Point | null {
	const { squares, tracks, places } = read(document);
	const [, part = "", index = ""] = /^(squares|hidden_tracks|places)\[(\d+)\]/.exec(found) ?? [];
	const at = Number(index);
	if (part === "squares") return squares[at] ?? null;
	const entry = part === "hidden_tracks" ? tracks[at] : part ? places[at] : undefined;
	return entry ? { x: Number(entry.x), y: Number(entry.y) } : null;
}
