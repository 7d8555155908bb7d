// A table as this browser sees it: the positions the server sent, shown one after another, and the draft of a move.

import type { Hint } from "./aids";
import type { GameBoard, PlateLook } from "./boards";
import type { Drafts } from "./drafts";
import { type Frame, movesOf, type Offer, type Onlooker, PAUSE } from "./frames";
import { t } from "./i18n.svelte";
import { Log } from "./log.svelte";
import type { Chosen } from "./moments";
import type { Wish } from "./outbox";
import { type Roll, TUMBLE } from "./rolls";
import { settings } from "./settings.svelte";
import { Showing } from "./showing.svelte";
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
import { Witness } from "./witness.svelte";

export type Line = "connecting" | "online" | "reconnecting" | "offline";

const RISKY = 0.5; // chance of a loss above which no second click commits
/** The state a board and a cockpit are drawn from. Filled by a live connection, a record or a tutorial. */
export class TableModel {
	readonly log = new Log(this);
	readonly witness = new Witness(this);
	readonly showing = new Showing(this);
	game = $state("");
	title = $state("");
	link: { id: string; key: string } | null = null; // where its record and review are asked for; null: nowhere
	event = $state(""); // the event it belongs to
	delayed = $state(false); // a rated match that one only watches: it is shown half a minute late
	trial = $state(false); // it plays what somebody is still drawing: it counts for nothing
	status = $state("");
	seats = $state.raw<SeatInfo[]>([]);
	present = $state.raw<number[] | null>(null); // seats whose people have the table open; null where nobody tells
	spectators = $state(0);
	onStands = $state.raw<string[]>([]); // the names of those spectators who like to be known
	aids = $state.raw<string[]>(["odds"]); // what the table allows: odds, hint, review
	yours = $state.raw<number[]>([]); // one's own seats: several where a screen is passed round
	view = $state.raw<View | null>(null);
	recent = $state.raw<GameEvent[]>([]); // what led to the position shown: boards draw it for a moment
	takenBack = $state(false); // moves were taken back to it
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
	puzzle = false; // a puzzle asks: no choice is laid out before somebody has made it
	hint = $state.raw<Hint | null>(null); // what the server advises here, while it is shown
	refusal = $state.raw<Refusal | null>(null);
	line = $state<Line>("connecting");
	sending = $state.raw<Wish[]>([]); // wishes that wait for their answer
	dropped = $state<"act" | "draft" | "other" | "plan" | null>(null); // a wish that the table had moved on from, until one goes on
	board = $state.raw<GameBoard | null>(null);
	content = $state.raw<Record<string, Json>>({}); // what the board is drawn from
	ghost = $state.raw<{ view: View; seat: number } | null>(null); // another run, shown beside this one in a replay
	act: ((notation: string) => void) | null = null; // makes a move that belongs to one which was committed
	task = $state(""); // what a lesson asks, in its own words
	ask: ((notation: string) => void) | null = null; // has the rules say why something is not offered
	commit: (() => void) | null = null; // makes the move that is drafted
	drafts: Drafts | null = null; // where drafts outlive a reload

	mayPlan = $state(false); // the board lets the seat at the screen plan ahead, while others move
	private planned = $state<string | null>(null);
	private roughed = $state.raw<Json>(null);
	private late: string | null = null; // a move that came too late, to be drafted again at what is offered next

	/** The actions of the seat at the screen. While a move of its own is shown they stay, to be seen and not to be
	 * taken; while others' are shown there are none. */
	get choices(): LegalAction[] {
		return this.playing && !this.ownMove && !this.showing.again ? [] : this.actions;
	}

	/** Frames are being shown one after another. */
	get playing(): boolean {
		return this.showing.playing;
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
		const { thrown } = this.showing;
		if (thrown || this.playing || !this.underWay || !settings.duration(TUMBLE)) return thrown;
		const wish = this.sending.find((one) => one.do === "act" && one.node === this.node && one.seat === this.seat);
		const action = this.actions.find((one) => wish?.do === "act" && one.notation === wish.action);
		const dice = (action && this.view && this.board?.rolls?.(action, this.view)) || [];
		return dice.length ? { dice, stage: "held", by: this.seat } : null;
	}

	/** There was a line to the table, and now there is none. */
	get lost(): boolean {
		return this.line === "reconnecting" || this.line === "offline";
	}

	/** A move of one's own is being shown. When all of it was seen and nothing more is asked, it is the others' turn. */
	private get ownMove(): boolean {
		const { mover } = this.showing;
		const over = this.answered === null && this.actions.length === 0;
		return mover !== null && this.yours.includes(mover) && !this.seats[mover]?.away && !over;
	}

	/** What the seat at the screen is asked; while a move of its own is shown, what that has answered. */
	get asked(): Fact | null {
		return this.ownMove ? this.answered : this.askedNow;
	}

	/** Who else's move is being shown, or about to be, slowly enough to be seen. */
	private get otherMover(): number | null {
		const { mover, movers, again } = this.showing;
		if (!this.playing || mover === null || again || !settings.duration(PAUSE)) return null;
		return [mover, ...movers].find((seat) => !this.yours.includes(seat)) ?? null;
	}

	/** Whose turn it is: chip, seats, title and coach line all read this. It is the turn of whoever's move is being shown;
	 * then the server's word counts. So nobody is asked for something before it can be done. */
	get turn(): { seats: number[]; mine: boolean } {
		if (this.ownMove) return { seats: [this.showing.mover as number], mine: true };
		if (this.otherMover !== null) return { seats: [this.otherMover], mine: false };
		const seats = this.toAct.filter((seat) => !this.sealed.includes(seat));
		const { seat } = this;
		return { seats, mine: seat !== null && seats.includes(seat) && !this.seats[seat]?.away };
	}

