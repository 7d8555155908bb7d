// Lunar Rally's turns: everybody's three cards, and what became of each rover.

import { t } from "../../lib/i18n.svelte";
import type { Mark, TurnBook } from "../../lib/turns";
import type { GameEvent } from "../../lib/types";

function marks(events: GameEvent[]): Mark[] {
	return events
		.filter(({ kind }) => kind === "reveal")
		.map(({ args }) => ({ text: t(`lunar_rally.card.${args.card}`), look: "plain" }));
}

export const turns: TurnBook = {
	heads: ["moon"],
	begins: [],
	tells: [
		"end",
		"finish",
		"explode",
		"phase_lost",
		"damage",
		"missile",
		"laser",
		"push",
		"contest",
		"swap",
		"bump",
		"stuck",
		"cache",
		"repair",
		"move",
		"turn",
		"still",
		"replace",
		"place",
		"concede",
		"first",
	],
	marks,
};
