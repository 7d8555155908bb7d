// The cards of the house file in words; a club's own cards come under the same fields.

import { documentOf } from "../../lib/content";
import { gt, t } from "../../lib/i18n.svelte";
import type { Json } from "../../lib/types";

export type Card = { id: string; name: string } & Record<string, Json>;

export const TYPES = ["S", "A", "D", "DR", "N", "E"] as const;
export const COLOURS = ["R", "O", "Y", "W"] as const;
const TABLES = [
	"start",
	"acceleration",
	"deceleration",
	"start_more",
	"acceleration_more",
	"deceleration_more",
	"bend",
];
const PLAIN = ["id", "name", "adverse", "effect", "amount", "turns"];

interface CardFile {
	kit: Card[];
	hazards: Card[];
}

/** A ready-made kit of the house: one card of each type. */
export interface Kit {
	id: string;
	cards: string[];
}

/** The ready-made kits whose cards all lie in this file. */
export function kitsOf(file: Json | undefined, cards: Card[]): Kit[] {
	const kits = documentOf<{ kits: Kit[] }>(file)?.kits ?? [];
	return kits.filter((kit) => kit.cards.every((id) => cards.some((card) => card.id === id)));
}

export function fileOf(file: Json | undefined): CardFile {
	return documentOf<CardFile>(file) ?? { kit: [], hazards: [] };
}

/** A card's name in the reader's language; a club's own cards keep the one they came with. */
export function nameOf(card: Card): string {
	const key = `word.${card.name}`;
	const said = gt("rally_round", key);
	return said === key ? card.name : said;
}

export function typeOf(id: string): string {
	return id.replace(/\d+$/, "");
}

/** Numbers by road colour that a card carries, each with what they are. */
export function tablesOf(card: Card): { key: string; values: number[] }[] {
	return TABLES.filter((key) => Array.isArray(card[key])).map((key) => ({ key, values: card[key] as number[] }));
}

/** The rest of a kit card in words. */
export function rightsOf(card: Card): string[] {
	return Object.keys(card)
		.filter((key) => !PLAIN.includes(key) && !TABLES.includes(key))
		.map((key) => t(`rally_round.right.${key}`, { n: String(card[key]) }));
}

/** What a Hazard! card does, in words. */
export function hazardText(card: Card): string {
	return t(`rally_round.hazard.${card.effect}`, { n: String(card.amount ?? ""), turns: String(card.turns ?? "") });
}

/** The cards of a kit that set a speed on a road colour: "A2 20". */
export function setters(kit: string[], cards: Card[], what: string, colour: number): { id: string; value: number }[] {
	return kit
		.map((id) => cards.find((card) => card.id === id))
		.filter((card): card is Card => card !== undefined)
		.flatMap((card) =>
			tablesOf(card)
				.filter(({ key, values }) => (key === what || key === `${what}_more`) && (values[colour] ?? 0) > 0)
				.map(({ values }) => ({ id: card.id, value: values[colour] ?? 0 })),
		);
}