	/** Who plays after those whose turn it is, as far as that is known. */
	get later(): number[] {
		const { seats } = this.turn;
		const queue = this.otherMover !== null ? [...this.showing.movers, ...this.toAct, ...this.next] : this.next;
		return [...new Set(queue)].filter((seat) => !seats.includes(seat));
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
		return (view && this.board?.words?.(args, (seat) => this.nameOf(seat), view, this.content)) || args;
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
		if (this.showing.again)
			this.showing.skip(); // to see something again keeps nobody from playing on
		else if (this.playing) return;
		if (notation !== null && notation === this.draft && this.quick) {
			this.commit?.();
			return;
		}
		if (notation !== null) this.witness.folded = true;
		this.dropped = null;
		this.draft = notation === this.draft ? null : notation;
		this.refusal = null;
		this.keepDraft();
	}

	/** A second click on what is picked commits it, unless it goes wrong more often than not: that takes the button. */
	private get quick(): boolean {
		const { drafted } = this;
		return settings.values.fast && this.awake && drafted !== null && this.commit !== null && !this.isRisky(drafted);
	}

	/** It goes wrong more often than not, or nobody tells how often. */
	isRisky(action: LegalAction): boolean {
		const { board } = this;
		return board?.risk !== undefined && (board.risk(action) ?? 1) > RISKY;
	}

	/** The actions that a second click can commit. */
	get quickest(): LegalAction[] {
		return this.commit ? this.choices.filter((action) => this.board?.again?.(action, this) ?? true) : [];
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

	/** What the seat at the screen means to do when its turn comes, in words of its board. */
	get plan(): string | null {
		return this.planned;
	}

	set plan(plan: string | null) {
		this.planned = plan;
		this.drafts?.keepPlan(this.seat, plan);
	}

	/** The turn has come: lay the plan out as a draft. Where that is not possible any more it is dropped, and said. */
	layPlan(lay: (plan: string) => void): void {
		const { plan } = this;
		if (plan === null || !this.awake) return;
		this.plan = null;
		lay(plan);
		if (this.draft === null) this.dropped = "plan";
	}

	/** The table has moved on from a wish. A move that is possible here, too, is a draft again. */
	drop(wish: Wish): void {
		this.dropped = wish.do === "act" ? "act" : "other";
		if (wish.do !== "act") return;
		this.late = wish.action;
		if (!this.showing.ahead) this.reopen();
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
		const last = frames.at(-1) ?? this.showing.ahead;
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
		if (position.seats) this.seats = position.seats;
		this.refusal = null;
	}

	/** Offer what a position offers. */
	private takeUp({ node, seat, actions, asked }: Offer): void {
		const offered = `${node}/${seat}`;
		if (offered !== this.offered) {
			const kept = this.drafts?.read(seat, node);
			this.hint = null;
			this.roughed = kept?.sketch ?? null;
			this.planned = this.drafts?.plan(seat) ?? null;
			this.draft = actions.find((action) => action.notation === kept?.action)?.notation ?? null;
		}
		this.offered = offered;
		this.actions = actions;
		this.answered = asked;
		this.reopen();
	}

	get onlooker(): Onlooker {
		return { board: this.board, start: this.showing.finally, films: this.showing.films };
	}

	/** The steps of a message as frames, with the moments they make. */
	frames(steps: Step[], last: View, node = steps.length, over = false): Frame[] {
		const frames = movesOf(steps, last, this.onlooker, node, over);
		const chosen = this.chosenIn(steps);
		for (const moment of frames.at(-1)?.moments ?? []) if (this.yours.includes(moment.seat)) moment.chosen = chosen;
		return frames;
	}

	/** The one move of one's own among these steps, and what was offered with it. */
	private chosenIn(steps: Step[]): Chosen | null {
		const own = steps.flatMap(({ entry: [who, what] }) => (this.yours.includes(who as number) ? [what] : []));
		const action = own.length === 1 ? this.actions.find((one) => one.notation === own[0]) : undefined;
		return action ? { action, from: this.actions } : null;
	}

	/** A frame is seen, and whatever the position it leads to offers is offered. */
	reach(frame: Frame): void {
		this.put(frame);
		if (frame.offer) this.takeUp(frame.offer);
	}

	private put(frame: Frame): void {
		const { log, showing, witness } = this;
		this.view = frame.view;
		this.recent = frame.events;
		showing.again = frame.again ?? "";
		if (frame.again) return;
		this.takenBack = frame.who === "undo";
		if (frame.moments) witness.see(frame.moments, frame.by);
		if (frame.interval) witness.interval = frame.interval;
		sounds.play(frame.who === "chance" && !showing.thrown ? "dice" : "move"); // the dice were heard when they fell
		if (frame.who === "undo") log.takeBack(frame.to ?? 0);
		const seen = settings.duration(PAUSE) > 0 && !showing.skipping && !document.hidden;
		if (frame.told) return;
		log.note(frame.events, typeof frame.who === "number" ? frame.who : null, { ...frame, seen, view: null });
	}

	/** A step of a film is told as it is seen. */
	tell(events: GameEvent[], { by = null, at, who }: Frame): void {
		this.log.note(events, null, { by, at, who });
	}

	shown(): void {
		this.witness.foldInTime();
	}

	watched(): void {
		this.witness.watched();
	}

	/** Drop what was told so far: another person is about to be told everything. */
	forget(): void {
		this.showing.forget();
		this.witness.forget();
		this.log.lines = [];
		this.recent = [];
	}
}
