// The live line to a table: a WebSocket that comes back by itself and asks for what it missed.

import { api, Denied } from "./api";
import { noticeLetters } from "./letters";
import { denialText } from "./reasons";
import type { TableModel } from "./table.svelte";
import type { ChatLine, Denial, Json, Position, SeatInfo, Step } from "./types";
import { Parts } from "./views";

interface Presence {
	seats: number[];
	spectators: number;
}

interface Message {
	type: string;
	n?: number;
	steps?: Step[];
	position?: Position;
	seats?: SeatInfo[];
	sealed?: number[];
	own_seal?: string | null;
	clocks?: Position["clocks"];
	line?: ChatLine;
	missed?: Message[];
	presence?: Presence;
	table?: string;
	[key: string]: unknown;
}

const RECALLED = 200; // moves: as many as are read at once
const RETRY = [500, 1000, 2000, 4000, 8000];
const REFUSED = 4000; // the code a line ends with that the server does not open to this person
const PASSING = ["too_many", "unavailable"]; // refusals that are over after a while

export class Live {
	chat: ChatLine[] = [];
	onChat: (() => void) | null = null;
	onAgain: ((table: string) => void) | null = null;
	onSeats: (() => void) | null = null; // which seats are one's own may have changed
	onRefused: ((denial: Denial) => void) | null = null; // the server opens no line, and will not
	private socket: WebSocket | null = null;
	private retry: ReturnType<typeof setTimeout> | undefined;
	private denial: Denial | null = null; // why the server did not open the line
	private n = -1; // the last message heard; none before the first greeting
	private tries = 0;
	private closed = false;
	private sent = 0;
	private opened = -1; // what the position the page was opened with had counted
	private parts = new Parts();

	constructor(
		readonly id: string,
		readonly key: string,
		readonly table: TableModel,
	) {}

	/** Open the line, in the place of one that is open or about to be. */
	open(): void {
		if (this.closed) return;
		clearTimeout(this.retry);
		const before = this.socket;
		const query = new URLSearchParams({ odds: "true", changes: "true", since: String(Math.max(0, this.n)) });
		if (this.key) query.set("key", this.key);
		// what one has heard is counted for each seat by itself: who holds several says whose count this is
		if (this.n >= 0 && this.table.yours.length > 1) query.set("seat", String(this.table.seat));
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`);
		this.socket = socket;
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

	private comeBack(): void {
		this.table.line = "reconnecting";
		const wait = RETRY[Math.min(this.tries++, RETRY.length - 1)] ?? 8000;
		this.retry = setTimeout(() => this.open(), wait);
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
		clearTimeout(this.retry);
		this.socket?.close();
	}

	private hear(message: Message): void {
		const since = this.n;
		this.parts.fill([...(message.steps ?? []), ...(message.position ? [message.position] : [])]);
		if (typeof message.n === "number") this.n = Math.max(this.n, message.n);
		const table = this.table;
		if (message.type === "hello") {
			this.tries = 0;
			table.line = "online";
		}
		// one that has an id answers a wish, and is no good-bye
		if (message.type === "refused" && !("id" in message)) this.denial = message as unknown as Denial;
		if (["seats", "names"].includes(message.type) && message.seats) table.seats = message.seats;
		const here = message.type === "presence" ? (message as unknown as Presence) : message.presence;
		if (here) {
			table.present = here.seats;
			table.spectators = here.spectators;
		}
		if (message.type === "sealed") {
			table.sealed = message.sealed ?? [];
			table.ownSeal = message.own_seal ?? null;
		}
		if (message.clocks) {
			table.clocks = message.clocks;
			table.clocksAt = performance.now();
		}
		if (message.type === "chat" && message.line) {
			this.chat = [...this.chat, message.line];
			this.onChat?.();
		}
		if (message.type === "again" && message.table) this.onAgain?.(message.table);
		if (message.position) this.place(message, message.position, since);
		// the next of several people at this screen is asked: follow
		if (["hello", "sealed", "play"].includes(message.type) && table.waitsForAnother()) this.look(null);
	}

	private place(message: Message, position: Position, since: number): void {
		if (message.type === "hello") this.greeted(position, message.missed ?? [], since);
		else this.arrive(position, message.steps ?? []);
		const { seat, yours } = this.table;
		const strange = seat === null ? yours.length > 0 : !yours.includes(seat);
		if (message.type === "seats" || strange) this.onSeats?.();
	}

	/** What was before the page was opened goes into the log; what has happened since is shown like anything else. */
	private greeted(position: Position, missed: Message[], since: number): void {
		const known = Math.max(since, this.opened);
		const steps = (after: boolean): Step[] =>
			missed.filter((one) => (one.n ?? 0) > known === after).flatMap((one) => one.steps ?? []);
		const before = this.table.node;
		this.table.catchUp(steps(false));
		if (!missed.length && position.n > Math.max(0, since)) void this.recall(since < 0 ? 0 : before, position.node);
		if (position.n !== known || since >= 0) this.arrive(position, steps(true));
		else this.n = position.n; // nothing new: the board stays as it is drawn
	}

	/** Too much was missed to be told at once: read the latest of it for the log. */
	private async recall(after: number, to: number): Promise<void> {
		const mark = this.table.lines.length;
		const frames = await api.tableFrames(this.id, Math.max(after + 1, to - RECALLED + 1), to, this.key).catch(() => []);
		const steps = frames.flatMap(({ entry, events, view }) => (entry ? [{ entry, events, view }] : []));
		this.table.catchUp(steps, mark);
	}

	/** A new position: show the steps that led to it, then offer its actions. */
	private arrive(position: Position, steps: Step[]): void {
		const { table } = this;
		const frames = table.frames(steps, position.view);
		const otherEyes = position.seat !== table.seat;
		table.settle(position, frames);
		this.n = position.n;
		if (frames.length) void table.show(frames);
		else if (!table.playing) table.view = position.view;
		else if (otherEyes) void table.show([{ who: "look", events: [], view: position.view }]); // after what is still shown
	}

	/** Hotseat: see with the eyes of another of one's seats; `null` follows the play. */
	look(seat: number | null): void {
		if (this.table.line !== "online") return; // whoever comes back follows the play
		this.socket?.send(JSON.stringify({ do: "look", id: `look-${this.sent++}`, seat }));
	}

	/** Commit a move. Resending with the same id is harmless, so a lost answer loses nothing. */
	async act(notation: string): Promise<void> {
		const { table } = this;
		const client = `${Date.now().toString(36)}-${this.sent++}`;
		try {
			await api.act(this.id, table.node, notation, client, table.seat);
		} catch (error) {
			if (!(error instanceof Denied)) throw error;
			const { refusal, code, clause } = error.denial;
			// the rules' own words where they refused, the page's else; the clause stands beside both
			const args: Record<string, Json> = { reason: denialText(error.denial), ...refusal?.args };
			table.refusal = { code: refusal?.code ?? code, clause: clause ?? "", args };
		}
	}
}
