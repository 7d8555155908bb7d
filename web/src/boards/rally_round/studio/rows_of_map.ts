// A map file as the rows that the board's survey is made from.

import { list, objects } from "../../../lib/paths";
import type { Json } from "../../../lib/types";
import { type Network, type Survey, surveyed } from "../survey";
import type { Colour, SquareRow } from "../view";

const COLOURS: Colour[] = ["R", "O", "Y", "W"];

/** The sign's number: a bend's limit, the square a gradient leads down to (below nought where it is steep). */
function signed(feature: Record<string, Json>): number {
	if (feature.type === "bend") return Number(feature.limit ?? 0);
	if (feature.type === "gradient") return Number(feature.to ?? 0) * (Number(feature.strength ?? 1) > 1 ? -1 : 1);
	if (feature.type === "giveway") return Number(list(feature.major)[0] ?? 0);
	return 0;
}

function rowOf(square: Record<string, Json>): SquareRow {
	const colour = COLOURS.find((one) => one === square.colour) ?? "W";
	const [feature] = objects([square.feature]);
	const kind = square.chequered ? "chequered" : String(feature?.type ?? "plain");
	return [Number(square.id), Number(square.x), Number(square.y), colour, kind, feature ? signed(feature) : 0];
}

const known = new WeakMap<object, Network>();

/** Squares and roads of a map file, Hidden Tracks left out: no route is laid on them. */
export function groundOf(file: Json | undefined): Network {
	const map = file && typeof file === "object" && !Array.isArray(file) ? file : {};
	let found = known.get(map);
	if (!found) {
		const pairs = list(map.edges).map((pair) => list(pair).map(Number));
		found = {
			map: String(map.name ?? ""),
			squares: objects(map.squares).map(rowOf),
			roads: pairs.map(([a = 0, b = 0]): [number, number] => [a, b]),
		};
		known.set(map, found);
	}
	return found;
}

/** … and with its Hidden Tracks, as a board shows them. */
export function withTracks(file: Json | undefined): Network {
	const ground = groundOf(file);
	const tracks = objects(Object(file).hidden_tracks);
	const rows = tracks.map(({ id, x, y }): SquareRow => [Number(id), Number(x), Number(y), "W", "hidden", 0]);
	const roads = tracks.flatMap(({ id, ends }) => list(ends).map((end): [number, number] => [Number(id), Number(end)]));
	return { ...ground, squares: [...ground.squares, ...rows], roads: [...ground.roads, ...roads] };
}

const surveys = new WeakMap<Network, Survey>();

/** The survey of a map file. */
export function surveyOfFile(file: Json | undefined): Survey {
	const ground = groundOf(file);
	const found = surveys.get(ground) ?? surveyed(ground);
	surveys.set(ground, found);
	return found;
}
