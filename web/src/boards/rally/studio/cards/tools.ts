// Strokes on road cards of one's own: squares with their levels, fords and hairpins, and where the road leaves the card.

import type { Options } from "../../../../lib/courses";
import { moved, objects, replaced } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";

export interface Card {
	no: number;
	name: string;
	exit: string;
	squares: string[]; // a level, with f for a ford or h for a hairpin: "4f"
	fast: boolean;
}
export const EXITS = ["S", "L", "R"];
export const LEVELS = ["0", "1", "2", "3", "4"];
export const MARKS = ["", "f", "h"];
const MOST_SQUARES = 20;
const NEW = ["0", "0", "1", "0", "1", "2", "1", "0", "1", "0"];

export function read(document: Doc): Card[] {
	return objects(Reflect.get(document, "cards")).map((card) => ({
		no: Number(card.no ?? 0),
		name: String(card.name ?? ""),
		exit: String(card.exit ?? "S"),
		squares: String(card.squares ?? "")
			.split(" ")
			.filter(Boolean),
		fast: card.fast === true,
	}));
}

/** Squares are numbered through all cards, as they are printed. */
function write(document: Doc, cards: Card[]): Doc {
	let first = 1;
	const written = cards.map(({ no, name, exit, squares, fast }) => {
		const card = { no, name, exit, squares: squares.join(" "), first, ...(fast ? { fast } : {}) };
		first += squares.length;
		return card;
	});
	return { ...document, cards: written };
}

export const titled = (document: Doc, name: string): Doc => ({ ...document, name });
export const pictured = (document: Doc): Options => ({ cards: document as Json });

const freeNumber = (cards: Card[]): number => Math.max(0, ...cards.map(({ no }) => no)) + 1;

export function add(document: Doc, name: string, exit = "S", squares = NEW): Doc | null {
	const cards = read(document);
	return name.trim()
		? write(document, [...cards, { no: freeNumber(cards), name: name.trim().slice(0, 40), exit, squares, fast: false }])
		: null;
}

/** The same card once more, under a number of its own. */
export function again(document: Doc, at: number): Doc {
	const cards = read(document);
	const card = cards[at];
	return card ? write(document, [...cards, { ...card, no: freeNumber(cards) }]) : document;
}

export function change(document: Doc, at: number, told: Partial<Card>): Doc {
	const cards = read(document);
	const card = cards[at];
	return card ? write(document, replaced(cards, at, { ...card, ...told })) : document;
}

export const lift = (document: Doc, at: number): Doc => write(document, replaced(read(document), at));

export function reorder(document: Doc, at: number, by: number): Doc | null {
	const cards = read(document);
	return at + by < 0 || at + by >= cards.length ? null : write(document, moved(cards, at, at + by));
}

export const levelOf = (square: string): string => square.replace(/\D/g, "") || "0";
export const markOf = (square: string): string => square.replace(/\d/g, "");

/** Another level or mark on a square of a card. */
export function mark(document: Doc, at: number, square: number, level: string, sign: string): Doc {
	const squares = read(document)[at]?.squares ?? [];
	return square in squares ? change(document, at, { squares: replaced(squares, square, level + sign) }) : document;
}

/** A square more at the end, or the last one less; null where a card would have too many or none. */
export function resize(document: Doc, at: number, by: 1 | -1): Doc | null {
	const squares = read(document)[at]?.squares ?? [];
	const next = by > 0 ? [...squares, "0"] : squares.slice(0, -1);
	return next.length && next.length <= MOST_SQUARES ? change(document, at, { squares: next }) : null;
}

/** Squares as somebody types them; null where one is no level. */
export function typed(document: Doc, at: number, text: string): Doc | null {
	const squares = text.trim().split(/[\s,]+/);
	const sound = squares.length <= MOST_SQUARES && squares.every((square) => /^[0-4][fh]?$/.test(square));
	return sound ? change(document, at, { squares }) : null;
}
