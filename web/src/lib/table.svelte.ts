// A table as this browser sees it: the positions the server sent, shown one after another, and the draft of a move.

import type { Hint } from "./aids";
import type { GameBoard, PlateLook } from "./boards";
import type { Drafts } from "./drafts";
import { Film, type FilmStep } from "./film.svelte";
import { t } from "./i18n.svelte";
import { type Interval, intervalOf } from "./interval";
import { type Moment, momentsOf } from "./moments";
import type { Wish } from "./outbox";
import { COUNT, type Die, faceTime, type Roll, rollTime, type Stage, TUMBLE } from "./rolls";
import { settings } from "./settings.svelte";
import { sounds } from "./sounds";
import type {
	Clocks,
	Fact,
	GameEvent,
	Json,
	LegalAction,
	Position,
	RecordFrame,
	Refusal,
	Result,
	SeatInfo,
	Step,
	View,
} from "./types";

export type Line = "connecting" | "online" | "reconnecting" | "offline";

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
interface Offer {
	node: number;
	seat: number | null;
	actions: LegalAction[];
	asked: Fact | null;
}

export interface LogLine {
	key: number;
	seat: number | null; // whose it is
	by: number | null; // whose decision led to it; null: of all together, or nobody's
	at: number; // which entry of the log has told it
	seen: boolean; // it was shown as it happened
	back: boolean; // it was taken back
	event: GameEvent;
	view: View | null; // when it happened: a later special has other roads
}

/** A step with its number in the log. */
type Told = Step & { at?: number };

/** What else is known of an event: the view after it, whose decision led to it, which entry of the log told it, and
 * whether it was shown as it happened. */
type Noted = Partial<Pick<LogLine, "view" | "by" | "at" | "seen">>;

const PAUSE = 420; // between two frames, before the speed setting
const TURN_CAP = 2500; // nobody waits longer than this for others' moves
const KEPT = 600; // lines of the log
const RISKY = 0.5; // chance of a loss above which no second click commits
const SEEN = 6000; // a moment of one's own is in sight at least so long, whoever is asked what

/** The state a board and a cockpit are drawn from. Filled by a live connection, a record or a tutorial. */
export class TableModel {
	game = $state("");
	title = $state("");
	event = $state(""); // the event it belongs to
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
	offered = $state(""); // the node and seat that `actions` answer
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
	sending = $state.raw<Wish[]>([]); // wishes that wait for their answer
	dropped = $state<"act" | "draft" | "other" | null>(null); // a wish that the table had moved on from, until one goes on
	playing = $state(false); // frames are being shown one after another
	private thrown = $state.raw<Roll | null>(null); // the dice of the frame that is about to be shown
	board = $state.raw<GameBoard | null>(null);
	moment = $state.raw<Moment | null>(null); // what has happened to a seat of one's own, until it is done with
	folded = $state(false); // … as one line: the next turn has begun
	news = $state.raw<Moment[]>([]); // what has just happened to others
	interval = $state.raw<Interval | null>(null); // a stage is over, until one goes on
	again = $state(""); // what is being seen again, in words
	film = $state.raw<Film | null>(null); // the move that is being watched step by step
	films = false; // somebody is there to play them
	private watched = $state.raw<Frame | null>(null); // the last move that was one
	ghost = $state.raw<{ view: View; seat: number } | null>(null); // another run, shown beside this one in a replay
	act: ((notation: string) => void) | null = null; // makes a move that belongs to one which was committed
	task = $state(""); // what a lesson asks, in its own words
	ask: ((notation: string) => void) | null = null; // has the rules say why something is not offered
	commit: (() => void) | null = null; // makes the move that is drafted
	drafts: Drafts | null = null; // where drafts outlive a reload

	private queue: Frame[] = [];
	private coming: Frame | null = null; // out of the queue, while its dice are still rolling
	private wake: (() => void) | null = null; // ends a pause
	private skipping = false;
	private made = 0;
	private mover = $state<number | null>(null); // whose move is being shown
	private momentAt = 0; // when it came in sight
	private passed = false; // others have moved since
	private roughed = $state.raw<Json>(null);
	private late: string | null = null; // a move that came too late, to be drafted again at what is offered next

	/** The actions of the seat at the screen. While a move of its own is shown they stay, to be seen and not to be
	 * taken; while others' are shown there are none. */
	get choices(): LegalAction[] {
		return this.playing && !this.ownMove && !this.again ? [] : this.actions;
	}

	/** The last of the frames that are still to be shown. */
	private get lastFrame(): Frame | null {
		return this.queue.at(-1) ?? this.coming;
	}

