// A table as this browser sees it: the positions the server sent, shown one after another, and the draft of a move.

import type { Hint } from "./aids";
import type { GameBoard, PlateLook } from "./boards";
import { t } from "./i18n.svelte";
import { type Moment, momentsOf } from "./moments";
import { settings } from "./settings.svelte";
import { sounds } from "./sounds";
import type {
	Clocks,
	Fact,
	GameEvent,
	Json,
	LegalAction,
	Position,
	Refusal,
	Result,
	SeatInfo,
	Step,
	View,
} from "./types";

export type Line = "connecting" | "online" | "reconnecting";

/** What one entry of the log did, and the view after it. */
export interface Frame {
	who: number | string;
	by?: number | null; // whose move it belongs to, the dice that follow it included; null: of nobody, or of all together
	events: GameEvent[];
	view: View;
	offer?: Offer; // of the position its move, which ends here, has led to
	moments?: Moment[]; // what its move, which ends here, did to somebody
	again?: boolean; // shown before: no line in the log, no sound
}

/** What a position offers the seat at the screen. */
interface Offer {
	node: number;
	actions: LegalAction[];
	asked: Fact | null;
}

export interface LogLine {
	key: number;
	seat: number | null;
	event: GameEvent;
	view: View | null; // when it happened: a later special has other roads
}

const PAUSE = 420; // between two frames, before the speed setting
const TURN_CAP = 2500; // nobody waits longer than this for others' moves
const KEPT = 600; // lines of the log
const SEEN = 6000; // a moment of one's own is in sight at least so long, whoever is asked what

/** The state a board and a cockpit are drawn from. Filled by a live connection, a record or a tutorial. */
export class TableModel {
	game = $state("");
	title = $state("");
	status = $state("");
	seats = $state.raw<SeatInfo[]>([]);
	present = $state.raw<number[] | null>(null); // seats whose people have the table open; null where nobody tells
	spectators = $state(0);
	aids = $state.raw<string[]>(["odds"]); // what the table allows: odds, hint, review
	yours = $state.raw<number[]>([]); // one's own seats: several where a screen is passed round
	view = $state.raw<View | null>(null);
	lines = $state.raw<LogLine[]>([]);
	recent = $state.raw<GameEvent[]>([]); // what led to the position shown: boards draw it for a moment
	kind = $state<Position["kind"]>("chance");
	toAct = $state.raw<number[]>([]); // the seats that are asked
	next = $state.raw<number[]>([]); // … and those that play after them, as far as it is known
	private askedNow = $state.raw<Fact | null>(null); // what the seat at the screen is asked, as a text of the game …
	private answered = $state.raw<Fact | null>(null); // … and what the actions that are drawn answer
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
	moment = $state.raw<Moment | null>(null); // what has happened to a seat of one's own, until it is done with
	folded = $state(false); // … as one line: the next turn has begun
	news = $state.raw<Moment[]>([]); // what has just happened to others
	again = $state(false); // a move is being seen again
	ghost = $state.raw<{ view: View; seat: number } | null>(null); // another run, shown beside this one in a replay
	ask: ((notation: string) => void) | null = null; // has the rules say why something is not offered

	private queue: Frame[] = [];
	private made = 0;
	private mover = $state<number | null>(null); // whose move is being shown
	private momentAt = 0; // when it came in sight
	private passed = false; // others have moved since
	private offered = -1; // the node that `actions` answer

	/** The actions of the seat at the screen. While a move of its own is shown they stay, to be seen and not to be
	 * taken; while others' are shown there are none. */
	get choices(): LegalAction[] {
		return this.playing && !this.ownMove ? [] : this.actions;
	}

	/** An action may be taken now: everything that led to it has been shown. */
	get awake(): boolean {
		return !this.playing && this.actions.length > 0;
	}

	/** A move of one's own is being shown. */
	private get ownMove(): boolean {
		return this.mover !== null && this.yours.includes(this.mover) && !this.seats[this.mover]?.away;
	}

	/** What the seat at the screen is asked; while a move of its own is shown, what that has answered. */
	get asked(): Fact | null {
		return this.ownMove ? this.answered : this.askedNow;
	}

	/** Whose turn it is, by what the server has said and by nothing that is drawn: chip, seats, title and coach line all
	 * read this. Until a move of one's own has been shown it is still one's own turn. */
	get turn(): { seats: number[]; mine: boolean } {
		if (this.ownMove) return { seats: [this.mover as number], mine: true };
		const seats = this.toAct.filter((seat) => !this.sealed.includes(seat));
		const { seat } = this;
		return { seats, mine: seat !== null && seats.includes(seat) && !this.seats[seat]?.away };
	}

