// The clauses of a game, fetched once.

import { api } from "./api";
import type { Clause } from "./types";

const fetched = new Map<string, Promise<Clause[]>>();

export function clauses(game: string): Promise<Clause[]> {
	let known = fetched.get(game);
	if (!known) {
		known = api.rules(game);
		known.catch(() => fetched.delete(game)); // a failed fetch may be tried again
		fetched.set(game, known);
	}
	return known;
}

export async function clauseText(game: string, id: string): Promise<Clause | undefined> {
	return (await clauses(game)).find((clause) => clause.id === id);
}
