// The ladder of the bots' levels. A game offers those it has (`bots` of its catalogue entry); a level means the same in all.

import type { GameInfo } from "./types";

/** Weakest first; core/bot.py has the same list. */
export const LEVELS = ["novice", "amateur", "clubman", "privateer", "works", "ace"];

/** The levels that any of these games offers, weakest first. */
export function ladder(games: Pick<GameInfo, "bots">[]): string[] {
	const offered = new Set(games.flatMap((game) => game.bots));
	return [...LEVELS, ...offered].filter((level, at, all) => offered.has(level) && all.indexOf(level) === at);
}

/** The best driver among those offered who is not above a level; the weakest where all are. */
export function nearest(offered: string[], level: string): string {
	const within = offered.filter((one) => LEVELS.indexOf(one) <= LEVELS.indexOf(level));
	return within.at(-1) ?? offered[0] ?? "";
}
