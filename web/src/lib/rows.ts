// The list view of a drawing: everything in it as a row that can be read, changed, moved and taken out by keyboard.

import { t } from "./i18n.svelte";
import type { Doc, Finding } from "./studio";

/** Something that can be set, in words: one of some choices, or typed. */
export interface Field {
	label: string;
	value: string;
	choices?: { value: string; text: string }[];
	number?: { least: number; most: number };
	set: (value: string) => Doc | null; // null: it cannot be so
}

/** Something that can be done. */
export interface Act {
	text: string;
	make: () => Doc | null; // null: there is no room for it
}

export interface Row {
	key: string;
	group: string; // the heading it stands under
	name: string;
	note?: string;
	fields?: Field[];
	acts?: Act[];
}

/** What would settle a finding for certain, where something would. */
export type Mend = (finding: Finding) => Act | null;

/** Something new: what is asked for, and the drawing with it. */
export interface Adder {
	text: string; // of the button
	fields: { name: string; label: string; choices?: { value: string; text: string }[]; value: string }[];
	make: (values: Record<string, string>) => Doc | null;
}

/** Strokes on one card of a deck. */
export interface CardTools {
	again: (document: Doc, at: number) => Doc;
	reorder: (document: Doc, at: number, by: number) => Doc | null;
	lift: (document: Doc, at: number) => Doc;
}

/** What can be done with a card of a deck; `word` is the game's own language. */
export function actsOnCard(word: (key: string) => string, tools: CardTools, document: Doc, at: number): Act[] {
	return [
		{ text: word("again"), make: () => tools.again(document, at) },
		{ text: word("earlier"), make: () => tools.reorder(document, at, -1) },
		{ text: word("later"), make: () => tools.reorder(document, at, 1) },
		{ text: t("studio.lift"), make: () => tools.lift(document, at) },
	];
}

/** Rows under their headings, in the order in which these come first. */
export function grouped(rows: Row[]): { group: string; rows: Row[] }[] {
	const groups = new Map<string, Row[]>();
	for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
	return [...groups].map(([group, rows]) => ({ group, rows }));
}
