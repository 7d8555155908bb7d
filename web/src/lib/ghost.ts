// Another run beside the one that is shown: which of its moves stands against which of ours.

import { turnStarts } from "./replay";
import type { RecordFrame, View } from "./types";

type Frames = (RecordFrame | undefined)[];

/** The ghost's move in the same turn, as far into it; its last where it has no such turn. */
export function sameTurn(frames: Frames, at: number, ghost: Frames): number {
	const [mine, other] = [turnStarts(frames), turnStarts(ghost)];
	const turn = mine.filter((start) => start <= at).length;
	if (turn > other.length) return ghost.length - 1;
	const into = at - (mine[turn - 1] ?? 0);
	const end = (other[turn] ?? ghost.length) - 1;
	return Math.min((other[turn - 1] ?? 0) + into, end);
}

/** The ghost's last move at which its clock shows no more than ours. */
export function sameClock(now: number, ghost: Frames, clockOf: (view: View) => number): number {
	let found = 0;
	for (const [move, frame] of ghost.entries()) {
		if (frame && clockOf(frame.view) > now) break;
		found = move;
	}
	return found;
}

/** Whose run a record shows: its winner's, or the first seat's while it has none. */
export function runner(places: number[] | undefined): number {
	return Math.max(0, places?.indexOf(1) ?? 0);
}
