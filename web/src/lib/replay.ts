// Where turns and stages begin in a record's moves: pure, so that it is tested without a browser.

import { t } from "./i18n.svelte";
import type { RecordFrame, SeatInfo, View } from "./types";

type Frames = (RecordFrame | undefined)[];

/** A turn begins where others are asked than before; where only chance acted nothing begins. */
export function turnStarts(frames: Frames): number[] {
	const starts: number[] = [];
	let asked = "";
	for (const [n, frame] of frames.entries()) {
		if (!frame?.to_act.length) continue;
		const now = frame.to_act.join();
		if (asked && now !== asked) starts.push(n);
		asked = now;
	}
	return starts;
}

/** The moves in which something went wrong. */
export function mishapMoves(frames: Frames, kinds: string[]): number[] {
	return [...frames.entries()]
		.filter(([, frame]) => frame?.events.some((event) => kinds.includes(event.kind)))
		.map(([move]) => move);
}

/** A stage begins where the game names another than before. */
export function stageStarts(frames: Frames, stageOf: (view: View) => string | number): number[] {
	const starts: number[] = [];
	let before: string | number | null = null;
	for (const [n, frame] of frames.entries()) {
		if (!frame) continue;
		const stage = stageOf(frame.view);
		if (before !== null && stage !== before) starts.push(n);
		before = stage;
	}
	return starts;
}

/** The move a link asks for, as far as the match has come; the start where it asks for nonsense. */
export function momentIn(asked: string | null, last: number): number {
	const at = Math.trunc(Number(asked ?? 0));
	return Number.isFinite(at) ? Math.max(0, Math.min(at, last)) : 0;
}

/** The seats of a record, which knows names at most. */
export function crews(names: string[]): SeatInfo[] {
	return names.map((name, seat) => ({
		seat,
		kind: "person",
		person: "",
		name: name || t("seat.crew", { n: seat + 1 }),
		level: "",
		away: "",
	}));
}
