// What the entries of a log look like one after another: a frame for each, with its dice, its film and its moments.

import type { GameBoard } from "./boards";
import type { FilmStep } from "./film.svelte";
import { type Interval, intervalOf } from "./interval";
import { type Moment, momentsOf } from "./moments";
import { type Die, rollTime } from "./rolls";
import { settings } from "./settings.svelte";
import type { Fact, GameEvent, LegalAction, Step, View } from "./types";

/** What one entry of the log did, and the view after it. */
export interface Frame {
	who: number | string;
	by?: number | null; // whose move it belongs to, the dice that follow it included; null: of nobody, or of all together
	events: GameEvent[];
	view: View;
	dice?: Die[]; // what was rolled for it
	offer?: Offer; // of the position its move, which ends here, has led to
	moments?: Moment[]; // what its move, which ends here, did to somebody
	interval?: Interval | null; // the stage that has ended with its move
	at?: number; // which entry of the log it is
	to?: number; // taken back to this entry
	again?: string; // shown before, in these words: no line in the log, no sound
	pace?: number; // share of its usual time
	film?: FilmStep[]; // it is watched step by step
	told?: boolean; // its events stand in the log already
}

/** What a position offers the seat at the screen. */
export interface Offer {
	node: number;
	seat: number | null;
	actions: LegalAction[];
	asked: Fact | null;
}

/** Who looks: the game's board, the view that was last, and whether somebody is there to play films. */
export interface Onlooker {
	board: GameBoard | null;
	start: View | null;
	films: boolean;
}

export const PAUSE = 420; // between two frames, before the speed setting
const TURN_CAP = 2500; // nobody waits longer than this for others' moves

/** The steps of a message as frames, with the moments they make. The last of them is the entry `node` of the log. */
export function movesOf(steps: Step[], last: View, onlooker: Onlooker, node: number, over: boolean): Frame[] {
	const { board, start } = onlooker;
	const frames = framed(steps, last, onlooker, node);
	const end = frames.at(-1);
	if (end) end.moments = momentsOf([...frames], start, board);
	if (end) end.interval = intervalOf(frames, board?.stages, over);
	return frames;
}

/** Each step as a frame, after the positions between two views that the game's board makes. */
export function framed(steps: Step[], last: View, onlooker: Onlooker, node = steps.length): Frame[] {
	const { board } = onlooker;
	let before = onlooker.start;
	let by: number | null = null;
	const frames: Frame[] = [];
	for (const [index, step] of steps.entries()) {
		const [who, what] = step.entry;
		if (who !== "chance") by = typeof who === "number" ? who : null;
		const view = step.view ?? (index === steps.length - 1 ? last : (before ?? last));
		const film = filmOf(before, step.events, onlooker);
		const between = (before && !film && board?.between?.(before, view, step.events)) || [];
		const shown = { who, by, at: node - steps.length + index + 1, events: [] };
		const end: Frame = { ...shown, events: step.events, view, film };
		const made: Frame[] = [...between.map((one) => ({ ...shown, view: one })), end];
		if (made[0]) made[0].dice = board?.rolled?.(step.events, view); // they fall before anything moves
		if (who === "undo") end.to = Number(what);
		frames.push(...made);
		before = view;
	}
	return frames;
}

/** The move as a film, where the game makes one, somebody is there to play it, and moves are shown at all. */
function filmOf(before: View | null, events: GameEvent[], { board, films }: Onlooker): FilmStep[] | undefined {
	if (!before || !films || settings.values.speed === 0) return undefined;
	const steps = board?.film?.steps(before, events) ?? [];
	return steps.length ? steps : undefined;
}

/** Which share of its time each frame gets, so that nobody waits too long for all of them. */
export function shareOf(frames: Frame[]): number {
	const time = (frame: Frame, n: number): number => pauseAfter(frame, frames[n + 1]) + rollTime(frame.dice);
	return Math.min(1, TURN_CAP / frames.reduce((sum, frame, n) => sum + time(frame, n), 0));
}

/** How long a frame stands before the next one. Dice that were only announced fall at once: they are in the hand. */
export function pauseAfter({ events, again }: Frame, next: Frame | undefined): number {
	return next?.dice?.length && !events.length && !again ? 0 : PAUSE;
}
