// A table as this browser sees it: the frames the server sent, played one after another, and the draft of a move.

import { settings } from "./settings.svelte";
import type { GameEvent, LegalAction, Refusal, View } from "./types";

export type Line = "connecting" | "online" | "reconnecting" | "offline";

export interface Seat {
	seat: number;
	name: string;
	kind: "person" | "bot" | "open" | "stand-in";
	level: string; // of a bot
	online: boolean;
	mine: boolean;
	clock: number | null; // seconds left in the bank, as of the frame
	sealed: boolean;
}

/** What happened with one entry of the log, and the position after it. */
export interface Frame {
	n: number; // entries of the log up to here
	who: number | "chance" | "joint" | "undo" | null;
	notation: string;
	events: GameEvent[];
	view: View;
}

export interface LogLine {
	n: number;
	seat: number | null;
	event: GameEvent;
}

const PAUSE = 420; // between two frames, before the speed setting
const TURN_CAP = 2500; // nobody waits longer than this for others' moves

/** The state a board and a cockpit are drawn from. Filled by a live connection, a record or a tutorial. */
export class TableModel {
	game = $state("");
	title = $state("");
	seats = $state<Seat[]>([]);
	view = $state.raw<View | null>(null);
	shown = $state(0); // the number of the frame on the board
	lines = $state.raw<LogLine[]>([]);
	kind = $state<"decision" | "joint" | "chance" | "over">("chance");
	toAct = $state<number[]>([]);
	legal = $state.raw<Record<number, LegalAction[]>>({}); // by seat, only for seats of this browser
	seat = $state<number | null>(null); // which of one's seats is at the screen; null watches
	draft = $state<string | null>(null); // the notation picked but not committed
	refusal = $state.raw<Refusal | null>(null);
	result = $state.raw<Record<string, unknown> | null>(null);
	line = $state<Line>("connecting");
	playing = $state(false); // frames are being shown one after another

	private queue: Frame[] = [];

	/** The actions of the seat at the screen; none while earlier frames are still shown. */
	get choices(): LegalAction[] {
		if (this.playing || this.seat === null) return [];
		return this.legal[this.seat] ?? [];
	}

	get drafted(): LegalAction | null {
		return this.choices.find((action) => action.notation === this.draft) ?? null;
	}

	pick(notation: string | null): void {
		this.draft = notation === this.draft ? null : notation;
		this.refusal = null;
	}

	/** Show frames in order, each for its time; long runs of others' moves are hurried. */
	async show(frames: Frame[]): Promise<void> {
		this.queue.push(...frames);
		if (this.playing) return;
		this.playing = true;
		while (this.queue.length > 0) {
			const share = Math.min(1, TURN_CAP / (PAUSE * this.queue.length));
			const frame = this.queue.shift() as Frame;
			this.put(frame);
			const wait = settings.duration(PAUSE) * share;
			if (wait > 0 && this.queue.length > 0) await new Promise((done) => setTimeout(done, wait));
		}
		this.playing = false;
	}

	/** Show the rest at once (any key or tap while others move). */
	skip(): void {
		const last = this.queue.at(-1);
		for (const frame of this.queue) this.note(frame);
		this.queue = [];
		if (last) {
			this.view = last.view;
			this.shown = last.n;
		}
	}

	put(frame: Frame): void {
		this.view = frame.view;
		this.shown = frame.n;
		this.note(frame);
	}

	private note(frame: Frame): void {
		const seat = typeof frame.who === "number" ? frame.who : null;
		const fresh = frame.events.map((event) => ({
			n: frame.n,
			seat: typeof event.args.seat === "number" ? event.args.seat : seat,
			event,
		}));
		this.lines = [...this.lines, ...fresh].slice(-600);
	}
}
