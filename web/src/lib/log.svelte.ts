// What has happened at a table, line by line.

import type { GameBoard } from "./boards";
import type { GameEvent, Step, View } from "./types";

export interface LogLine {
	key: number;
	seat: number | null; // whose it is
	by: number | null; // whose decision led to it; null: of all together, or nobody's
	lots?: boolean; // drawn by lot before anybody had decided anything
	at: number; // which entry of the log has told it
	seen: boolean; // it was shown as it happened
	back: boolean; // it was taken back
	event: GameEvent;
	view: View | null; // when it happened: a later special has other roads
}

/** A step with its number in the log. */
type Told = Step & { at?: number };

/** What else is known of an event: the view after it, whose decision led to it, which entry of the log told it and who
 * made that, and whether it was shown as it happened. */
type Noted = Partial<Pick<LogLine, "view" | "by" | "at" | "seen">> & { who?: number | string };

const KEPT = 600; // lines

export class Log {
	lines = $state.raw<LogLine[]>([]);
	private made = 0;

	constructor(private readonly table: { readonly board: GameBoard | null; readonly view: View | null }) {}

	/** Add events, each beside the seat it concerns: the board says whose it is, else the mover's. */
	note(events: GameEvent[], seat: number | null, told: Noted = {}): void {
		const { view = null, by = seat, at = 0, seen = true, who } = told;
		const lots = who === "chance" && by === null && this.lines.every((line) => line.lots);
		const { board, view: now } = this.table;
		const fresh = events.map((event) => ({
			key: this.made++,
			seat: board?.seatOf ? board.seatOf(event, now) : seat,
			by,
			lots,
			at,
			seen,
			back: false,
			event,
			view: view ?? now,
		}));
		this.lines = [...this.lines, ...fresh].slice(-KEPT);
	}

	/** The entries after the first `to` count no more. */
	takeBack(to: number): void {
		this.lines = this.lines.map((line) => (line.at > to ? { ...line, back: true } : line));
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
			this.note(events, typeof who === "number" ? who : null, { view, by, at, who, seen: false });
		}
		this.lines = [...this.lines, ...later].slice(-KEPT);
	}
}
