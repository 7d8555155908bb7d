// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { GameBoard } from "./boards";
import type { Frame } from "./frames";
import { known, type Moment, momentsOf, toldOnce } from "./moments";
import { part } from "./part";
import type { GameEvent } from "./types";
import { Witness } from "./witness.svelte";

const event = (kind: string, args: GameEvent["args"] = {}): GameEvent => ({ kind, clause: "", args });
const frame = (...events: GameEvent[]): Frame => ({ who: 0, events, view: {} });
const moments = { what: ["off", "spun"], why: ["hazard", "lost"], costs: ["card"] };
const seatOf = (one: GameEvent): number | null => (one.args.car as number | undefined) ?? null;
const board = part<GameBoard>({ moments, seatOf });

test("a moment is the most telling event of its seat, with why and at which price", () => {
	const frames = [
		frame(event("hazard", { car: 1, count: 2 }), event("hazard", { car: 1, count: 3 })),
		frame(event("lost", { car: 1, space: "A1" }), event("spun", { car: 1 }), event("off", { car: 1 })),
		frame(event("card", { car: 1, seconds: 60 }), event("card", { car: 0, seconds: 20 })),
	];
	const [found, ...more] = momentsOf(frames, null, board);
	expect(more).toEqual([]);
	expect([found?.seat, found?.what.kind]).toEqual([1, "off"]);
	expect(found?.why.map((one) => one.args.count ?? one.kind)).toEqual([3, "lost"]);
	expect(found?.costs.map((one) => one.args.seconds)).toEqual([60]);
	expect(found && known(found)).toMatchObject({ space: "A1", seconds: 60 });
});

test("one event may concern two, each in a part of their own", () => {
	const whose = (): { seat: number; as?: string }[] => [{ seat: 0 }, { seat: 2, as: "rammed" }];
	const found = momentsOf([frame(event("off"))], null, part<GameBoard>({ moments: { ...moments, whose } }));
	expect(found.map(({ seat, as }) => [seat, as])).toEqual([
		[0, ""],
		[2, "rammed"],
	]);
	expect(
		toldOnce(found).map((one) => one.seat),
		"and to others it has happened once",
	).toEqual([0]);
});

test("a game without a book has no moments, and a quiet move has none either", () => {
	expect(momentsOf([frame(event("off", { car: 1 }))], null, null)).toEqual([]);
	expect(momentsOf([frame(event("move", { car: 1 }))], null, board)).toEqual([]);
});

test("what has happened to oneself and to another at once is told to oneself once", () => {
	const [what, other] = [event("collision"), event("off")];
	const moment = (seat: number, what: GameEvent): Moment => part<Moment>({ seat, as: "", what });
	const witness = new Witness({ yours: [0], turn: { mine: false } });
	witness.see([moment(0, what), moment(1, what), moment(2, other)], 0);
	expect(witness.moment?.seat).toBe(0);
	expect(witness.news.map((one) => one.seat)).toEqual([2]);
});
