// What lies around the roads, from the map's content file, as a few large paths: woods, contours, water, houses, names.

import { documentOf } from "../../lib/content";
import type { Json } from "../../lib/types";
import { at, type Spot, UNIT } from "./survey";

type Points = [number, number][];

interface MapFile {
	name: string;
	units: { width: number; height: number };
	roads: { name: string; colour: string; squares: number[]; label?: boolean }[];
	squares: { id: number; x: number; y: number; road?: string; ref?: string; chequered?: string }[];
	rivers: { name: string; width?: number; points: Points; label?: [number, number, number] }[];
	places: { name: string; kind?: string; x: number; y: number; label?: [number, number]; anchor?: string }[];
	decoration: {
		woods: { name: string; points: Points; label?: [number, number] }[];
		lakes: { name: string; points: Points; label?: [number, number] }[];
		contours: { height: number; points: Points }[];
		exits: { to: string; points: Points }[];
		buildings: { x: number; y: number; w: number; h: number; angle: number }[];
		symbols: { kind: string; x: number; y: number; height?: number }[];
	};
}
/** A map of somebody's own has of the land what its maker drew. */
type OwnFile = Partial<Omit<MapFile, "decoration">> & { decoration?: Partial<MapFile["decoration"]> };

const BARE: MapFile["decoration"] = { woods: [], lakes: [], contours: [], exits: [], buildings: [], symbols: [] };
const WIDTH = 3; // of a river that says nothing of it

export interface Label extends Spot {
	text: string;
	kind: string;
	anchor: string;
	turn: number;
}

export interface Land {
	width: number;
	height: number;
	woods: string;
	trees(): string; // thousands of them: asked for once
	lakes: string;
	contours: string;
	rivers: { width: number; d: string }[];
	exits: string;
	houses: string;
	churches: string;
	grass: string;
	marsh: string;
	labels: Label[];
	grid: string;
	refs: { x: number; y: number; text: string }[];
	roadOf: Map<number, string>;
	refOf: Map<number, string>;
}

const known = new WeakMap<object, Land>();

/** The land of a content file, if it is the map that is played on. */
export function landOf(file: Json | undefined, map: string): Land | null {
	const found = documentOf<OwnFile>(file);
	if (found?.name !== map) return null;
	let land = known.get(found);
	if (!land) {
		land = drawable(found);
		known.set(found, land);
	}
	return land;
}

/** The land, or none of it where somebody wrote what cannot be drawn: the roads are enough to play on. */
function drawable(file: OwnFile): Land {
	try {
		return make(whole(file));
	} catch {
		return make(whole({ name: file.name, squares: file.squares }));
	}
}

/** The file with nothing where it says nothing; a sheet that is not measured is as large as its roads ask for. */
function whole(file: OwnFile): MapFile {
	const squares = file.squares ?? [];
	const most = (side: "x" | "y"): number => Math.ceil((Math.max(0, ...squares.map((one) => one[side])) + 1.5) / 5) * 5;
	const units = file.units ?? { width: most("x"), height: most("y") };
	const { name = "", roads = [], rivers = [], places = [] } = file;
	return { name, units, squares, roads, rivers, places, decoration: { ...BARE, ...file.decoration } };
}

function spot([x, y]: [number, number]): Spot {
	return { x: x * UNIT, y: y * UNIT };
}

function polygon(points: Points): string {
	return `M${points.map((point) => at(spot(point))).join("L")}Z`;
}

/** A line through points without corners. */
function smooth(points: Points): string {
	const spots = points.map(spot);
	let d = `M${at(spots[0] as Spot)}`;
	for (let i = 1; i < spots.length; i++) {
		const [a, b] = [spots[i - 1] as Spot, spots[i] as Spot];
		const [before, after] = [spots[i - 2] ?? a, spots[i + 1] ?? b];
		const one = { x: a.x + (b.x - before.x) / 6, y: a.y + (b.y - before.y) / 6 };
		const two = { x: b.x - (after.x - a.x) / 6, y: b.y - (after.y - a.y) / 6 };
		d += `C${at(one)} ${at(two)} ${at(b)}`;
	}
	return d;
}

function inside(x: number, y: number, points: Points): boolean {
	let odd = false;
	for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
		const [[ax, ay], [bx, by]] = [points[i] as [number, number], points[j] as [number, number]];
		if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
	}
	return odd;
}

const APART = { x: 0.7, y: 0.55 }; // of trees in a row, and of rows
const MOST_TREES = 20_000; // of a map: where its woods are larger than anybody's, their trees stand further apart

/** Trees in rows, pushed about a little but always to the same places. */
function trees(woods: Points[]): string {
	const boxes = woods.map(boxOf);
	const area = boxes.reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0);
	const apart = Math.max(1, Math.sqrt(area / (APART.x * APART.y * MOST_TREES)));
	return woods.map((points, n) => planted(points, boxes[n] as Box, apart)).join("");
}

