// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { turns } from "../boards/rallyman/turns";
import type { GameBoard } from "../lib/boards";
import { texts } from "../lib/i18n.svelte";
import type { Moment } from "../lib/moments";
import { part } from "../lib/part";
import { TableModel } from "../lib/table.svelte";
import type { GameEvent } from "../lib/types";
import Incident from "./Incident.svelte";

const event = (kind: string, args: GameEvent["args"] = {}): GameEvent => ({ kind, clause: "", args });
const rolls = [event("turn"), event("roll_clean", { die: "3" }), event("roll_hazard", { die: "W" }), event("spun")];
let made: object | null = null;

function shown(what: string, good?: string[]): void {
	const table = Object.assign(new TableModel(), { game: "toy", yours: [0], view: {} });
	const moments = { what: ["spun"], why: [], costs: [], good };
	const seatOf = (): number => 0;
	table.board = part<GameBoard>({ turns, moments, seatOf, seatLine: () => ({ figure: "", where: "" }) });
	table.log.note(rolls, 0, { by: 0, at: 1, seen: true, view: null });
	const moment = part<Moment>({ seat: 0, as: "", what: event(what), why: [], costs: [] });
	made = mount(Incident, { target: document.body, props: { table, moment } });
	flushSync();
}

afterEach(() => {
	if (made) unmount(made);
});

test("a crash shows the dice that led there, with their hazards", () => {
	shown("spun");
	const dice = [...document.querySelectorAll(".marks i")];
	expect(dice.map((die) => [die.textContent, die.classList.contains("bad")])).toEqual([
		["3", false],
		["W", true],
	]);
	expect(document.querySelector(".what")?.classList.contains("good")).toBe(false);
});

test("what one is glad of is told without alarm", () => {
	shown("spun", ["spun"]);
	expect(document.querySelector(".what")?.classList.contains("good")).toBe(true);
	expect(document.querySelector(".what path[fill='var(--loss)']")).toBeNull();
});

test("one's own is told in words for oneself, where the board has them", () => {
	texts.addGame("toy", { "event.spun": "{driver} spins." });
	shown("spun");
	expect(document.querySelector(".what p")?.textContent).toContain("{driver} spins.");
	if (made) unmount(made);
	texts.addBoard({ "toy.own.spun": "The car spins." });
	shown("spun");
	expect(document.querySelector(".what p")?.textContent).toContain("The car spins.");
	expect(document.querySelector(".what p")?.textContent).not.toContain("driver");
});
