// A table as this browser sees it: the positions the server sent, shown one after another, and the draft of a move.

import type { Hint } from "./aids";
import type { GameBoard, PlateLook } from "./boards";
import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import { sounds } from "./sounds";
import type { Clocks, GameEvent, Json, LegalAction, Position, Refusal, Result, SeatInfo, Step, View } from "./types";

export type Line = "connecting" | "online" | "reconnecting";

/** What one entry of the log did, and the view after it. */
export interface Frame {
	who: number | string;
	events: GameEvent[];
	view: View;
}

export interface LogLine {
	key: number;
	seat: number | null;
	event: GameEvent;
}

const PAUSE = 420; // between two frames, before the speed setting
const TURN_CAP = 2500; // nobody waits longer than this for others' moves
const KEPT = 600; // lines of the log

/** The state a board and a cockpit are drawn from. Filled by a live connection, a record or a tutorial. */
export class TableModel {
	game = $state("");
	title = $state("");
	status = $state("");
	seats = $state.raw<SeatInfo[]>([]);
	present = $state.raw<number[] | null>(null); // seats whose people have the table open; null where nobody tells
	spectators = $state(0);
	yours = $state.raw<number[]>([]); // one's own seats: several where a screen is passed round
	view = $state.raw<View | null>(null);
	lines = $state.raw<LogLine[]>([]);
	recent = $state.raw<GameEvent[]>([]); // what led to the position shown: boards draw it for a moment
	kind = $state<Position["kind"]>("chance");
	toAct = $state.raw<number[]>([]);
	node = $state(0);
	seat = $state<number | null>(null); // which of one's seats is at the screen; null watches
	actions = $state.raw<LegalAction[]>([]);
	interrupts = $state.raw<LegalAction[]>([]);
	sealed = $state.raw<number[]>([]);
	ownSeal = $state<string | null>(null);
	clocks = $state.raw<Clocks | null>(null);
	clocksAt = $state(0); // performance.now() when the clocks were read
	undo = $state.raw<Position["undo"]>(null);
	back = $state<number | null>(null); // where taking back goes to; null where there is nothing to take back
	result = $state.raw<Result | null>(null);
	draft = $state<string | null>(null); // the notation picked but not committed
	hint = $state.raw<Hint | null>(null); // what the server advises here, while it is shown
	refusal = $state.raw<Refusal | null>(null);
	line = $state<Line>("connecting");
	playing = $state(false); // frames are being shown one after another
	board = $state.raw<GameBoard | null>(null);
	ghost = $state.raw<{ view: View; seat: number } | null>(null); // another run, shown beside this one in a replay
	ask: ((notation: string) => void) | null = null; // has the rules say why something is not offered

	private queue: Frame[] = [];
	private made = 0;

	/** The actions of the seat at the screen; none while earlier frames are still shown. */
	get choices(): LegalAction[] {
		return this.playing ? [] : this.actions;
	}

	/** Nothing more will happen: there is a result, or the table was closed without one. */
	get over(): boolean {
		return this.result !== null || this.status === "closed";
	}

	get drafted(): LegalAction | null {
		return this.choices.find((action) => action.notation === this.draft) ?? null;
	}

	/** What a seat's person wears in lists, log and results. */
	plate(seat: number): PlateLook {
		return (this.view && this.board?.plate?.(this.view, seat)) || { car: seat + 1 };
	}

	/** Who sits there, as everybody calls them: a name, or the place while nobody does. */
	nameOf(seat: number): string {
		const one = this.seats[seat];
		if (!one || one.kind === "open") return this.placeOf(seat);
		return one.name || t("seat.gone");
	}

	/** A seat by the colour of its plate. */
	placeOf(seat: number): string {
		return t(`seat.plate.${((this.plate(seat).car - 1) % 6) + 1}`);
	}

	/** What an event, an action or a refusal tells, in words: seats as names, places as people call them. */
	words(args: Record<string, Json>): Record<string, unknown> {
		return (this.view && this.board?.words?.(args, (seat) => this.nameOf(seat), this.view)) || args;
	}