	/** Chances are shown: the table allows them and the person at the screen wants them. */
	get odds(): boolean {
		return settings.values.odds && this.aids.includes("odds");
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
	words(args: Record<string, Json>, view = this.view): Record<string, unknown> {
		return (view && this.board?.words?.(args, (seat) => this.nameOf(seat), view)) || args;
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
		if (this.playing) return;
		if (notation !== null) this.folded = true;
		this.draft = notation === this.draft ? null : notation;
		this.refusal = null;
	}

	/** Somebody points at what is not possible: the rules say why, and nothing else happens. */
	why(notation: string): void {
		if (this.awake && !this.choices.some((action) => action.notation === notation)) this.ask?.(notation);
	}

	/** Take over everything of a position but its view. Its actions are offered once the frames that lead up to it have
	 * been shown. */
	settle(position: Position, frames: Frame[] = []): void {
		const { node, actions, asked } = position;
		const last = frames.at(-1) ?? this.queue.at(-1);
		if (last) last.offer = { node, actions, asked };
		else this.takeUp({ node, actions, asked });
		this.status = position.status;
		this.kind = position.kind;
		this.toAct = position.turn.seats;
		this.next = position.turn.next;
		this.askedNow = asked;
		this.node = position.node;
		this.seat = position.seat;
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

	/** Offer what a position offers. */
	private takeUp({ node, actions, asked }: Offer): void {
		if (node !== this.offered) this.draft = this.hint = null;
		this.offered = node;
		this.actions = actions;
		this.answered = asked;
	}

	/** The steps of a message as frames; positions between two views come from the game's board. */
	frames(steps: Step[], last: View): Frame[] {
		const start = this.queue.at(-1)?.view ?? this.view;
		let before = start;
		const frames: Frame[] = [];
		let by: number | null = null;
		for (const [index, step] of steps.entries()) {
			const who = step.entry[0];
			if (who !== "chance") by = typeof who === "number" ? who : null;
			const view = step.view ?? (index === steps.length - 1 ? last : (before ?? last));
			const between = before && this.board?.between ? this.board.between(before, view, step.events) : [];
			frames.push(...between.map((shown) => ({ who, by, events: [], view: shown })));
			frames.push({ who, by, events: step.events, view });
			before = view;
		}
		const end = frames.at(-1);
		if (end) end.moments = momentsOf([...frames], start, this.board);
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
			this.mover = frame.by ?? null;
			this.put(frame);
			const wait = (frame.again && !settings.duration(PAUSE) ? PAUSE : settings.duration(PAUSE)) * share;
			if (wait > 0 && this.queue.length > 0) await new Promise((done) => setTimeout(done, wait));
			if (frame.offer) this.takeUp(frame.offer);
		}
		this.playing = this.again = false;
		this.mover = null;
		this.foldInTime();
	}

	/** See the move of a moment once more, then whatever the board has come to since. */
	seeAgain({ before, frames }: Moment): void {
		const now = this.queue.at(-1)?.view ?? this.view;
		if (!now) return;
		const still = (view: View): Pick<Frame, "events" | "view"> => ({ events: [], view });
		const shown = [...(before ? [still(before)] : []), ...frames, still(now)];
		void this.show(shown.map(({ events, view }) => ({ who: "again", events, view, again: true })));
	}

	/** The moment that has the cockpit to itself. */
	get incident(): Moment | null {
		return this.folded ? null : this.moment;
	}

	/** A moment is done with. */
	carryOn(): void {
		this.moment = null;
	}

	/** One's own turn folds a moment into a line once others have played, but not before it could be read. */
	private foldInTime(): void {
		const { moment } = this;
		if (!moment || !this.passed || !this.turn.mine) return;
		const left = settings.duration(SEEN) - (performance.now() - this.momentAt);
		if (left <= 0) this.folded = true;
		else setTimeout(() => (this.folded ||= this.moment === moment && this.turn.mine), left);
	}

	/** Take note of what a move did to somebody: one's own moments stay, those of others pass by. */
	private witness(moments: Moment[], by: number | null | undefined): void {
		if (this.moment && by === this.moment.seat)
			this.moment = null; // the next move of one's own: that was before
		else if (by !== undefined) this.passed = true;
		const own = moments.find((one) => this.yours.includes(one.seat));
		if (own) {
			this.moment = own;
			this.momentAt = performance.now();
			this.folded = this.passed = false;
		}
		const others = moments.filter((one) => !this.yours.includes(one.seat));
		if (others.length) this.news = others;
	}

	/** Show the rest at once (the space bar while others move). */
	skip(): void {
		const rest = this.queue;
		this.queue = [];
		for (const frame of rest) {
			this.put(frame);
			if (frame.offer) this.takeUp(frame.offer);
		}
	}

	/** Drop what was told so far: another person is about to be told everything. */
	forget(): void {
		this.queue = [];
		this.lines = [];
		this.recent = [];
		this.moment = null;
		this.news = [];
	}

	/** Write down what has happened without showing it again; it goes before the lines from `at` on. */
	catchUp(steps: Step[], at = this.lines.length): void {
		const later = this.lines.slice(at);
		this.lines = this.lines.slice(0, at);
		for (const { events, entry, view } of steps)
			this.note(events, typeof entry[0] === "number" ? entry[0] : null, view);
		this.lines = [...this.lines, ...later].slice(-KEPT);
	}

	put(frame: Frame): void {
		this.view = frame.view;
		this.recent = frame.events;
		this.again = frame.again ?? false;
		if (this.again) return;
		if (frame.moments) this.witness(frame.moments, frame.by);
		sounds.play(frame.who === "chance" ? "dice" : "move");
		this.note(frame.events, typeof frame.who === "number" ? frame.who : null);
	}

	/** Add events to the log, each beside the seat it concerns: the board says whose it is, else the mover's. */
	note(events: GameEvent[], seat: number | null, view: View | null = null): void {
		const fresh = events.map((event) => ({
			key: this.made++,
			seat: this.board?.seatOf ? this.board.seatOf(event, this.view) : seat,
			event,
			view: view ?? this.view,
		}));
		this.lines = [...this.lines, ...fresh].slice(-KEPT);
	}
}
