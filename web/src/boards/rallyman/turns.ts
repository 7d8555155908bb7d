// Rallyman's turns: the dice with their hazards, where they led, and the seconds of the card.

import { t } from "../../lib/i18n.svelte";
import type { Mark, Price, TurnBook } from "../../lib/turns";
import type { GameEvent } from "../../lib/types";

const HAZARDS = ["roll_hazard", "place_hazard"];
const DICE = ["roll_clean", "lock", "place", ...HAZARDS];

function marks(events: GameEvent[]): Mark[] {
	return events
		.filter(({ kind }) => DICE.includes(kind))
		.map(({ kind, args }) => {
			const die = String(args.die)[0] ?? "";
			return { text: die, look: die === "W" ? "white" : "black", bad: HAZARDS.includes(kind) };
		});
}

function price(events: GameEvent[]): Price | null {
	const card = events.findLast(({ kind }) => kind === "card" || kind === "card_flipped");
	return card ? { text: t("rallyman.turn_cost", card.args), tone: card.kind === "card_flipped" ? "bad" : "" } : null;
}

export const turns: TurnBook = {
	heads: ["special", "round"],
	begins: ["turn", "start_order"],
	tells: [
		"rally_over",
		"all_retired",
		"retired_damage",
		"retired_flats",
		"finished",
		"off_left",
		"off_right",
		"spun",
		"card_puncture",
		"move_wide",
		"move_cut",
		"move_skid",
		"move_in",
		"move_go",
		"blocked",
		"tyres_snow",
		"tyres_asphalt",
	],
	marks,
	price,
};
