// The live line to a table: a WebSocket that comes back by itself, asks for what it missed and sends again what was not
// answered (lib/outbox.ts). Where no WebSocket can be opened at all the same goes by HTTP, asked for now and then.

import { api, Denied } from "./api";
import { noticeLetters } from "./letters";
import { type Deed, Outbox, type Wish } from "./outbox";
import { denialText } from "./reasons";
import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";
import { Talk } from "./talk.svelte";
import { other, type Wire } from "./transport";
import type { Denial, Json, Position, Step } from "./types";
import { Parts, type Shown } from "./views";
import type { HelloMessage, Message, PresenceMessage, Stream } from "./wire";

const RECALLED = 200; // moves: as many as are read at once
const RETRY = [500, 1000, 2000, 4000, 8000];
const GIVEN_UP = 3; // tries in vain after which the page says that it is offline
const PATIENCE = 8000; // silence after something was sent: the line is dead, though nobody has said so
const PULSE = 15_000; // between two signs of life that are asked for
const POLL = 2000; // … and between two looks at the table where there is no line
const REFUSED = 4000; // the code a line ends with that the server does not open to this person
const PASSING = ["too_many", "unavailable"]; // refusals that are over after a while

type Timer = ReturnType<typeof setTimeout> | undefined;

export class Live {
	readonly talk = new Talk();
	onAgain: ((table: string) => void) | null = null;
	onSeats: (() => void) | null = null; // which seats are one's own may have changed
	onRefused: ((denial: Denial) => void) | null = null; // the server opens no line, and will not
	private socket: Wire | null = null;
	private readonly outbox: Outbox;
	private retry: Timer;
	private doubt: Timer; // that the line is alive
	private pulse: Timer;
	private polling: Timer;
	private adopting: Timer; // what another tab has left
	private posting = false; // the table is reached by HTTP alone
	private stood = false; // the line has been open once
	private deaf: (() => void)[] = []; // stops listening to the browser
	private denial: Denial | null = null; // why the server did not open the line
	private n = -1; // the last message heard; none before the first greeting
	private tries = 0;
	private closed = false;
	private sent = 0;
	private opened = -1; // what the position the page was opened with had counted
	private parts = new Parts();
	private eyes: number | null = null; // whose one has asked for before the line was open for the first time

	constructor(
		readonly id: string,
		readonly key: string,
		readonly table: TableModel,
	) {
		this.outbox = new Outbox(id);
		this.outbox.onChange = () => {
			table.sending = this.outbox.waiting;
			clearTimeout(this.adopting);
			this.adopting = setTimeout(() => this.sendAll(this.outbox.orphans), PATIENCE);
		};
		this.outbox.onChange();
		const on = (name: string, act: () => void): void => {
			addEventListener(name, act);
			this.deaf.push(() => removeEventListener(name, act));
		};
		if (other().far) on("offline", () => this.broken());
		on("online", () => {
			this.tries = 0;
			if (!this.socket || !other().far) return;
			this.broken();
			this.open();
		});
		this.deaf.push(this.outbox.watch());
	}

	/** Open the line, in the place of one that is open or about to be. */
	open(): void {
		if (this.closed) return;
		clearTimeout(this.retry);
		this.silence();
		const before = this.socket;
		const query = new URLSearchParams({ odds: "true", changes: "true", since: String(Math.max(0, this.n)) });
		if (this.key) query.set("key", this.key);
		if (settings.values.named) query.set("named", "true");
		// what one has heard is counted for each seat by itself: who holds several says whose count this is
		if (this.n >= 0 && this.table.yours.length > 1) query.set("seat", String(this.table.seat));
		const socket = other().line(this.id, query);
		this.socket = socket;
		this.expectSign();
		before?.close();
		socket.onmessage = (event) => {
			if (socket !== this.socket) return;
			noticeLetters(String(event.data));
			this.hear(JSON.parse(String(event.data)) as Message);
		};
		socket.onclose = (event) => {
			if (this.closed || socket !== this.socket) return;
			if (event.code === REFUSED && this.denial && !PASSING.includes(this.denial.code)) this.giveUp(this.denial);
			else this.comeBack();
		};
	}

