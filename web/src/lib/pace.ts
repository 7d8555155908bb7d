// How a stage was driven: who was how far behind the best, place by place, as far as this page has seen it.

import type { GameBoard } from "./boards";
import type { LogLine } from "./log.svelte";
import type { View } from "./types";

/** Where a seat is on its way, and what it has spent to get there. */
export interface Pace {
	at: number;
	spent: number;
}

/** How a game tells the pace of each seat. It lies in the game's book of stages. */
export interface PaceBook {
	measure: string; // seconds, turns
	of(view: View): Pace[];
}

export interface Gap {
	at: number;
	by: number; // behind the best of those who came so far
}

/** The views of the stage that has ended with this one, each once, in their order. */
export function stageViews(lines: LogLine[], board: GameBoard, ended: View): View[] {
	const seen = [...new Set(lines.filter((line) => !line.back).flatMap((line) => line.view ?? []))];
	const next = board.stage?.(ended);
	const last = seen.findLastIndex((view) => board.stage?.(view) !== next);
	const stage = seen[last] && board.stage?.(seen[last]);
	const first = seen.findLastIndex((view, n) => n <= last && board.stage?.(view) !== stage) + 1;
	return seen.slice(first, last + 1);
}

/** For each seat its gaps, from the views of a stage; none at a place that nobody else was seen to reach, as the finish
 * where the last arrival has ended the stage. */
export function gapsOf(views: View[], book: PaceBook): Gap[][] {
	const seats: Pace[][] = [];
	for (const view of views)
		for (const [seat, pace] of book.of(view).entries()) {
			seats[seat] ??= [];
			const way = seats[seat];
			if (pace.at > (way.at(-1)?.at ?? -1)) way.push(pace);
			else if (pace.at === way.at(-1)?.at) way[way.length - 1] = pace; // it has cost more before it went on
		}
	const shared = ({ at }: Pace): boolean => seats.filter((way) => spentAt(way, at) !== null).length > 1;
	return seats.map((way) => way.filter(shared).map(({ at, spent }) => ({ at, by: spent - bestAt(seats, at) })));
}

function bestAt(seats: Pace[][], at: number): number {
	return Math.min(...seats.flatMap((way) => spentAt(way, at) ?? []));
}

/** What a seat had spent at a place, between two that were seen; none where it has not come. */
function spentAt(way: Pace[], at: number): number | null {
	const after = way.findIndex((pace) => pace.at >= at);
	const [before, there] = [way[after - 1], way[after]];
	if (!there) return null;
	if (!before || there.at === at) return there.spent;
	return before.spent + ((at - before.at) / (there.at - before.at)) * (there.spent - before.spent);
}
