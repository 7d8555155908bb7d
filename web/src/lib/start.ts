// From a game to a table in one click.

import { api } from "./api";
import { warmBoard } from "./boards";
import { catalogue } from "./catalogue.svelte";
import { type Options, offered } from "./courses";
import { nearest } from "./levels";
import { me } from "./me.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { isNewTo, keepPlace } from "./tutorials";
import type { GameInfo, TableInfo } from "./types";

/** How many seats a first game against bots has: company, but not a crowd. */
function friendly(game: GameInfo): number {
	const [low, high] = game.seats;
	return Math.min(high, Math.max(low, 3));
}

/** Some of a list, drawn at random. */
function drawn<T>(all: T[], count: number): T[] {
	return all
		.map((one) => ({ one, at: Math.random() }))
		.sort((a, b) => a.at - b.at)
		.slice(0, count)
		.map(({ one }) => one);
}

/** A bot of a level who is not among the others yet, drawn at random. */
export function driverFor(game: GameInfo, level: string, others: string[]): string {
	return (
		drawn(
			(game.drivers[level] ?? []).filter((name) => !others.includes(name)),
			1,
		)[0] ?? ""
	);
}

/** A private, untimed table with oneself on the first seat and bots of a level on the others; of a document where one is named. */
export async function botTable(
	game: GameInfo,
	level: string,
	options: Options = {},
	players = friendly(game),
	document?: string,
): Promise<TableInfo> {
	const drivers = drawn(game.drivers[level] ?? [], players - 1);
	const seats = Array.from({ length: players }, (_, seat) =>
		seat === 0 ? { kind: "me" as const } : { kind: "bot" as const, level, driver: drivers[seat - 1] },
	);
	return api.create({
		game: game.id,
		options: { ...options, players },
		pace: { kind: "untimed" },
		visibility: "private",
		title: "",
		seats,
		...(document ? { document } : {}),
	});
}

/** Somebody is about to open a table of this game: fetch what it will be drawn with. */
export function warm(game: string): void {
	warmBoard(game);
	void catalogue.kit(game).catch(() => undefined); // the table itself will say so
}

/** A game against bots, as long and as hard as was chosen last. */
export async function playBots(game: GameInfo): Promise<void> {
	const { length, level } = settings.values;
	if (isNewTo(game.id)) keepPlace(game.id, 0); // asked once
	warm(game.id);
	if (!(await me.introduced())) return;
	const options = length === "standard" ? {} : ((await offered(game.id)).presets[length] ?? {});
	const table = await botTable(game, nearest(game.bots, level), options);
	router.go(`/table/${table.id}`);
}

/** What follows a lesson: a short game against as few of the easiest bots as there can be. */
export async function firstGame(game: GameInfo): Promise<void> {
	if (!(await me.introduced())) return;
	const { presets } = await offered(game.id);
	const table = await botTable(game, game.bots[0] ?? "", presets.short ?? {}, Math.max(2, game.seats[0]));
	router.go(`/table/${table.id}`);
}
