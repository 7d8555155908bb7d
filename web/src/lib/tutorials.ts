// A game's tutorial: a record to drive through and the places where it stops to explain, one file per language. How far
// somebody has come is kept in the browser.

import { keep, kept } from "./kept";
import { settings } from "./settings.svelte";
import type { Json } from "./types";
import { typesetIn } from "./typography";

export interface Stop {
	at: number; // entries of the log played before the stop
	title: string;
	text: string;
	clause?: string;
	button?: string; // what the learner is to do, or what pressing on does, in words
	tasks?: string[]; // … move by move, where there are several
}

export interface Tutorial {
	record: Json;
	stops: Stop[];
}

const records = import.meta.glob<{ default: Json }>("../boards/*/tutorial/record.json");
const stops = import.meta.glob<{ default: Stop[] }>("../boards/*/tutorial/stops.*.json");

export async function loadTutorial(game: string): Promise<Tutorial | null> {
	const record = await records[`../boards/${game}/tutorial/record.json`]?.();
	const told =
		stops[`../boards/${game}/tutorial/stops.${settings.values.language}.json`] ??
		stops[`../boards/${game}/tutorial/stops.en.json`];
	const found = await told?.();
	return record && found ? { record: record.default, stops: typesetIn(found.default, settings.values.language) } : null;
}

/** Which games have one: the page offers no others. */
export function hasTutorial(game: string): boolean {
	return `../boards/${game}/tutorial/record.json` in records;
}

const storage = (game: string): string => `parcferme.lesson.${game}`;

/** Where a learner was; a lesson that was finished begins anew. */
export function placeIn({ stops }: Tutorial, game: string): number {
	const place = Number(kept(storage(game)) ?? 0);
	return place > 0 && place < stops.length - 1 ? place : 0;
}

export function keepPlace(game: string, place: number): void {
	keep(storage(game), String(place));
}

/** Somebody who has neither begun the lesson nor played the game from here: it is offered to them. */
export function isNewTo(game: string): boolean {
	return hasTutorial(game) && kept(storage(game)) === null;
}
