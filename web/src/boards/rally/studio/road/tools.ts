// Strokes on a road: the cards of one stage in the order in which they are driven.

import type { Options } from "../../../../lib/courses";
import { list, moved, replaced } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import { beyond } from "../../roads";
import type { LaidCard, Point, RoadCard } from "../../view";

export interface Road {
	race: string;
	stage: string;
	cards: number[];
}
export const STAGES = ["normal", "special"];

export function read(document: Doc): Road {
	return {
		race: String(Reflect.get(document, "race") ?? ""),
		stage: String(Reflect.get(document, "stage") ?? "normal"),
		cards: list(Reflect.get(document, "cards")).filter((card) => typeof card === "number"),
	};
}

export const pictured = (document: Doc): Options => ({ route: read(document).cards.join("-") });
export const titled = (document: Doc, name: string): Doc => ({ ...document, name });
export const set = (document: Doc, told: Partial<Road>): Doc => ({ ...document, ...told });

/** The card at the end of the road; null where it lies there already. */
export function append(document: Doc, card: number): Doc | null {
	const { cards } = read(document);
	return cards.includes(card) ? null : set(document, { cards: [...cards, card] });
}

export function lift(document: Doc, at: number): Doc {
	return set(document, { cards: replaced(read(document).cards, at) });
}

/** A card earlier or later on the road. */
export function reorder(document: Doc, at: number, by: number): Doc | null {
	const { cards } = read(document);
	return at + by < 0 || at + by >= cards.length ? null : set(document, { cards: moved(cards, at, at + by) });
}

/** Another card in the place of one; null where it lies on the road already. */
export function swap(document: Doc, at: number, card: number): Doc | null {
	const { cards } = read(document);
	return cards.includes(card) ? null : set(document, { cards: replaced(cards, at, card) });
}

/** The cards as they lie, each where the one before it leads to; and the place of the next. */
export function laid(document: Doc, deck: RoadCard[]): { cards: LaidCard[]; next: { cell: Point; heading: number } } {
	let next: { cell: Point; heading: number } = { cell: [0, 0], heading: 0 };
	const cards = read(document).cards.flatMap((no) => {
		const card = deck.find((one) => one.no === no);
		if (!card) return [];
		const lying: LaidCard = { ...card, ...next, first: 0 };
		next = beyond(lying);
		return [lying];
	});
	return { cards, next };
}

/** Which card of the road a finding is about; −1: the whole road. */
export function cardAt(place: string): number {
	const [, at] = /^cards\[(\d+)\]/.exec(place) ?? [];
	return at === undefined ? -1 : Number(at);
}
