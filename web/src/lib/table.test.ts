// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { GameBoard } from "./boards";
import { effectTexts, oddsTexts, refusalText } from "./boards";
import { texts } from "./i18n.svelte";
import { part } from "./part";
import { TableModel } from "./table.svelte";
import type { GameEvent, LegalAction, SeatInfo } from "./types";

const event = (kind: string, args: GameEvent["args"] = {}): GameEvent => ({ kind, clause: "", args });
const action = (notation: string): LegalAction => ({ id: 0, notation, form: { kind: "go" }, effect: {}, odds: [] });

test("an event stands beside whose it is, and beside nobody where the board says so", () => {
	const table = new TableModel();
	table.log.note([event("rolls")], 1);
	const seatOf = (one: GameEvent): number | null => (one.args.car as number | undefined) ?? null;
	table.board = part<GameBoard>({ seatOf });
	table.log.note([event("rolls", { car: 2 }), event("weather")], 1);
	expect(table.log.lines.map((line) => line.seat)).toEqual([1, 2, null]);
});

test("whoever comes late reads what happened and sees where it led, without a show", () => {
	const table = new TableModel();
	table.view = { turn: 2 };
	table.log.catchUp([
		{ entry: [0, "go"], events: [event("moves")], view: { turn: 1 } },
		{ entry: ["chance", "3"], events: [event("rolls")], view: null },
	]);
	expect(table.view).toEqual({ turn: 2 });
	expect(table.log.lines).toHaveLength(2);
	expect(table.playing).toBe(false);
});

test("what is read late goes into the log before what has happened since it was asked for", () => {
	const table = new TableModel();
	const told = (kind: string): void => table.log.catchUp([{ entry: [0, "go"], events: [event(kind)], view: null }]);
	told("first");
	const mark = table.log.lines.length;
	told("third");
	table.log.catchUp([{ entry: [1, "go"], events: [event("second")], view: null }], mark);
	expect(table.log.lines.map((line) => line.event.kind)).toEqual(["first", "second", "third"]);
});

test("only what is not offered is asked about", () => {
	const table = new TableModel();
	const asked: string[] = [];
	table.ask = (notation) => void asked.push(notation);
	table.why("go"); // nobody is asked anything: nothing to explain
	table.actions = [action("go")];
	table.why("go");
	table.why("stop");
	expect(asked).toEqual(["stop"]);
});

test("a screen that is passed round goes on to the seat that has still to seal", () => {
	const table = new TableModel();
	Object.assign(table, { yours: [0, 2], toAct: [0, 1, 2], seat: 0, sealed: [1] });
	expect(table.waitsForAnother()).toBe(false);
	table.sealed = [0, 1];
	expect(table.waitsForAnother()).toBe(true);
	table.sealed = [0, 1, 2];
	expect(table.waitsForAnother()).toBe(false);
	Object.assign(table, { toAct: [2], sealed: [] });
	expect(table.waitsForAnother()).toBe(true);
});

test("a match is over with its result, and without one when the table was closed", () => {
	const table = new TableModel();
	table.status = "playing";
	expect(table.over).toBe(false);
	table.status = "closed";
	expect(table.over).toBe(true);
	Object.assign(table, { status: "finished", result: {} });
	expect(table.over).toBe(true);
});

test("a refusal is told in the game's words, else in the server's", () => {
	const table = Object.assign(new TableModel(), { game: "somewhere" });
	texts.addGame("somewhere", { "refusal.gear": "From {from} the next gear is another." });
	expect(refusalText(table, { code: "gear", clause: "", args: { from: "3rd" } })).toContain("From 3rd");
	expect(refusalText(table, { code: "late", clause: "", args: { reason: "answered already" } })).toBe(
		"answered already",
	);
	expect(refusalText(table, { code: "", clause: "", args: {} })).not.toContain("refusal.");
});

test("who has agreed to take back is named once and not asked again", () => {
	const table = new TableModel();
	const seats = ["ann", "bob", "cleo", "bob"].map((person, seat) => ({ seat, person }) as SeatInfo);
	Object.assign(table, { seats, seat: 2 });
	expect([table.agreed, table.mayAgree]).toEqual([[], false]); // nobody has asked
	table.undo = { seat: 0, to: 4, agreed: [1, 3] };
	expect([table.agreed, table.mayAgree]).toEqual([[1], true]);
	table.seat = 3;
	expect(table.mayAgree).toBe(false);
	table.seat = null;
	expect(table.mayAgree).toBe(false);
});

test("what an action does is said in its game's words, its odds only where the table allows them", () => {
	texts.addGame("somewhere", {
		"effect.to": "To {to}",
		"effect.path": "By {path}",
		"effect.off": "Off!",
		"event.rolls": "{car} rolls",
		"odds.loss": "Lost {chance}",
	});
	const table = Object.assign(new TableModel(), { game: "somewhere" });
	const move: LegalAction = {
		...action("go"),
		effect: {
			to: 7,
			path: [5, 7],
			gear: 3,
			happens: [
				["off", {}],
				["rolls", { car: 1 }],
			],
		},
		odds: [{ key: "odds.loss", args: { chance: "1/4" } }],
	};
	expect(effectTexts(table, move)).toEqual(["To 7", "By 5 7", "Off!", "1 rolls"]);
	expect(oddsTexts(table, move)).toEqual([expect.stringMatching(/^Lost 25.%$/)]);
	const sure = { odds: [{ key: "odds.loss", args: { chance: "0" } }] };
	expect(oddsTexts(table, sure)).toEqual([expect.stringMatching(/^Lost 0.%$/)]);
	texts.games.somewhere = { ...texts.games.somewhere, "odds.spin": "Spin {spin}, dice {dice}" };
	const certain = { odds: [{ key: "odds.spin", args: { spin: "1", dice: "1" } }] };
	expect(oddsTexts(table, certain)).toEqual([expect.stringMatching(/^Spin 100.%, dice 1$/)]);
	table.aids = [];
	expect(oddsTexts(table, move)).toEqual([]);
});