	/** The seat at the screen has nothing to decide (any more), and another of one's own has. */
	waitsForAnother(): boolean {
		const owing = this.yours.filter((seat) => this.toAct.includes(seat) && !this.sealed.includes(seat));
		return this.seat !== null && !owing.includes(this.seat) && owing.length > 0;
	}

	/** Who has agreed to take back what is asked: a seat for each person. */
	get agreed(): number[] {
		const person = (seat: number): string => this.seats[seat]?.person ?? "";
		return (this.undo?.agreed ?? []).filter(
			(seat, n, all) => all.findIndex((one) => person(one) === person(seat)) === n,
		);
	}

	/** The seat at the screen is asked whether a move may be taken back, and has not agreed yet. */
	get mayAgree(): boolean {
		return this.seat !== null && this.undo !== null && !this.undo.agreed.includes(this.seat);
	}

	pick(notation: string | null): void {
		this.draft = notation === this.draft ? null : notation;
		this.refusal = null;
	}

	/** Somebody points at what is not possible: the rules say why, and nothing else happens. */
	why(notation: string): void {
		if (this.choices.length && !this.choices.some((action) => action.notation === notation)) this.ask?.(notation);
	}

	/** Take over everything of a position but its view, which the frames lead up to. */
	settle(position: Position): void {
		if (position.node !== this.node) this.draft = this.hint = null;
		this.status = position.status;
		this.kind = position.kind;
		this.toAct = position.to_act;
		this.node = position.node;
		this.seat = position.seat;
		this.actions = position.actions;
		this.interrupts = position.interrupts;
		this.sealed = position.sealed;
		this.ownSeal = position.own_seal;
		this.clocks = position.clocks;
		this.clocksAt = performance.now();
		this.undo = position.undo;
		this.back = position.back;
		this.result = position.result;
		this.seats = position.seats;
		this.refusal = null;
	}

	/** The steps of a message as frames; positions between two views come from the game's board. */
	frames(steps: Step[], last: View): Frame[] {
		let before = this.queue.at(-1)?.view ?? this.view;
		const frames: Frame[] = [];
		for (const [index, step] of steps.entries()) {
			const view = step.view ?? (index === steps.length - 1 ? last : (before ?? last));
			const between = before && this.board?.between ? this.board.between(before, view, step.events) : [];
			frames.push(...between.map((shown) => ({ who: step.entry[0], events: [], view: shown })));
			frames.push({ who: step.entry[0], events: step.events, view });
			before = view;
		}
		return frames;
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

	/** Show the rest at once (the space bar while others move). */
	skip(): void {
		const rest = this.queue;
		this.queue = [];
		for (const frame of rest) this.put(frame);
	}

	/** Drop what was told so far: another person is about to be told everything. */
	forget(): void {
		this.queue = [];
		this.lines = [];
		this.recent = [];
	}

	/** Write down what has happened without showing it again; it goes before the lines from `at` on. */
	catchUp(steps: Step[], at = this.lines.length): void {
		const later = this.lines.slice(at);
		this.lines = this.lines.slice(0, at);
		for (const step of steps) this.note(step.events, typeof step.entry[0] === "number" ? step.entry[0] : null);
		this.lines = [...this.lines, ...later].slice(-KEPT);
	}

	put(frame: Frame): void {
		this.view = frame.view;
		this.recent = frame.events;
		sounds.play(frame.who === "chance" ? "dice" : "move");
		this.note(frame.events, typeof frame.who === "number" ? frame.who : null);
	}

	/** Add events to the log, each beside the seat it concerns: the board says whose it is, else the mover's. */
	note(events: GameEvent[], seat: number | null): void {
		const fresh = events.map((event) => ({
			key: this.made++,
			seat: this.board?.seatOf ? this.board.seatOf(event, this.view) : seat,
			event,
		}));
		this.lines = [...this.lines, ...fresh].slice(-KEPT);
	}
}
