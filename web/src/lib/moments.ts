// Great moments: what happened to a seat in one move that nobody should miss, with why and at which price.

import type { GameBoard } from "./boards";
import type { Frame } from "./frames";
import type { GameEvent, LegalAction, View } from "./types";

/** Which events of a game make moments. It lies beside the game's board, as data; its sentences are the board's texts
 * `<game>.moment.<kind>` ("You spin on {space}") and `<game>.cost.<kind>` ("{seconds} s"). */
export interface MomentBook {
	what: string[]; // kinds of events that make a moment, the most telling first
	good?: string[]; // those of them that whoever they happen to is glad of
	why: string[]; // kinds that tell how it came
	costs: string[]; // kinds that tell what it costs, the dearest first
	whose?(event: GameEvent, before: View | null): Concerned[]; // else whose the log says it is
	hindsight?(moment: Moment, chosen: Chosen): string[]; // what was known when the move was chosen, where odds are shown
}

export interface Concerned {
	seat: number;
	as?: string; // in which part, where there are two: `<game>.moment.<kind>.<as>`
}

/** A move of one's own, and what it was chosen from. */
export interface Chosen {
	action: LegalAction;
	from: LegalAction[];
}

export interface Moment {
	seat: number;
	as: string;
	what: GameEvent;
	why: GameEvent[];
	costs: GameEvent[];
	before: View | null;
	frames: Frame[]; // the whole move, to see it again
	chosen?: Chosen | null; // how it began, where it was a single move of one's own
}

/** The moments of one move, at most one for each seat. */
export function momentsOf(frames: Frame[], before: View | null, board: GameBoard | null): Moment[] {
	const book = board?.moments;
	if (!book) return [];
	const events = frames.flatMap((frame) => frame.events);
	const found = new Map<number, Moment>();
	for (const kind of book.what)
		for (const what of events.filter((event) => event.kind === kind))
			for (const { seat, as = "" } of concerned(what, before, board))
				if (!found.has(seat))
					found.set(seat, { seat, as, what, before, frames, ...around(seat, events, before, board) });
	return [...found.values()];
}

/** A collision is a moment of both crews; told to others it is one thing that has happened. */
export const toldOnce = (moments: Moment[]): Moment[] =>
	moments.filter((one, n) => moments.findIndex((other) => other.what === one.what) === n);

/** What led there and what it costs, as far as it concerns the seat. */
function around(
	seat: number,
	events: GameEvent[],
	before: View | null,
	board: GameBoard,
): Pick<Moment, "why" | "costs"> {
	const own = events.filter((event) => concerned(event, before, board).some((one) => one.seat === seat));
	const among = (kinds: string[] = []): GameEvent[] => own.filter((event) => kinds.includes(event.kind));
	const last = (event: GameEvent, n: number, all: GameEvent[]): boolean =>
		all.findLastIndex((one) => one.kind === event.kind) === n; // the third hazard tells of the first two
	const prices = board.moments?.costs ?? []; // the dearest first
	const dear = (a: GameEvent, b: GameEvent): number => prices.indexOf(a.kind) - prices.indexOf(b.kind);
	return { why: among(board.moments?.why).filter(last), costs: among(prices).sort(dear) };
}

function concerned(event: GameEvent, before: View | null, board: GameBoard): Concerned[] {
	if (board.moments?.whose) return board.moments.whose(event, before);
	const seat = board.seatOf?.(event, before) ?? null;
	return seat === null ? [] : [{ seat }];
}

/** Everything that is known of a moment by name: the space stands in what led to it, the seconds in what it costs. */
export function known(moment: Moment): GameEvent["args"] {
	return Object.assign({}, ...[...moment.why, ...moment.costs, moment.what].map((event) => event.args));
}