	/** Show one's name among the spectators, or not any more. */
	beKnown(named: boolean): void {
		settings.set("named", named);
		this.open();
	}

	private comeBack(): void {
		this.silence();
		const wait = RETRY[Math.min(this.tries++, RETRY.length - 1)] ?? 8000;
		this.broken();
		this.retry = setTimeout(() => this.open(), wait);
		if (!this.stood && !this.posting && this.tries >= GIVEN_UP) void this.poll();
	}

	/** Nothing comes or goes at the moment: say so, unless the table is reached by HTTP. */
	private broken(): void {
		if (this.posting) return;
		this.table.line = navigator.onLine === false || this.tries > GIVEN_UP ? "offline" : "reconnecting";
	}

	/** Something was sent or the line is being opened: if nothing at all is heard soon, the line is dead. */
	private expectSign(): void {
		if (!other().far) return;
		this.doubt ??= setTimeout(() => {
			const { socket } = this;
			if (socket) socket.onclose = socket.onmessage = null; // its good-bye may come much later
			socket?.close();
			this.comeBack();
		}, PATIENCE);
	}

	/** Nothing is expected any more. */
	private silence(): void {
		clearTimeout(this.doubt);
		clearTimeout(this.pulse);
		this.doubt = this.pulse = undefined;
	}

	/** Something was heard: the line is alive, and will be asked again after a while. */
	private heard(): void {
		this.silence();
		this.pulse = setTimeout(() => {
			this.write({ do: "ping", id: `ping-${this.sent++}` });
		}, PULSE);
	}

	private write(message: object): void {
		this.socket?.send(JSON.stringify(message));
		this.expectSign();
	}

	private giveUp(denial: Denial): void {
		this.close();
		this.onRefused?.(denial);
	}

	/** Show the position a page was opened with. The line, opened after it, tells what was before and has come since. */
	begin(position: Position): void {
		this.opened = position.n;
		this.table.settle(position);
		this.table.view = position.view;
	}

	/** This browser is somebody else to the table than when the line was opened, and a line keeps its person for life:
	 * open another and be told everything anew, as on a fresh page. */
	renew(position: Position): void {
		this.n = -1;
		this.table.line = "connecting";
		this.table.forget();
		this.begin(position);
		this.open();
	}

	close(): void {
		this.closed = true;
		this.silence();
		clearTimeout(this.retry);
		clearTimeout(this.polling);
		clearTimeout(this.adopting);
		for (const stop of this.deaf) stop();
		this.socket?.close();
	}

	private hear(message: Message): void {
		const since = this.n;
		this.heard();
		const position = "position" in message ? message.position : undefined;
		const shown: Shown[] = "steps" in message ? [...message.steps] : [];
		this.parts.fill(position ? [...shown, position] : shown);
		if ("n" in message && message.n !== undefined) this.n = Math.max(this.n, message.n);
		if (message.type === "hello") this.stand();
		for (const one of message.type === "hello" ? [...message.missed, message] : [message]) this.witness(one);
		this.tell(message);
		if (position) this.place(message, position, since);
		// the next of several people at this screen is asked: follow
		if (["hello", "sealed", "play"].includes(message.type) && this.table.waitsForAnother()) this.look(null);
		if (message.type === "hello") this.sendWaiting();
		if (message.type === "ok") this.answered(message.id, null);
		if (message.type === "refused") this.answered(message.id, message);
	}

	/** The line is open. */
	private stand(): void {
		this.tries = 0;
		this.stood = true;
		this.posting = false;
		clearTimeout(this.polling);
		this.table.line = "online";
		if (this.eyes !== null) this.look(this.eyes);
		this.eyes = null;
	}

