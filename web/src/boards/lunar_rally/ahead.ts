// A program laid while others still choose or move: "2:F1.TL.ST", for whenever that rover is programmed next.

import { documentOf } from "../../lib/content";
import type { Json } from "../../lib/types";
import type { Slots } from "./laid.svelte";

export interface Ahead {
	number: number;
	cards: string[];
}

/** In the order the hand shows them. */
export const ORDER = ["AT", "F1", "RV", "TL", "TR", "LA", "MI", "ST"];

export function write({ number, cards }: Ahead): string {
	return `${number}:${cards.join(".")}`;
}

/** What a plan says; null where there is none. */
export function aheadOf(plan: string | null): Ahead | null {
	const [number, cards] = plan?.split(":") ?? [];
	return number && cards ? { number: Number(number), cards: cards.split(".") } : null;
}

/** A rover's deck, each card as often as it holds it. */
export function deckOf(decks: Json | undefined, number: number): string[] {
	return documentOf<Record<string, string[]>>(decks)?.[String(number)] ?? [];
}

/** The cards that are not all laid yet, once each, in the hand's order. */
export function left(deck: string[], slots: Slots): string[] {
	const count = (cards: Slots, card: string): number => cards.filter((one) => one === card).length;
	return ORDER.filter((card) => count(deck, card) > count(slots, card));
}
