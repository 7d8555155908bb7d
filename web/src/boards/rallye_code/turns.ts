// Rallye-Code's turns: the dice, where they led, and what the purse gained or lost.

import type { Mark, Price, TurnBook } from "../../lib/turns";
import type { GameEvent } from "../../lib/types";
import { francs } from "./money";

const GAINS = ["table_money", "own_box", "paris", "gerant", "half_box"];

function marks(events: GameEvent[]): Mark[] {
	const dice = events.find(({ kind, args }) => kind === "roll" && Array.isArray(args.dice))?.args.dice;
	return ((dice as number[] | undefined) ?? []).map((face) => ({ text: String(face), look: "white" }));
}

/** What one event does to the purse of a player; events number players from one. */
function worth({ kind, args }: GameEvent, player: number): number {
	const amount = Number(args.amount ?? 0);
	if (GAINS.includes(kind)) return args.player === player ? amount : 0;
	if (!kind.startsWith("pay_")) return 0;
	if (args.payee === player) return amount;
	return args.player === player ? -amount : 0;
}

function price(events: GameEvent[], seat: number | null): Price | null {
	const sum = events.reduce((all, event) => all + worth(event, (seat ?? 0) + 1), 0);
	return sum ? { text: `${sum > 0 ? "+" : "−"}${francs(Math.abs(sum))}`, tone: sum < 0 ? "bad" : "good" } : null;
}

export const turns: TurnBook = {
	heads: [],
	begins: ["roll"],
	tells: [
		"over",
		"eliminated",
		"collision",
		"accident",
		"paris",
		"new_gerant",
		"kept",
		"gerant",
		"takeover",
		"office",
		"card_offence",
		"card_none",
		"own_box",
		"table_money",
		"diverted",
		"move",
		"stays",
		"held",
		"immobile",
		"missed_turn",
		"gendarme",
		"roll",
	],
	marks,
	price,
};