	/** An action may be taken now: everything that led to it has been shown, and none is on its way. */
	get awake(): boolean {
		return !this.playing && this.actions.length > 0 && !this.underWay;
	}

	/** An action of the seat at the screen that answers this node is on its way. */
	get underWay(): boolean {
		return this.sending.some(({ do: deed, node, seat }) => deed === "act" && node === this.node && seat === this.seat);
	}

	/** The dice on the table. Those of a move that is on its way are held until the table has answered. */
	get roll(): Roll | null {
		if (this.thrown || this.playing || !this.underWay || !settings.duration(TUMBLE)) return this.thrown;
		const wish = this.sending.find((one) => one.do === "act" && one.node === this.node && one.seat === this.seat);
		const action = this.actions.find((one) => wish?.do === "act" && one.notation === wish.action);
		const dice = (action && this.view && this.board?.rolls?.(action, this.view)) || [];
		return dice.length ? { dice, stage: "held", by: this.seat } : null;
	}

	/** There was a line to the table, and now there is none. */
	get lost(): boolean {
		return this.line === "reconnecting" || this.line === "offline";
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
		if (this.again)
			this.skip(); // to see something again keeps nobody from playing on
		else if (this.playing) return;
		if (notation !== null && notation === this.draft && this.quick) {
			this.commit?.();
			return;
		}
		if (notation !== null) this.folded = true;
		this.dropped = null;
		this.draft = notation === this.draft ? null : notation;
		this.refusal = null;
		this.keepDraft();
	}

	/** A second click on what is picked commits it, unless it goes wrong more often than not: that takes the button. */
	private get quick(): boolean {
		const { drafted, board } = this;
		if (!settings.values.fast || !this.awake || !drafted || !this.commit) return false;
		return !board?.risk || (board.risk(drafted) ?? 1) <= RISKY;
	}

	/** What a board keeps of a choice that is not whole yet; it lasts as long as a draft. */
	get sketch(): Json {
		return this.roughed;
	}

	set sketch(value: Json) {
		this.roughed = value;
		this.keepDraft();
	}

	private keepDraft(): void {
		this.drafts?.keep(this.seat, { node: this.node, action: this.draft, sketch: this.roughed });
	}

	/** The table has moved on from a wish. A move that is possible here, too, is a draft again. */
	drop(wish: Wish): void {
		this.dropped = wish.do === "act" ? "act" : "other";
		if (wish.do !== "act") return;
		this.late = wish.action;
		if (!this.lastFrame) this.reopen();
	}

	private reopen(): void {
		const { late } = this;
		this.late = null;
		if (late === null || !this.actions.some((action) => action.notation === late)) return;
		this.draft = late;
		this.dropped = "draft";
	}

	/** Somebody points at what is not possible: the rules say why, and nothing else happens. */
	why(notation: string): void {
		if (this.awake && !this.choices.some((action) => action.notation === notation)) this.ask?.(notation);
	}

