// What the server foretells of an action, sorted by how much it matters.

import { fraction, gt, percent } from "../../lib/i18n.svelte";
import type { Fact, LegalAction } from "../../lib/types";

const BREAKS = ["give_way", "missed_pc", "overshot", "wrong_side", "quiet_zone", "disqualified", "illegal_speed"];
const COSTS = ["off", "flooded"];

export type Tone = "fault" | "loss" | "chance" | "good" | "plain";

function name(fact: Fact): string {
	return fact.key.replace("odds.", "");
}

export function tone(fact: Fact): Tone {
	const kind = name(fact);
	if (BREAKS.includes(kind)) return "fault";
	if (COSTS.includes(kind)) return "loss";
	if (kind === "draw") return "chance";
	if (kind === "booked") return fact.args.penalty === "0:00" ? "good" : "loss";
	return kind === "visited" ? "good" : "plain";
}

/** The worst thing an action brings. */
export function worst(action: LegalAction): Tone {
	const order: Tone[] = ["fault", "loss", "chance", "good", "plain"];
	const tones = action.odds.map(tone);
	return order.find((one) => tones.includes(one)) ?? "plain";
}

export function faults(action: LegalAction): Fact[] {
	return action.odds.filter((fact) => tone(fact) === "fault");
}

export function find(action: LegalAction | null, kind: string): Fact["args"] | null {
	return action?.odds.find((fact) => name(fact) === kind)?.args ?? null;
}

/** A fact in the game's words, fractions as percentages. */
export function say(game: string, fact: Fact): string {
	const args = Object.entries(fact.args).map(([key, value]) => [
		key,
		typeof value === "string" && /^\d+\/\d+$/.test(value) ? percent(fraction(value)) : value,
	]);
	return gt(game, fact.key, Object.fromEntries(args));
}
