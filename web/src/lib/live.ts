// The live line to a table: a WebSocket that comes back by itself and asks for what it missed.

import { api, Denied } from "./api";
import type { TableModel } from "./table.svelte";
import type { ChatLine, Json, Position, SeatInfo, Step } from "./types";
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

const RETRY = [500, 1000, 2000, 4000, 8000];

export class Live {
	chat: ChatLine[] = [];
	onChat: (() => void) | null = null;
	onAgain: ((table: string) => void) | null = null;
	private socket: WebSocket | null = null;
	private n = -1; // the last message heard; none before the first greeting
	private tries = 0;
	private closed = false;
	private sent = 0;
	private early: Message[] | null = []; // heard before the board was there to show it
	private parts = new Parts();

	constructor(
		readonly id: string,
		readonly key: string,
		readonly table: TableModel,
	) {}

	open(): void {
		const query = new URLSearchParams({ odds: "true", changes: "true", since: String(Math.max(0, this.n)) });
		if (this.key) query.set("key", this.key);
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`);
		this.socket = socket;
		socket.onmessage = (event) => {
			const message = JSON.parse(String(event.data)) as Message;
			if (this.early) this.early.push(message);
			else this.hear(message);
		};
		socket.onopen = () => {
			this.tries = 0;
			this.table.line = "online";
		};
		socket.onclose = () => {
			if (this.closed || socket !== this.socket) return;
			this.table.line = "reconnecting";
			const wait = RETRY[Math.min(this.tries++, RETRY.length - 1)] ?? 8000;
			setTimeout(() => this.closed || this.open(), wait);
		};
	}

	/** The board is there: show what has come in the meantime, and from now on everything as it comes. */
	ready(): void {
		const early = this.early ?? [];
		this.early = null;
		for (const message of early) this.hear(message);
	}

	close(): void {
		this.closed = true;
		this.socket?.close();
	}

	private hear(message: Message): void {
		const first = this.n < 0;
		this.parts.fill([...(message.steps ?? []), ...(message.position ? [message.position] : [])]);
		if (typeof message.n === "number") this.n = Math.max(this.n, message.n);
		const table = this.table;
		if (message.type === "seats" && message.seats) table.seats = message.seats;
		const here = message.type === "presence" ? (message as unknown as Presence) : message.presence;
		if (here) {
			table.present = here.seats;
			table.spectators = here.spectators;
		}
		if (message.type === "sealed") {
			table.sealed = message.sealed ?? [];
			table.ownSeal = message.own_seal ?? null;
			// the next of several people at this screen is asked: follow
			if (table.waitsForAnother()) this.look(null);
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
		// a greeting brings the messages that were missed; their steps are shown like any others
		const steps = message.missed ? message.missed.flatMap((missed) => missed.steps ?? []) : (message.steps ?? []);
		if (message.position) this.arrive(message.position, steps, first);
	}

	/** A new position: show the steps that led to it, then offer its actions. What was before one came is not shown. */
	private arrive(position: Position, steps: Step[], first: boolean): void {
		if (first) this.table.catchUp(steps, position.view);
		const frames = first ? [] : this.table.frames(steps, position.view);
		this.table.settle(position);
		this.n = position.n;
		if (frames.length) void this.table.show(frames);
		else if (!this.table.playing) this.table.view = position.view;
	}

	/** Hotseat: see with the eyes of another of one's seats; `null` follows the play. */
	look(seat: number | null): void {
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
			// the rules' own words where they refused, the server's reason else; the clause stands beside both
			const args: Record<string, Json> = { reason: error.denial.reason, ...refusal?.args };
			table.refusal = { code: refusal?.code ?? code, clause: clause ?? "", args };
		}
	}
}
