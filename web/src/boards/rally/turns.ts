// RALLY's turns: the gear, how many squares, and what became of it.

import type { Mark, TurnBook } from "../../lib/turns";
import type { GameEvent } from "../../lib/types";

const SQUARES = ["enters", "overtakes", "brakes"];

function marks(events: GameEvent[]): Mark[] {
	const gear = events.find(({ kind }) => kind === "gear");
	const squares = events.filter(({ kind }) => SQUARES.includes(kind)).length;
	const hurt = events.some(({ kind, args }) => kind === "damage" && args.outcome !== "-");
	if (!gear) return [];
	return [
		{ text: String(gear.args.gear), look: "black" },
		{ text: `→ ${squares}`, look: "plain", bad: hurt },
	];
}

export const turns: TurnBook = {
	heads: ["race", "stage", "special_stage", "turn"],
	begins: ["weather", "first_weather"],
	tells: [
		"game_over",
		"race_over",
		"stage_over",
		"eliminated",
		"off_road",
		"leaves",
		"overtakes",
		"brakes",
		"enters",
		"changed",
		"helped",
		"waits",
		"fitted",
		"gear",
		"laid",
		"mechanics_noted",
		"setup",
		"drawn",
	],
	marks,
};
