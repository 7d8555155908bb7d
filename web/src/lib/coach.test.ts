// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { coach, turnText } from "./coach";
import type { Frame } from "./frames";
import { texts } from "./i18n.svelte";
import type { Interval } from "./interval";
import { part } from "./part";
import { TableModel } from "./table.svelte";
import type { Position, SeatInfo } from "./types";

const people = ["Merle", "Jari", "Tarmo"].map((name, seat) => ({ seat, kind: "person", name, away: "" }) as SeatInfo);
const at = (node: number, seats: number[], more: Partial<Position> = {}): Position =>
	part<Position>({
		...{ node, status: "playing", seat: 0, sealed: [], own_seal: null, actions: [], asked: null, result: null },
		...{ seats: people, turn: { kind: "decision", seats, next: [1, 2, 0] }, ...more },
	});
const roll = { id: 0, notation: "roll", form: { kind: "roll" }, effect: {}, odds: [] };
const asked = { key: "ask.roll", args: {} };

function table(): TableModel {
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	texts.addGame("toy", { "ask.roll": "Roll the die.", "ask.stop": "Stop here." });
	const made = new TableModel();
	Object.assign(made, { game: "toy", yours: [0] });
	return made;
}

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

test("a board may ask in words of its own", () => {
	const made = table();
	texts.addBoard({ "toy.coach.lock": "Lock the die in {n} words." });
	made.settle(at(0, [0], { actions: [roll], asked: { key: "ask.lock", args: { n: "six" } } }));
	expect(coach(made).text).toBe("Lock the die in six words.");
	made.settle(at(1, [0], { actions: [roll], asked: { key: "ask.stop", args: {} } }));
	expect(coach(made).text).toBe("Stop here.");
});

test("who is asked reads for what, who waits reads whom for and when it is their turn", () => {
	const made = table();
	made.settle(at(0, [0], { actions: [roll], asked }));
	expect([coach(made), turnText(made)]).toEqual([{ text: "Roll the die.", due: true }, "Your turn"]);
	made.settle(at(1, [1]));
	expect([coach(made), turnText(made)]).toEqual([
		{ text: "Jari plays, then Tarmo, then you.", due: false },
		"Jari plays",
	]);
});

test("while a move of one's own is shown it is one's own turn, and what it answered stays in sight", async () => {
	vi.useFakeTimers();
	const made = table();
	made.view = { turn: 0 };
	made.settle(at(0, [0], { actions: [roll], asked }));
	made.pick("roll");
	const steps = [
		{ entry: [0, "roll"] as [number, string], events: [], view: { turn: 1 } },
		{ entry: ["chance", "6"] as [string, string], events: [], view: null },
	];
	const frames: Frame[] = made.frames(steps, { turn: 2 });
	made.settle(at(2, [1]), frames);
	const shown = made.showing.show(frames);
	expect([made.turn.mine, made.awake, made.choices.length, made.drafted?.notation]).toEqual([true, false, 1, "roll"]);
	expect(coach(made).text).toBe("Roll the die.");
	await vi.runAllTimersAsync();
	await shown;
	expect([made.turn.mine, made.choices, made.draft]).toEqual([false, [], null]);
	expect(coach(made).text).toBe("Jari plays, then Tarmo, then you.");
});

test("while another's move is shown it is theirs, also when the server already asks oneself", async () => {
	vi.useFakeTimers();
	const made = table();
	made.view = { turn: 0 };
	made.settle(at(0, [1]));
	const steps = [1, 2].map((turn) => ({ entry: [1, "go"] as [number, string], events: [], view: { turn } }));
	const frames = made.frames(steps, { turn: 2 });
	made.settle(at(2, [0], { actions: [roll], asked }), frames);
	const shown = made.showing.show(frames);
	expect([made.turn, made.awake, made.choices]).toEqual([{ seats: [1], mine: false }, false, []]);
	expect(coach(made)).toEqual({ text: "Jari plays, then you.", due: false });
	await vi.runAllTimersAsync();
	await shown;
	expect(made.awake).toBe(true);
	expect(coach(made)).toEqual({ text: "Roll the die.", due: true });
});

test("who has sealed waits for those who have not, and whom a bot drives for is told so", () => {
	const made = table();
	made.settle(at(0, [0, 1, 2], { sealed: [0], own_seal: "x" }));
	expect(coach(made).text).toBe("Sealed. Jari and Tarmo are still choosing.");
	made.settle(at(0, [0], { seats: [{ ...people[0], away: "left" } as SeatInfo, ...people.slice(1)] }));
	expect([made.turn.mine, coach(made).due]).toEqual([false, false]);
});

test("who sits there stays as it was where a position does not tell it", () => {
	const made = table();
	made.settle(at(0, [0]));
	made.settle(at(1, [1], { seats: undefined }));
	expect(coach(made).text).toContain("Jari");
});

test("between two stages one is asked to look at how it stands, once everything has been shown", () => {
	const made = table();
	made.settle(at(0, [1]));
	made.witness.interval = { name: "SS1" } as Interval;
	expect(coach(made)).toEqual({ text: "Look at how it stands, then go on.", due: true });
	made.witness.interval = null;
	expect(coach(made).due).toBe(false);
});

test("once a move of one's own has been seen and nothing more is asked, it is the next one's turn", () => {
	const made = table();
	made.settle(at(0, [0], { actions: [roll], asked }));
	Object.assign(made.showing, { playing: true, mover: 0 });
	expect(coach(made)).toEqual({ text: "Roll the die.", due: true });
	made.settle(at(1, [1])); // everything that led there was seen
	expect(coach(made)).toEqual({ text: "Jari plays, then Tarmo, then you.", due: false });
	expect(made.turn).toEqual({ seats: [1], mine: false });
	const step = { entry: [1, "go"] as [number, string], events: [], view: {} };
	void made.showing.show(made.frames([step], {})); // … also when the server already asks oneself again
	made.settle(at(2, [0], { actions: [roll], asked }), [{ who: 1, by: 1, events: [], view: {} }]);
	expect(coach(made)).toEqual({ text: "Jari plays, then you.", due: false });
});