interface Box {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

function boxOf(points: Points): Box {
	const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
	return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function planted(points: Points, { left, right, top, bottom }: Box, apart: number): string {
	let d = "";
	for (let y = top; y < bottom; y += APART.y * apart)
		for (let x = left; x < right; x += APART.x * apart) {
			const shift = ((Math.round(x * 37 + y * 91) * 7919) % 100) / 160;
			if (inside(x + shift, y + shift / 3, points)) d += `M${at(spot([x + shift, y + shift / 3]))}l4 10h-8z`;
		}
	return d;
}

function house({ x, y, w, h, angle }: MapFile["decoration"]["buildings"][number]): string {
	const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
	const corners: Points = [
		[-w, -h],
		[w, -h],
		[w, h],
		[-w, h],
	];
	return polygon(corners.map(([dx, dy]) => [x + (dx * cos - dy * sin) / 2, y + (dx * sin + dy * cos) / 2]));
}

function make(file: MapFile): Land {
	const { woods, lakes, contours, exits, buildings, symbols } = file.decoration;
	const { width, height } = file.units;
	const marks = (kind: string, d: string): string =>
		symbols
			.filter((one) => one.kind === kind)
			.map((one) => `M${at(spot([one.x, one.y]))}${d}`)
			.join("");
	const widths = [...new Set(file.rivers.map(({ width = WIDTH }) => width))];
	return {
		width: width * UNIT,
		height: height * UNIT,
		woods: woods.map((one) => polygon(one.points)).join(""),
		trees: () => trees(woods.map((one) => one.points)),
		lakes: lakes.map((one) => polygon(one.points)).join(""),
		contours: contours.map((one) => smooth(one.points)).join(""),
		rivers: widths.map((one) => ({
			width: one,
			d: file.rivers
				.filter(({ width = WIDTH }) => width === one)
				.map((river) => smooth(river.points))
				.join(""),
		})),
		exits: exits.map((one) => smooth(one.points)).join(""),
		houses: buildings.map(house).join(""),
		churches: marks("church", "m-4 0h8v8h-8zm4 0v-12m-4 5h8"),
		grass: marks("grass", "m-5 0l-3-6m5 6v-7m5 7l3-6"),
		marsh: marks("marsh", "m-8 0h16m-12 0v-6m4 6v-8m4 8v-6"),
		labels: labels(file),
		grid: lines(width, height),
		refs: refs(width, height),
		roadOf: new Map(file.squares.map((one) => [one.id, one.road ?? ""])),
		refOf: new Map(file.squares.map((one) => [one.id, one.ref ?? ""])),
	};
}

function labels(file: MapFile): Label[] {
	const { woods, lakes, exits, symbols } = file.decoration;
	const place = (text: string, kind: string, [x, y]: [number, number], anchor = "middle", turn = 0): Label => {
		return { text, kind, ...spot([x, y]), anchor, turn };
	};
	return [
		...file.places.map((one) => place(one.name, one.kind ?? "village", one.label ?? [one.x, one.y], one.anchor)),
		...unnamed(file).map((one) => place(one.chequered ?? "", "town", [one.x, one.y - 0.7])),
		...file.rivers.filter((one) => one.label).map((one) => river(one.name, one.label as [number, number, number])),
		...[...woods].filter((one) => one.label).map((one) => place(one.name, "wood", one.label as [number, number])),
		...lakes.filter((one) => one.label).map((one) => place(one.name, "water", one.label as [number, number])),
		...exits.map((one) => place(one.to, "exit", inward(one.points.at(-1) ?? [0, 0], file.units))),
		...symbols
			.filter((one) => one.kind === "spot")
			.map((one) => place(`· ${one.height ?? ""}`, "height", [one.x, one.y], "start")),
		...symbols.filter((one) => one.kind === "PH").map((one) => place("PH", "inn", [one.x, one.y])),
		...file.roads.filter((one) => one.label || one.name.match(/^[AB]\d/)).map((one) => roadName(one, file)),
	];
	function river(text: string, [x, y, turn]: [number, number, number]): Label {
		return place(text, "water", [x, y], "middle", turn);
	}
}

/** Chequered squares whose name stands nowhere else. */
function unnamed({ squares, places }: MapFile): MapFile["squares"] {
	return squares.filter(({ chequered }) => chequered && !places.some(({ name }) => name === chequered));
}

/** A number or name along its road, beside it. */
function roadName(road: MapFile["roads"][number], file: MapFile): Label {
	const last = road.squares.length - 1;
	const middle = Math.floor(road.squares.length / 3);
	const around = [Math.max(0, middle - 1), middle, Math.min(last, middle + 1)];
	const near = around.map((i) => file.squares.find((one) => one.id === road.squares[i]));
	const [a, b, c] = near.map((one) => spot([one?.x ?? 0, one?.y ?? 0])) as [Spot, Spot, Spot];
	const upright = c.x >= a.x ? 1 : -1; // never upside down
	const turn = Math.atan2((c.y - a.y) * upright, (c.x - a.x) * upright);
	const x = b.x + Math.sin(turn) * 24;
	const y = b.y - Math.cos(turn) * 24;
	return { text: road.name, kind: `road-${road.colour}`, x, y, anchor: "middle", turn: (turn * 180) / Math.PI };
}

function inward([x, y]: [number, number], size: { width: number; height: number }): [number, number] {
	if (x >= size.width) return [x - 1.8, y + 1.25];
	return [x + 1.7, y <= 0 ? y + 0.5 : y - 0.3];
}

function lines(width: number, height: number): string {
	let d = "";
	for (let x = 0; x <= width; x += 5) d += `M${x * UNIT} 0V${height * UNIT}`;
	for (let y = 0; y <= height; y += 5) d += `M0 ${y * UNIT}H${width * UNIT}`;
	return d;
}

function refs(width: number, height: number): Land["refs"] {
	const all: Land["refs"] = [];
	for (let x = 0; x <= width; x += 5) all.push({ x: x * UNIT, y: -8, text: String(60 + x / 5) });
	for (let y = 0; y <= height; y += 5) all.push({ x: -14, y: y * UNIT + 5, text: String(20 + (height - y) / 5) });
	return all;
}
