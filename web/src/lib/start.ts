// From a game to a table in one click.

import { api } from "./api";
import { warmBoard } from "./boards";
import { catalogue } from "./catalogue.svelte";
import { router } from "./router.svelte";
import type { GameInfo, TableInfo } from "./types";

/** How many seats a first game against bots has: company, but not a crowd. */
function friendly(game: GameInfo): number {
	const [low, high] = game.seats;
	return Math.min(high, Math.max(low, 3));
}

/** A private, untimed table with oneself on the first seat and bots of a level on the others. */
export async function botTable(game: GameInfo, level: string): Promise<TableInfo> {
	const players = friendly(game);
	const seats = Array.from({ length: players }, (_, seat) =>
		seat === 0 ? { kind: "me" as const } : { kind: "bot" as const, level },
	);
	return api.create({
		game: game.id,
		options: { players },
		pace: { kind: "untimed" },
		visibility: "private",
		title: "",
		seats,
	});
}

/** Somebody is about to open a table of this game: fetch what it will be drawn with. */
export function warm(game: string): void {
	warmBoard(game);
	void catalogue.kit(game).catch(() => undefined); // the table itself will say so
}

export async function playBots(game: GameInfo): Promise<void> {
	const level = game.bots.includes("clubman") ? "clubman" : (game.bots[0] ?? "");
	warm(game.id);
	const table = await botTable(game, level);
	router.go(`/table/${table.id}`);
}
