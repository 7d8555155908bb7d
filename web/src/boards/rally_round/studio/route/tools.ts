// Strokes on a marked map: each takes a document and gives another. The ways drawn here are only for the eye; what is
// the Correct Route, how long it is and what is wrong with it, the checks say.

import type { Options } from "../../../../lib/courses";
import { moved, objects, replaced } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";
import type { Network } from "../../survey";

export interface Control {
	type: "TC" | "PC";
	square: number;
	from: number | null;
	kind: string; // of the section that ends here; empty at the Start and at a Passage Control
	mph: number;
}
export interface Marked {
	controls: Control[];
	spots: number[];
}
export const KINDS = ["road", "selective", "regularity", "stage"];
export const MPH = { least: 20, most: 30 };
const PREFIX: Record<string, string> = { road: "TC", selective: "STC", regularity: "RTC", stage: "SSF" };
/** What each tool lays: a control of a kind, or a Black Spot. */
export const TOOLS = ["road", "pc", "selective", "regularity", "stage", "spot"];
export const first = "road";

export function read(document: Doc): Marked {
	const controls = objects(Reflect.get(document, "controls")).map(
		(one): Control => ({
			type: one.type === "PC" ? "PC" : "TC",
			square: Number(one.square ?? 0),
			from: typeof one.from === "number" ? one.from : null,
			kind: typeof one.kind === "string" ? one.kind : "",
			mph: Number(one.mph ?? 0),
		}),
	);
	const spots = Reflect.get(document, "black_spots");
	const listed: unknown[] = Array.isArray(spots) ? spots : [];
	return { controls, spots: listed.map((one) => Number(objects([one])[0]?.square ?? one)).filter(Number.isFinite) };
}

/** The document with other markers. Only what somebody chose is written: labels, distances and targets follow. */
function write(document: Doc, { controls, spots }: Marked): Doc {
	const written = controls.map(({ type, square, from, kind, mph }, at) => ({
		type,
		square,
		...(at ? { from } : {}),
		...(at && type === "TC" ? { kind: kind || "road" } : {}),
		...(at && type === "TC" && kind === "regularity" ? { mph: mph || 24 } : {}),
	}));
	return { ...document, controls: written, black_spots: spots.map((square) => ({ square })) };
}

/** The map that a route carries with it; nothing where it lies on the house's. */
export const ownMap = (document: Doc): Json | undefined => objects([Reflect.get(document, "map")])[0];

export function pictured(document: Doc): Options {
	const map = ownMap(document);
	return { marked_map: document as Json, ...(map ? { map } : {}) };
}

/** A route over another map begins anew. */
export function over(document: Doc, map: Json): Doc {
	return { ...write(document, { controls: [], spots: [] }), map };
}
export const titled = (document: Doc, name: string): Doc => ({ ...document, name });

/** What a control is called: by its kind and its number in running order. */
export function labelOf({ type, kind }: Control, at: number): string {
	return `${type === "PC" ? "PC" : (PREFIX[kind] ?? "TC")}${at + 1}`;
}

/** The neighbours of each square. */
export function neighbours({ roads }: Pick<Network, "roads">): Map<number, number[]> {
	const near = new Map<number, number[]>();
	for (const [a, b] of roads) {
		near.set(a, [...(near.get(a) ?? []), b]);
		near.set(b, [...(near.get(b) ?? []), a]);
	}
	return near;
}

/** The way with the fewest squares from one to another that goes round what is closed; empty where there is none. */
export function wayTo(near: Map<number, number[]>, from: number, to: number, closed: Set<number>): number[] {
	const came = new Map<number, number>([[from, from]]);
	const waiting = [from];
	for (const here of waiting) {
		if (here === to) break;
		for (const next of near.get(here) ?? []) {
			if (came.has(next) || closed.has(next)) continue;
			came.set(next, here);
			waiting.push(next);
		}
	}
	if (!came.has(to)) return [];
	const way = [to];
	for (let at = to; at !== from; at = came.get(at) ?? from) way.unshift(came.get(at) ?? from);
	return way;
}