	/** What a message tells besides a position. */
	private tell(message: Message): void {
		const { table } = this;
		// one that has an id answers a wish, and is no good-bye
		if (message.type === "refused" && !("id" in message)) this.denial = message;
		if (message.type === "seats" || message.type === "names") table.seats = message.seats;
		if (message.type === "presence") this.meet(message);
		if (message.type === "hello") this.meet(message.presence);
		if (message.type === "sealed") {
			table.sealed = message.sealed;
			table.ownSeal = message.own_seal;
			table.clocks = message.clocks;
			table.clocksAt = performance.now();
		}
		if (message.type === "chat") {
			this.talk.hear(message.line);
			this.takeSaid();
		}
		if (message.type === "again") this.onAgain?.(message.table);
	}

	private meet({ seats, spectators, names = [] }: PresenceMessage): void {
		this.table.present = seats;
		this.table.spectators = spectators;
		this.table.onStands = names;
	}

	private place(message: Message, position: Position, since: number): void {
		if (message.type === "hello") this.greeted(message, since);
		else this.arrive(position, "steps" in message ? message.steps : []);
		const { seat, yours } = this.table;
		const strange = seat === null ? yours.length > 0 : !yours.includes(seat);
		if (message.type === "seats" || strange) this.onSeats?.();
	}

	/** What was before the page was opened goes into the log; what has happened since is shown like anything else. */
	private greeted({ position, missed }: HelloMessage, since: number): void {
		const known = Math.max(since, this.opened);
		const stepsOf = (one: Stream): Step[] => ("steps" in one ? one.steps : []);
		const steps = (after: boolean): Step[] => missed.filter((one) => one.n > known === after).flatMap(stepsOf);
		const before = this.table.node;
		const later = steps(true);
		const old = steps(false);
		const first = position.node - later.length - old.length + 1;
		this.table.log.catchUp(old.map((step, n) => ({ ...step, at: first + n })));
		if (!missed.length && position.n > Math.max(0, since)) void this.recall(since < 0 ? 0 : before, position.node);
		if (position.n !== known || since >= 0) this.arrive(position, later);
		else this.n = position.n; // nothing new: the board stays as it is drawn
	}

	/** Too much was missed to be told at once: read the latest of it for the log. */
	private async recall(after: number, to: number): Promise<void> {
		const mark = this.table.log.lines.length;
		const frames = await api.tableFrames(this.id, Math.max(after + 1, to - RECALLED + 1), to, this.key).catch(() => []);
		const steps = frames.flatMap(({ entry, events, view, at }) => (entry ? [{ entry, events, view, at }] : []));
		this.table.log.catchUp(steps, mark);
	}

	/** A new position: show the steps that led to it, then offer its actions. */
	private arrive(position: Position, steps: Step[]): void {
		const { table } = this;
		const frames = table.frames(steps, position.view, position.node, position.result !== null);
		const otherEyes = position.seat !== table.seat;
		table.settle(position, frames);
		this.n = position.n;
		if (frames.length) void table.showing.show(frames);
		else if (!table.playing) table.view = position.view;
		else if (otherEyes) void table.showing.show([{ who: "look", events: [], view: position.view }]); // after what is still shown
	}

	/** Hotseat: see with the eyes of another of one's seats; `null` follows the play. */
	look(seat: number | null): void {
		if (this.stands) this.socket?.send(JSON.stringify({ do: "look", id: `look-${this.sent++}`, seat }));
		else if (!this.stood) this.eyes = seat; // whoever comes back follows the play
	}

	// Wishes

	/** Commit a move. */
	act(action: string): void {
		this.table.witness.interval = null; // whoever plays on has seen how it stands
		this.wish({ do: "act", action });
	}

	/** Say something to those at the table. */
	say(text: string): void {
		this.talk.refused = null;
		this.wish({ do: "say", text, after: this.talk.last });
	}

