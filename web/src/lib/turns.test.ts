// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { turns as rally } from "../boards/rally/turns";
import { turns as round } from "../boards/rally_round/turns";
import { turns as code } from "../boards/rallye_code/turns";
import { turns as rallyman } from "../boards/rallyman/turns";
import type { LogLine } from "./log.svelte";
import { TableModel } from "./table.svelte";
import { entriesOf, sinceOwn, tellingLine, turnsOf } from "./turns";
import type { GameEvent, Step } from "./types";

const event = (kind: string, args: GameEvent["args"] = {}): GameEvent => ({ kind, clause: "", args });
const BOOK = { heads: ["round"], begins: ["turn"], tells: ["spun", "drives"] };
let made = 0;
beforeEach(() => void vi.stubGlobal("matchMedia", () => ({ matches: false })));

const line = (by: number | null, kind: string, more: Partial<LogLine> = {}): LogLine => ({
	key: made++,
	by,
	seat: by,
	at: made,
	seen: true,
	back: false,
	event: event(kind),
	view: null,
	...more,
});

test("a turn is what one crew does until another does, or until its next one begins", () => {
	const turns = turnsOf(
		[line(0, "rolls"), line(0, "drives"), line(0, "turn"), line(0, "drives"), line(1, "rolls"), line(1, "spun")],
		BOOK,
	);
	expect(turns.map((turn) => [turn.seat, turn.lines.map((one) => one.event.kind)])).toEqual([
		[0, ["rolls", "drives"]],
		[0, ["drives"]],
		[1, ["rolls", "spun"]],
	]);
	expect(turns.map((turn) => tellingLine(turn, BOOK)?.event.kind)).toEqual(["drives", "drives", "spun"]);
});

test("a round stands above what follows it, once", () => {
	const turns = turnsOf([line(0, "drives"), line(0, "round"), line(1, "drives"), line(0, "drives")], BOOK);
	expect(turns.map((turn) => turn.head?.kind)).toEqual([undefined, "round", undefined]);
});

test("where all decide together each crew has its part, and what was taken back stands apart", () => {
	const together = [0, 1, 0, 1].map((seat) => line(null, "drives", { seat }));
	expect(turnsOf(together, BOOK).map((turn) => [turn.seat, turn.lines.length])).toEqual([
		[0, 2],
		[1, 2],
	]);
	const headed = [line(null, "round"), line(null, "reveals", { seat: 0 }), line(null, "drives", { seat: 0 })];
	expect(turnsOf(headed, BOOK)[0]?.lines).toHaveLength(2);
	const back = turnsOf([line(0, "drives", { back: true }), line(0, "drives")], BOOK);
	expect(back.map((turn) => turn.back)).toEqual([true, false]);
});

test("with what a crew's move ends, the next one's turn begins: it is told as nobody else's", () => {
	const book = { heads: ["round"], begins: ["turn"], tells: ["drives", "waits"] };
	const lines = [line(1, "drives"), line(1, "round"), line(1, "turn"), line(1, "back", { seat: 0 })];
	expect(turnsOf(lines, book).map((turn) => turn.seat)).toEqual([1]);
	const waits = [...lines, line(1, "waits", { seat: 2 }), line(0, "hits", { seat: 1 }), line(0, "drives")];
	expect(turnsOf(waits, book).map((turn) => [turn.seat, turn.lines.map((one) => one.event.kind)])).toEqual([
		[1, ["drives"]],
		[2, ["waits"]],
		[0, ["hits", "drives"]],
	]);
});

test("a number that was drawn for oneself is no turn of one's own", () => {
	const drawn = [0, 1].map((seat) => line(null, "draws", { seat, lots: true }));
	expect(sinceOwn(turnsOf([...drawn, line(1, "drives")], BOOK), [0])).toEqual([]);
	const chosen = line(null, "seals", { seat: 0 });
	expect(sinceOwn(turnsOf([...drawn, chosen, line(1, "drives")], BOOK), [0])).toHaveLength(2);
});

test("what chance does before anybody has decided anything is drawn by lot, and nothing later is", () => {
	const table = new TableModel();
	const note = (who: number | string): void => table.log.note([event("draws")], null, { who });
	for (const who of ["chance", "chance", "all", "chance"]) note(who);
	expect(table.log.lines.map((one) => one.lots)).toEqual([true, true, false, false]);
});