/** A way to each control, entered from its arrow's side; empty where there is none. */
export function legs(near: Map<number, number[]>, { controls, spots }: Marked): number[][] {
	const closed = new Set([...spots, controls[0]?.square ?? 0, controls.at(-1)?.square ?? 0]);
	return controls.map((control, at) => {
		const before = controls[at - 1];
		if (!before || control.from === null) return [];
		const blocked = new Set([...closed, control.square]);
		const way = control.from === before.square ? [before.square] : wayTo(near, before.square, control.from, blocked);
		const leg = way.length ? [...way, control.square] : [];
		for (const square of leg) closed.add(square);
		return leg;
	});
}

/** The side from which a marker is likeliest entered: where the shortest way from the last control comes in. */
function likelyFrom(near: Map<number, number[]>, marked: Marked, square: number): number | null {
	const last = marked.controls.at(-1);
	if (!last) return null;
	const used = new Set([...marked.spots, ...legs(near, marked).flat()]);
	used.delete(last.square);
	return wayTo(near, last.square, square, used).at(-2) ?? near.get(square)?.[0] ?? null;
}

/** Of ways that are equally short: the squares of each that not all of them share. */
export const apart = (ways: number[][]): number[][] =>
	ways.map((way) => way.filter((square) => ways.some((other) => !other.includes(square))));

/** Ways are told apart by letters. */
export const wayName = (n: number): string => String.fromCharCode(65 + n);

/** Which marker stands on a square: a control by its place in the order, or a Black Spot. */
export function markerOn(document: Doc, square: number): { control: number } | { spot: number } | null {
	const { controls, spots } = read(document);
	const control = controls.findIndex((one) => one.square === square);
	if (control >= 0) return { control };
	const spot = spots.indexOf(square);
	return spot >= 0 ? { spot } : null;
}

/** Lay what a tool lays; null where a marker stands there already. */
export function lay(document: Doc, near: Map<number, number[]>, tool: string, square: number): Doc | null {
	if (markerOn(document, square) || !near.has(square)) return null;
	const marked = read(document);
	if (tool === "spot") return write(document, { ...marked, spots: [...marked.spots, square] });
	const start = marked.controls.length === 0;
	const control: Control = {
		type: tool === "pc" && !start ? "PC" : "TC",
		square,
		from: likelyFrom(near, marked, square),
		kind: tool === "pc" || start ? "" : tool,
		mph: tool === "regularity" ? 24 : 0,
	};
	return write(document, { ...marked, controls: [...marked.controls, control] });
}

export function lift(document: Doc, square: number): Doc {
	const { controls, spots } = read(document);
	return write(document, {
		controls: controls.filter((one) => one.square !== square),
		spots: spots.filter((one) => one !== square),
	});
}

/** Another arrow, kind or speed for a control. */
export function change(document: Doc, at: number, told: Partial<Control>): Doc {
	const marked = read(document);
	const control = marked.controls[at];
	if (!control) return document;
	return write(document, { ...marked, controls: replaced(marked.controls, at, { ...control, ...told }) });
}

/** A control earlier or later in the running order. */
export function reorder(document: Doc, at: number, by: number): Doc | null {
	const marked = read(document);
	if (at + by < 0 || at + by >= marked.controls.length) return null;
	return write(document, { ...marked, controls: moved(marked.controls, at, at + by) });
}

/** A marker shifted to another square, its arrow turned to a side that is there; null where there is no room. */
export function shift(document: Doc, near: Map<number, number[]>, square: number, to: number): Doc | null {
	const marker = markerOn(document, square);
	const beside = near.get(to);
	if (!marker || !beside || markerOn(document, to)) return null;
	const marked = read(document);
	if ("spot" in marker) return write(document, { ...marked, spots: replaced(marked.spots, marker.spot, to) });
	return change(document, marker.control, { square: to, from: beside[0] ?? null });
}

/** The squares a finding is about. */
export function squaresAt(document: Doc, place: string): number[] {
	const { controls, spots } = read(document);
	const [, list, index] = /^(controls|black_spots)\[(\d+)\]/.exec(place) ?? [];
	const at = list === "controls" ? controls[Number(index)]?.square : list ? spots[Number(index)] : undefined;
	return at === undefined ? [] : [at];
}
