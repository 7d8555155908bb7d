// Rally Round's turns: the speed that was announced, and what became of it.

import { clock } from "../../lib/i18n.svelte";
import type { Mark, Price, TurnBook } from "../../lib/turns";
import type { GameEvent } from "../../lib/types";

const FAULTS = ["illegal_speed", "off", "flooded"];

function marks(events: GameEvent[]): Mark[] {
	const bad = events.some(({ kind }) => FAULTS.includes(kind));
	return events
		.filter(({ kind }) => kind === "announces" || kind === "illegal_speed")
		.map(({ args }) => ({ text: `${args.speed} mph`, look: "black", bad }));
}

/** Marks are seconds of penalty; a booking tells them as a time already. */
function price(events: GameEvent[]): Price | null {
	const booked = events.findLast(({ kind }) => kind === "booked");
	if (booked) return { text: String(booked.args.marks), tone: booked.args.marks === "0:00" ? "good" : "bad" };
	const marks = events.reduce((sum, { args }) => sum + (typeof args.marks === "number" ? args.marks : 0), 0);
	return marks ? { text: clock(marks), tone: "bad" } : null;
}

export const turns: TurnBook = {
	heads: ["part_over"],
	begins: ["announces", "illegal_speed", "missed"],
	tells: [
		"rally_over",
		"disqualified",
		"retired",
		"finished",
		"off",
		"flooded",
		"illegal_speed",
		"overshot",
		"missed_pc",
		"wrong_side",
		"booked",
		"visited",
		"plays",
		"blocked",
		"rests",
		"missed",
		"announces",
	],
	marks,
	price,
};