test("a roll is a turn of whoever rolled, though to roll told nothing and nothing was told before it", () => {
	const rolled = (seat: number): Step[] => [
		{ entry: [seat, "roll"], events: [], view: {} },
		{ entry: ["chance", "3"], events: [event("drives")], view: {} },
	];
	const table = new TableModel();
	table.log.catchUp([...rolled(0), ...rolled(1)]);
	expect(table.log.lines.map((one) => one.lots)).toEqual([false, false]);
	expect(sinceOwn(turnsOf(table.log.lines, BOOK), [0]).map((turn) => turn.seat)).toEqual([1]);
});

test("since one's last turn: what the others did after it, and nothing before the first", () => {
	const lines = [line(1, "drives"), line(0, "drives"), line(1, "drives", { at: 7 }), line(2, "spun", { at: 9 })];
	const turns = turnsOf(lines, BOOK);
	expect(sinceOwn(turns, [0]).map((turn) => turn.seat)).toEqual([1, 2]);
	expect(sinceOwn(turns, [0]).map(entriesOf)).toEqual([
		{ first: 7, last: 7 },
		{ first: 9, last: 9 },
	]);
	expect(sinceOwn(turnsOf([line(1, "drives")], BOOK), [0])).toEqual([]);
	const together = [line(1, "drives"), ...[0, 1, 2].map((seat) => line(null, "drives", { seat }))];
	expect(sinceOwn(turnsOf(together, BOOK), [0]).map((turn) => turn.seat)).toEqual([1, 2]);
});

test("what is taken back is struck out of the log, live and when it is read later", () => {
	const steps: Step[] = [
		{ entry: [0, "go"], events: [event("drives")], view: {} },
		{ entry: [0, "on"], events: [event("spun")], view: {} },
		{ entry: ["undo", 1], events: [], view: {} },
		{ entry: [0, "stop"], events: [event("rests")], view: {} },
	];
	const struck = (table: TableModel): unknown => table.log.lines.filter((one) => one.back).map((one) => one.event.kind);
	const late = new TableModel();
	late.log.catchUp(steps.map((step, n) => ({ ...step, at: n + 1 })));
	expect(struck(late)).toEqual(["spun"]);
	const live = new TableModel();
	const frames = live.frames(steps, {}, 4);
	expect(frames.map((frame) => frame.at)).toEqual([1, 2, 3, 4]);
	for (const frame of frames) live.reach(frame);
	expect(struck(live)).toEqual(["spun"]);
});

test("every game tells a turn by its own marks", () => {
	const dice = [event("roll_clean", { die: "3" }), event("roll_hazard", { die: "W" }), event("card", { seconds: 30 })];
	expect(rallyman.marks?.(dice, null)).toMatchObject([
		{ text: "3", bad: false },
		{ text: "W", bad: true },
	]);
	expect(rallyman.price?.(dice, 0)?.tone).toBe("");
	const drive = [event("gear", { gear: 4 }), event("enters"), event("brakes"), event("damage", { outcome: "tc" })];
	expect(rally.marks?.(drive, null)).toMatchObject([{ text: "4" }, { text: "→ 2", bad: true }]);
	const tour = [event("roll", { dice: [2, 6] }), event("pay_hotel", { player: 2, amount: 300 })];
	expect(code.marks?.(tour, null).map((mark) => mark.text)).toEqual(["2", "6"]);
	expect(code.price?.(tour, 1)).toMatchObject({ text: expect.stringContaining("−300"), tone: "bad" });
	expect(code.price?.(tour, 0)).toBeNull();
	const minute = [event("announces", { speed: 40 }), event("booked", { marks: "0:30" })];
	expect(round.marks?.(minute, null)[0]?.text).toBe("40 mph");
	expect(round.price?.(minute, 0)).toEqual({ text: "0:30", tone: "bad" });
});

test("that everybody's car is repaired is no crew's turn, and told of whose turn it is at least", () => {
	const repaired = [1, 0, 2].map((seat) => line(1, "assistance", { seat }));
	const turns = turnsOf([line(1, "finished"), line(1, "start_order"), ...repaired], rallyman);
	expect(turns.map(({ seat }) => seat)).toEqual([1, 1]);
	expect(turns.map((turn) => tellingLine(turn, rallyman)?.seat)).toEqual([1, 1]);
});