	/** Lines of one's own that stand there by now are said, even if the answer was lost. */
	private takeSaid(): void {
		for (const wish of this.outbox.waiting) if (this.talk.has(wish)) this.outbox.take(wish);
	}

	/** Send again what has no answer; what one has to say only after it is known that it was not heard. */
	private sendWaiting(): void {
		const spoken = (wish: Wish): boolean => wish.do === "say";
		this.sendAll(this.outbox.waiting.filter((wish) => !spoken(wish)));
		void this.talk.recall(this.id, this.key).then(() => {
			this.takeSaid();
			this.sendAll(this.outbox.waiting.filter(spoken));
		});
	}

	/** Ask something of the table. It is kept until it is answered, whatever becomes of the line or of this page. */
	wish(deed: Deed, seat = this.table.seat): void {
		this.table.dropped = null;
		const wish = this.outbox.put(deed, this.table.node, seat);
		if (wish) this.send(wish);
	}

	/** Have the rules say why something is not offered. Nothing to be kept: without a line there is no answer. */
	ask(action: string): void {
		const { node, seat } = this.table;
		if (this.stands) this.write({ do: "act", id: `why-${this.sent++}`, node, seat, action });
	}

	private get stands(): boolean {
		return this.stood && this.table.line === "online";
	}

	private sendAll(wishes: Wish[]): void {
		for (const wish of wishes) this.send(wish);
	}

	private send(wish: Wish): void {
		if (this.posting) void this.poll();
		else if (this.stands) {
			this.outbox.note(wish);
			this.write(wish);
		}
	}

	/** A wish or a question has its answer. */
	private answered(id: unknown, denial: Denial | null): void {
		const wish = this.outbox.find(id);
		if (!wish) {
			if (denial && String(id).startsWith("why-")) this.refuse(denial);
			return;
		}
		const fate = denial === null ? "done" : this.outbox.judge(wish, denial);
		if (fate === "again") {
			setTimeout(() => this.outbox.find(id) && this.send(wish), RETRY[1]);
			return;
		}
		this.outbox.take(wish);
		if (fate === "dropped") this.table.drop(wish);
		if (fate !== "refused" || !denial) return;
		if (wish.do === "say") this.talk.refused = { text: wish.text, reason: denialText(denial) };
		else this.refuse(denial);
	}

	/** The rules' own words where they refused, the page's else; the clause stands beside both. */
	private refuse(denial: Denial): void {
		const { refusal, code, clause } = denial;
		const args: Record<string, Json> = { reason: denialText(denial), ...refusal?.args };
		this.table.refusal = { code: refusal?.code ?? code, clause: clause ?? "", args };
	}

	/** One's own move was taken back: that wish is done, even if its answer was lost. Asked again it would be another. */
	private witness(message: Message): void {
		if (message.type !== "play" || message.cause !== "undo") return;
		for (const wish of this.outbox.waiting) if (wish.do === "undo" && wish.seat === message.by) this.outbox.take(wish);
	}

	// Without a WebSocket

	/** Look at the table by HTTP, hand in what waits, and so on until a line stands. */
	private async poll(): Promise<void> {
		clearTimeout(this.polling);
		try {
			for (const wish of this.outbox.waiting) await this.post(wish);
			const position = await api.position(this.id, this.key);
			if (this.closed || this.stood) return;
			if (position.n !== Math.max(this.n, this.opened)) {
				void this.recall(this.table.node, position.node);
				this.arrive(position, []);
			}
			this.posting = true;
			this.table.line = "online";
			clearTimeout(this.polling);
			this.polling = setTimeout(() => void this.poll(), POLL);
		} catch {
			this.posting = false;
			this.broken();
		}
	}

	private async post(wish: Wish): Promise<void> {
		this.outbox.note(wish);
		try {
			await api.wish(this.id, wish);
			this.answered(wish.id, null);
		} catch (error) {
			if (!(error instanceof Denied)) throw error;
			this.answered(wish.id, error.denial);
		}
	}
}
