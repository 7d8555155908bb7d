// Strokes on a deck of Contravention cards.

import type { Options } from "../../../../lib/courses";
import { moved, objects, replaced } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";

export interface Card {
	offence: boolean;
	amount: number;
	text: Record<string, string>; // by language
}
export const UNIT = 500; // francs: the smallest note
export const MOST_FRANCS = 300_000;
export const LONGEST = 160;

export function read(document: Doc): Card[] {
	return objects(Reflect.get(document, "cards")).map((card) => ({
		offence: card.offence === true,
		amount: Number(card.amount ?? 0),
		text: textsOf(card.text),
	}));
}

function textsOf(value: Json | undefined): Record<string, string> {
	const [texts] = objects([value]);
	return Object.fromEntries(Object.entries(texts ?? {}).map(([language, text]) => [language, String(text)]));
}

const write = (document: Doc, cards: Card[]): Doc => ({ ...document, cards });
export const titled = (document: Doc, title: string): Doc => ({ ...document, title });
export const pictured = (document: Doc): Options => ({ deck: document as Json });

/** A new card at the end, in the language it is written in; null without a sentence. */
export function add(document: Doc, offence: boolean, amount: number, language: string, text: string): Doc | null {
	const said = text.trim().slice(0, LONGEST);
	return said ? write(document, [...read(document), { offence, amount, text: { [language]: said } }]) : null;
}

export function change(document: Doc, at: number, told: Partial<Card>): Doc {
	const cards = read(document);
	const card = cards[at];
	return card ? write(document, replaced(cards, at, { ...card, ...told })) : document;
}

/** The card's sentence in a language; an empty one is taken out, unless it is the only one. */
export function say(document: Doc, at: number, language: string, text: string): Doc | null {
	const card = read(document)[at];
	if (!card) return null;
	const { [language]: _, ...others } = card.text;
	const said = text.trim().slice(0, LONGEST);
	if (!said && !Object.keys(others).length) return null;
	return change(document, at, { text: said ? { ...others, [language]: said } : others });
}

export const lift = (document: Doc, at: number): Doc => write(document, replaced(read(document), at));

/** The same card once more, after it. */
export function again(document: Doc, at: number): Doc {
	const cards = read(document);
	const card = cards[at];
	return card ? write(document, replaced(cards, at, card, { ...card })) : document;
}

export function reorder(document: Doc, at: number, by: number): Doc | null {
	const cards = read(document);
	return at + by < 0 || at + by >= cards.length ? null : write(document, moved(cards, at, at + by));
}

/** What a card says to a reader of a language. */
export const sentence = ({ text }: Card, language: string): string => text[language] ?? Object.values(text)[0] ?? "";