	/** Take over everything of a position but its view. Its actions are offered once the frames that lead up to it have
	 * been shown. */
	settle(position: Position, frames: Frame[] = []): void {
		const { node, seat, actions, asked } = position;
		const last = frames.at(-1) ?? this.lastFrame;
		if (last) last.offer = { node, seat, actions, asked };
		else this.takeUp({ node, seat, actions, asked });
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
	private takeUp({ node, seat, actions, asked }: Offer): void {
		const offered = `${node}/${seat}`;
		if (offered !== this.offered) {
			const kept = this.drafts?.read(seat, node);
			this.hint = null;
			this.roughed = kept?.sketch ?? null;
			this.draft = actions.find((action) => action.notation === kept?.action)?.notation ?? null;
		}
		this.offered = offered;
		this.actions = actions;
		this.answered = asked;
		this.reopen();
	}

	/** The steps of a message as frames, with the moments they make. */
	frames(steps: Step[], last: View, node = steps.length, over = false): Frame[] {
		const start = this.lastFrame?.view ?? this.view;
		const frames = this.framed(steps, last, start, node);
		const end = frames.at(-1);
		if (end) end.moments = momentsOf([...frames], start, this.board);
		if (end) end.interval = intervalOf(frames, this.board?.stages, over);
		return frames;
	}

	/** Each step as a frame, after the positions between two views that the game's board makes. */
	private framed(steps: Step[], last: View, start: View | null, node = steps.length): Frame[] {
		let before = start;
		let by: number | null = null;
		const frames: Frame[] = [];
		for (const [index, step] of steps.entries()) {
			const [who, what] = step.entry;
			if (who !== "chance") by = typeof who === "number" ? who : null;
			const view = step.view ?? (index === steps.length - 1 ? last : (before ?? last));
			const film = this.filmOf(before, step.events);
			const between = (before && !film && this.board?.between?.(before, view, step.events)) || [];
			const shown = { who, by, at: node - steps.length + index + 1, events: [] };
			const end: Frame = { ...shown, events: step.events, view, film };
			const made: Frame[] = [...between.map((one) => ({ ...shown, view: one })), end];
			if (made[0]) made[0].dice = this.board?.rolled?.(step.events, view); // they fall before anything moves
			if (who === "undo") end.to = Number(what);
			frames.push(...made);
			before = view;
		}
		return frames;
	}

	/** The move as a film, where the game makes one, somebody is there to play it, and moves are shown at all. */
	private filmOf(before: View | null, events: GameEvent[]): FilmStep[] | undefined {
		if (!before || !this.films || settings.values.speed === 0) return undefined;
		const steps = this.board?.film?.steps(before, events) ?? [];
		return steps.length ? steps : undefined;
	}

	/** Show frames in order, each for its time; long runs of others' moves are hurried. */
	async show(frames: Frame[]): Promise<void> {
		this.queue.push(...frames);
		const fresh = this.queue.filter((frame) => !frame.again);
		const share = shareOf(fresh);
		for (const frame of fresh) frame.pace = Math.min(frame.pace ?? 1, share);
		if (this.playing) return;
		this.playing = true;
		while (this.queue.length > 0) {
			const frame = this.queue.shift() as Frame;
			const { pace = 1 } = frame;
			this.mover = frame.by ?? null;
			this.coming = frame;
			await this.throwDice(frame, pace);
			if (this.coming !== frame) continue; // it was skipped to meanwhile
			if (frame.film && !this.queue.some((later) => later.film)) await this.watch(frame, frame.film);
			else this.reach(frame);
			await this.count(frame, pace);
			const wait = frame.again ? settings.duration(PAUSE) || PAUSE : settings.duration(PAUSE);
			if (this.queue.length > 0) await this.pause(wait * pace);
		}
		this.playing = false;
		this.again = "";
		this.mover = null;
		this.foldInTime();
	}

	/** Play a film until it is over or ended. Its moments have been seen in it: they are a line from the start. */
	private async watch(frame: Frame, steps: FilmStep[]): Promise<void> {
		this.again = frame.again ?? "";
		const { by = null, at } = frame;
		const film = new Film(steps, (step, first) => {
			this.view = step.view;
			if (first && !frame.again) this.note(step.events, null, { by, at });
		});
		this.film = film;
		await film.done;
		if (this.film !== film) return; // another person has come to the screen
		this.film = null;
		this.watched = frame;
		this.reach({ ...frame, told: true });
		if (frame.again) return;
		this.folded = true;
		this.news = [];
	}

	/** There is a film to be watched once more. */
	get rewatchable(): boolean {
		return this.watched !== null && !this.playing;
	}

	watchAgain(): void {
		const { watched, view } = this;
		if (!watched || !view || this.playing) return;
		const again = t("moment.showing");
		void this.show([
			{ ...watched, offer: undefined, again },
			{ who: "again", events: [], view, again },
		]);
	}

	/** The frame's dice tumble and show their faces; what comes of it is not seen before. */
	private async throwDice({ dice = [], by = null }: Frame, share: number): Promise<void> {
		if (!dice.length || !settings.duration(TUMBLE)) return;
		const stand = (stage: Stage, ms: number): Promise<void> => {
			this.thrown = { dice, stage, by };
			return this.pause(settings.duration(ms) * share);
		};
		sounds.play("dice");
		await stand("tumble", TUMBLE);
		if (this.thrown) await stand("face", faceTime(dice));
	}

	/** … and are counted. */
	private async count({ dice = [] }: Frame, share: number): Promise<void> {
		if (this.thrown) {
			this.thrown = { ...this.thrown, dice, stage: "count" };
			await this.pause(settings.duration(COUNT) * share);
		}
		this.thrown = null;
	}

	/** A pause that a person may end. */
	private async pause(ms: number): Promise<void> {
		if (ms <= 0) return;
		await new Promise<void>((done) => {
			this.wake = done;
			setTimeout(done, ms);
		});
	}

	/** A frame is seen, and whatever the position it leads to offers is offered. */
	private reach(frame: Frame): void {
		this.coming = null;
		this.put(frame);
		if (frame.offer) this.takeUp(frame.offer);
	}

	/** See the move of a moment once more, then whatever the board has come to since. */
	seeAgain({ before, frames }: Moment): void {
		const now = this.lastFrame?.view ?? this.view;
		if (!now) return;
		const still = (view: View): Pick<Frame, "events" | "view"> => ({ events: [], view });
		const shown = [...(before ? [still(before)] : []), ...frames, still(now)];
		const again = t("moment.showing");
		void this.show(shown.map((frame) => ({ ...frame, who: "again", by: null, offer: undefined, again })));
	}

	/** See turns once more, each as a run of the record's frames, then whatever the board has come to since. */
	seeTurns(turns: { frames: RecordFrame[]; again: string }[]): void {
		const now = this.lastFrame?.view ?? this.view;
		if (!now) return;
		const shown = turns.flatMap(({ frames: [first, ...rest], again }) => {
			if (!first) return [];
			const steps = rest.map(({ entry, events, view }) => ({ entry: entry ?? ["again", null], events, view }) as Step);
			const run = [{ who: "again", events: [], view: first.view }, ...this.framed(steps, now, first.view)];
			const pace = shareOf(run);
			return run.map(({ events, view, dice, film }) => ({ who: "again", events, view, dice, film, again, pace }));
		});
		void this.show([...shown, { who: "again", events: [], view: now, again: shown.at(-1)?.again ?? "" }]);
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

	/** Show the rest at once: whoever waits has pressed a key or the board. */
	skip(): void {
		if (this.film) {
			this.film.end();
			return; // what follows it is shown after it
		}
		const rest = this.coming ? [this.coming, ...this.queue] : this.queue;
		this.queue = [];
		this.thrown = null;
		this.skipping = true;
		for (const frame of rest) this.reach(frame);
		this.skipping = false;
		this.wake?.();
	}

	/** Drop what was told so far: another person is about to be told everything. */
	forget(): void {
		this.queue = [];
		this.coming = null;
		this.film?.end();
		this.film = this.watched = null;
		this.lines = [];
		this.recent = [];
		this.moment = this.interval = null;
		this.news = [];
	}

	/** Write down what has happened without showing it again; it goes before the lines from `mark` on. */
	catchUp(steps: Told[], mark = this.lines.length): void {
		const later = this.lines.slice(mark);
		this.lines = this.lines.slice(0, mark);
		let by: number | null = null;
		for (const { events, entry, view, at = 0 } of steps) {
			const [who, what] = entry;
			if (who === "undo") this.takeBack(Number(what));
			if (who !== "chance") by = typeof who === "number" ? who : null;
			this.note(events, typeof who === "number" ? who : null, { view, by, at, seen: false });
		}
		this.lines = [...this.lines, ...later].slice(-KEPT);
	}

	put(frame: Frame): void {
		this.view = frame.view;
		this.recent = frame.events;
		this.again = frame.again ?? "";
		if (this.again) return;
		if (frame.moments) this.witness(frame.moments, frame.by);
		if (frame.interval) this.interval = frame.interval;
		sounds.play(frame.who === "chance" && !this.thrown ? "dice" : "move"); // the dice were heard when they fell
		if (frame.who === "undo") this.takeBack(frame.to ?? 0);
		const seen = settings.duration(PAUSE) > 0 && !this.skipping && !document.hidden;
		if (frame.told) return;
		this.note(frame.events, typeof frame.who === "number" ? frame.who : null, { ...frame, seen, view: null });
	}

	/** The entries after the first `to` count no more. */
	private takeBack(to: number): void {
		this.lines = this.lines.map((line) => (line.at > to ? { ...line, back: true } : line));
	}

	/** Add events to the log, each beside the seat it concerns: the board says whose it is, else the mover's. */
	note(events: GameEvent[], seat: number | null, told: Noted = {}): void {
		const { view = null, by = seat, at = 0, seen = true } = told;
		const fresh = events.map((event) => ({
			key: this.made++,
			seat: this.board?.seatOf ? this.board.seatOf(event, this.view) : seat,
			by,
			at,
			seen,
			back: false,
			event,
			view: view ?? this.view,
		}));
		this.lines = [...this.lines, ...fresh].slice(-KEPT);
	}
}

/** Which share of its time each frame gets, so that nobody waits too long for all of them. */
function shareOf(frames: Frame[]): number {
	return Math.min(1, TURN_CAP / frames.reduce((sum, { dice }) => sum + PAUSE + rollTime(dice), 0));
}
