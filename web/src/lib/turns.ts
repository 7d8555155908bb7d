// A log by turns: who did what, in one sentence each, under the round or stage it belongs to.

import type { GameBoard } from "./boards";
import type { LogLine } from "./log.svelte";
import type { GameEvent, RecordFrame, View } from "./types";

/** How a game's turns are told. It lies beside the game's board. */
export interface TurnBook {
	heads: string[]; // kinds of events that head what follows: a round, a stage
	begins: string[]; // kinds with which another turn begins, though the same crew drives
	tells: string[]; // kinds that tell a turn in one sentence, the most telling first
	marks?(events: GameEvent[], view: View | null): Mark[];
	price?(events: GameEvent[], seat: number | null): Price | null; // what the turn cost or brought
}

/** A die, a card or a speed of a turn, small. */
export interface Mark {
	text: string;
	look: "black" | "white" | "plain";
	bad?: boolean;
}

export interface Price {
	text: string;
	tone: "good" | "bad" | "";
}

export interface Turn {
	key: number;
	by: number | null; // who has decided; null: all together, or nobody
	seat: number | null; // whose it is: the decider's or, where all decide together, whose part of it
	head: GameEvent | null; // what stands above it, if something new does
	lines: LogLine[];
	back: boolean; // it was taken back
}

/** The log of a whole record, from its frames; those that are still to come are left out. */
export function linesOf(frames: (RecordFrame | undefined)[], board: GameBoard): LogLine[] {
	const lines: LogLine[] = [];
	let by: number | null = null;
	for (const frame of frames) {
		const [who, what] = frame?.entry ?? ["chance", null];
		if (who !== "chance") by = typeof who === "number" ? who : null;
		if (who === "undo") for (const line of lines) line.back ||= line.at > Number(what);
		for (const event of frame?.events ?? []) {
			const view = frame?.view ?? null;
			const seat = board.seatOf ? board.seatOf(event, view) : by;
			lines.push({ key: lines.length, seat, by, at: frame?.at ?? 0, seen: true, back: false, event, view });
		}
	}
	return lines;
}

/** The turns of a log. */
export function turnsOf(lines: LogLine[], book: TurnBook | undefined): Turn[] {
	const turns: Turn[] = [];
	let open: Turn[] = []; // of the stretch that one crew, or all together, decide
	let head: GameEvent | null = null;
	let ended: number | null | undefined; // whose own move has just ended a turn: what follows concerns the next one
	for (const line of lines) {
		const { kind } = line.event;
		if (line.by !== ended) ended = undefined;
		if (open[0] && (open[0].by !== line.by || open[0].back !== line.back)) open = [];
		if (book?.heads.includes(kind)) head = line.event;
		if (book?.heads.includes(kind) || book?.begins.includes(kind)) [open, ended] = [[], line.by];
		if (book?.heads.includes(kind) || (book?.begins.includes(kind) && !book.tells.includes(kind))) continue;
		const next = !open.length && line.by === ended && line.by !== null && line.seat !== null;
		if (next && line.seat !== line.by && !book?.tells.includes(kind)) continue; // how that begins
		const seat = next ? line.seat : (line.by ?? line.seat);
		let turn = open.find((one) => one.seat === seat);
		if (!turn) {
			turn = { key: line.key, by: line.by, seat, head, lines: [], back: line.back };
			head = null;
			open.push(turn);
			turns.push(turn);
		}
		turn.lines.push(line);
	}
	return turns;
}

/** What others have done since the last turn of these seats; where all decide together, their parts of the last turn. */
export function sinceOwn(turns: Turn[], yours: number[]): Turn[] {
	const counted = turns.filter((turn) => !turn.back && turn.seat !== null);
	const own = counted.findLastIndex(
		({ seat, lines }) => yours.includes(seat as number) && lines.some((line) => !line.lots),
	);
	if (own < 0) return []; // the first turn is still to come
	const last = counted[own] as Turn;
	const from = last.by === null ? counted.findIndex((turn) => stretch(turn, last, counted)) : own + 1;
	return counted.slice(from).filter((turn) => !yours.includes(turn.seat as number));
}

/** Do two turns belong to the same stretch in which all decided together? */
function stretch(turn: Turn, last: Turn, turns: Turn[]): boolean {
	return (
		turn.by === null &&
		turns.slice(turns.indexOf(turn), turns.indexOf(last)).every((one) => one.by === null && (one === turn || !one.head))
	);
}

/** The line that tells a turn: of the most telling kind the last, else simply the last, best of whose turn it is. */
export function tellingLine(turn: Turn, book: TurnBook | undefined): LogLine | undefined {
	for (const kind of book?.tells ?? []) {
		const found = turn.lines.findLast((line) => line.event.kind === kind);
		if (found) return found;
	}
	return turn.lines.findLast((line) => line.seat === turn.seat) ?? turn.lines.at(-1);
}

/** The entries of the log a turn is made of. */
export function entriesOf(turn: Turn): { first: number; last: number } {
	const numbers = turn.lines.map((line) => line.at);
	return { first: Math.min(...numbers), last: Math.max(...numbers) };
}

export function eventsOf(turn: Turn): GameEvent[] {
	return turn.lines.map((line) => line.event);
}
