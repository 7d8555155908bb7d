// The house's road cards as the content file writes them, made ready to be drawn.

import { gt } from "../../../lib/i18n.svelte";
import { list, objects } from "../../../lib/paths";
import type { Json } from "../../../lib/types";
import type { Point, RoadCard } from "../view";

const EXITS = ["S", "L", "R"] as const;

/** What a card is printed as: its hardest feature. */
function shapeOf(marks: string[], fast: boolean): string {
	if (marks.includes("h")) return "hairpin";
	if (marks.includes("f")) return "ford";
	return fast ? "fast" : "mixed";
}

/** The points of a shape; a right turn is a left turn turned over. */
function lineOf(shapes: Json | undefined, shape: string, exit: string): Point[] {
	const [lines] = objects([objects([shapes])[0]?.[shape]]);
	const points = list(lines?.[exit === "S" ? "S" : "L"]).map((point) => list(point).map(Number));
	return points.map(([x = 0, y = 0]): Point => [x, exit === "R" ? 100 - y : y]);
}

function cardOf(card: Record<string, Json>, shapes: Json | undefined): RoadCard {
	const squares = String(card.squares ?? "").split(" ");
	const marks = squares.map((square) => square.replace(/\d/g, ""));
	const shape = shapeOf(marks, card.fast === true);
	const exit = EXITS.find((one) => one === card.exit) ?? "S";
	return {
		no: Number(card.no),
		name: String(card.name ?? ""),
		exit,
		shape,
		features: [
			...(marks.includes("f") ? ["fords"] : []),
			...(marks.includes("h") ? ["hairpins"] : []),
			...(card.fast === true ? ["fast"] : []),
		],
		levels: squares.map((square) => Number.parseInt(square, 10)),
		marks,
		line: lineOf(shapes, shape, exit),
	};
}

export function deckOf(content: Record<string, Json>): RoadCard[] {
	const [file] = objects([content["cards.json"]]);
	return objects(file?.cards).map((card) => cardOf(card, file?.shapes));
}

/** Cards of somebody's own, drawn along the lines of the house where they bring none. */
export function ownDeck(document: object, content: Record<string, Json>): RoadCard[] {
	const [own, house] = objects([document, content["cards.json"]]);
	return objects(own?.cards).map((card) => cardOf(card, own?.shapes ?? house?.shapes));
}

/** The races of the calendar, by id and name. */
export function racesOf(content: Record<string, Json>): { value: string; text: string }[] {
	const [file] = objects([content["calendar.json"]]);
	return objects(file?.races).map(({ id }) => ({ value: String(id), text: gt("rally", `choice.races.${id}`) }));
}
