// A move that decides nothing is made by itself: nobody is asked what has one answer.

import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";

const SEEN = 900; // milliseconds in which one sees whose move it is, and may still stop it

/** Make this move in a moment; answers how to stop it. What has happened to oneself is read first, a lesson's learner
 * makes every move, and what was taken back is not made again unasked. */
export function byItself(table: TableModel, notation: string | null): (() => void) | undefined {
	if (!notation || !table.awake || table.witness.incident || table.task || table.takenBack) return;
	const timer = setTimeout(() => table.act?.(notation), settings.duration(SEEN));
	return () => clearTimeout(timer);
}
