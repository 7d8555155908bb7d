// A game's tutorial: a record to drive through and the places where it stops to explain, one file per language.

import { settings } from "./settings.svelte";
import type { Json } from "./types";

export interface Stop {
	at: number; // entries of the log played before the stop
	title: string;
	text: string;
	clause?: string;
	button?: string; // what pressing on does, in words
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
	return record && found ? { record: record.default, stops: found.default } : null;
}

/** Which games have one: the page offers no others. */
export function hasTutorial(game: string): boolean {
	return `../boards/${game}/tutorial/record.json` in records;
}
