// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rolled as rallyRolled } from "../boards/rally/rolls";
import { rolled as codeRolled } from "../boards/rallye_code/rolls";
import { rolled, rolls } from "../boards/rallyman/rolls";
import type { GameBoard } from "./boards";
import { part } from "./part";
import { faceTime, rollTime } from "./rolls";
import { TableModel } from "./table.svelte";
import type { GameEvent, LegalAction, Step } from "./types";

const event = (kind: string, args: GameEvent["args"] = {}): GameEvent => ({ kind, clause: "", args });
const action = (notation: string, form: LegalAction["form"]): LegalAction => ({ id: 0, notation, form, effect: {} });
const board = part<GameBoard>({ rolled, rolls });

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function thrown(...kinds: string[]): TableModel {
	const table = new TableModel();
	Object.assign(table, { board, view: { at: 0 } });
	const steps: Step[] = kinds.map((kind, n) => ({
		entry: ["chance", "x"],
		events: [event(kind, { die: "W" })],
		view: { at: n + 1 },
	}));
	void table.showing.show(table.frames(steps, { at: kinds.length }));
	return table;
}

test("a die tumbles, shows its face and is counted, and nothing comes of it before its face was seen", async () => {
	const table = thrown("roll_hazard");
	expect([table.roll?.stage, table.roll?.dice[0]?.bad, table.view]).toEqual(["tumble", true, { at: 0 }]);
	await vi.advanceTimersByTimeAsync(421);
	expect([table.roll?.stage, table.view]).toEqual(["face", { at: 0 }]);
	await vi.advanceTimersByTimeAsync(361);
	expect([table.roll?.stage, table.view, table.awake]).toEqual(["count", { at: 1 }, false]);
	await vi.advanceTimersByTimeAsync(241);
	expect([table.roll, table.playing]).toEqual([null, false]);
});

test("who does not want to wait sees the end at once, in order, and each thing once", async () => {
	const table = thrown("roll_clean", "roll_hazard");
	table.showing.skip();
	expect([table.roll, table.view]).toEqual([null, { at: 2 }]);
	await vi.runAllTimersAsync();
	expect(table.log.lines.map((line) => line.event.kind)).toEqual(["roll_clean", "roll_hazard"]);
	expect([table.view, table.playing]).toEqual([{ at: 2 }, false]);
});

test("however many dice others roll, nobody waits longer than two and a half seconds", async () => {
	const table = thrown(...Array<string>(8).fill("roll_clean"));
	await vi.advanceTimersByTimeAsync(2600);
	expect(table.playing).toBe(false);
});

test("a throw that is not answered yet is held, and only that", () => {
	const table = new TableModel();
	const roll = action("roll:W/go", { kind: "roll", die: "W" });
	Object.assign(table, { board, view: {}, node: 3, seat: 0, actions: [roll, action("end", { kind: "end" })] });
	expect(table.roll).toBeNull();
	table.sending = [{ do: "act", action: "roll:W/go", id: "1", node: 3, seat: 0 }];
	expect([table.roll?.stage, table.roll?.dice[0]?.face]).toEqual(["held", "W"]);
	table.sending = [{ do: "act", action: "end", id: "2", node: 3, seat: 0 }];
	expect(table.roll).toBeNull();
});

test("each game's dice are read from what it tells", () => {
	const attack = { turn: { attack: { left: "4WW" } } };
	const faces = rolled([event("faces", { hazards: "4W" }), event("place", { die: "3" })], attack);
	expect(faces.map((die) => `${die.face}${die.bad ? "!" : ""}`)).toEqual(["3", "4!", "W!", "W"]);
	expect(faceTime(faces)).toBe(3 * 120 + 360);
	expect(codeRolled([event("roll", { dice: [2, 5], total: 7 })]).map((die) => die.face)).toEqual(["2", "5"]);
	expect(rallyRolled([event("damage", { face: 4, outcome: "tc" }), event("turn")])).toEqual([
		{ face: "4", look: "pips", bad: true },
	]);
	expect(rollTime([])).toBe(0);
});
