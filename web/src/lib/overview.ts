// A game in a few parts, each with an example and the clauses behind it: one file per game and language.

import { settings } from "./settings.svelte";
import { typesetIn } from "./typography";

export interface Part {
	title: string;
	text: string;
	example: string;
	row: string[]; // the example in a row of dice, cards or figures
	clauses: string[];
}

const files = import.meta.glob<Part[]>("../boards/*/overview/*.json", { import: "default" });

export async function overviewOf(game: string): Promise<Part[]> {
	const load =
		files[`../boards/${game}/overview/${settings.values.language}.json`] ?? files[`../boards/${game}/overview/en.json`];
	return typesetIn((await load?.()) ?? [], settings.values.language);
}
