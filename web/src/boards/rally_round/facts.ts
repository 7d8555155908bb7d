// What the server says an action does, sorted by how much it matters.

import { effectTexts, happeningText, oddsTexts } from "../../lib/boards";
import type { TableModel } from "../../lib/table.svelte";
import type { Happening, LegalAction } from "../../lib/types";

const BREAKS = ["give_way", "missed_pc", "overshot", "wrong_side", "quiet_zone", "disqualified", "illegal_speed"];
const COSTS = ["off", "flooded"];

export type Tone = "fault" | "loss" | "chance" | "good" | "plain";

export function tone([kind, args]: Happening): Tone {
	if (BREAKS.includes(kind)) return "fault";
	if (COSTS.includes(kind)) return "loss";
	if (kind === "booked") return args.penalty === 0 ? "good" : "loss";
	return kind === "visited" ? "good" : "plain";
}

/** The worst thing an action brings. */
export function worst({ effect }: LegalAction): Tone {
	const order: Tone[] = ["fault", "loss", "chance", "good", "plain"];
	const tones = [...(effect.happens ?? []).map(tone), effect.opens === "card" ? "chance" : "plain"];
	return order.find((one) => tones.includes(one)) ?? "plain";
}

export function faults({ effect }: LegalAction): Happening[] {
	return (effect.happens ?? []).filter((one) => tone(one) === "fault");
}

export function find(action: LegalAction | null, kind: string): Happening[1] | null {
	return action?.effect.happens?.find(([one]) => one === kind)?.[1] ?? null;
}

/** All that is told of an action, line by line, each with its tone. */
export function outlook(table: TableModel, action: LegalAction): { tone: Tone; text: string }[] {
	const { happens = [], ...words } = action.effect;
	return [
		...effectTexts(table, { effect: words }).map((text) => ({ tone: "plain" as const, text })),
		...happens.map((one) => ({ tone: tone(one), text: happeningText(table, one) })),
		...oddsTexts(table, action).map((text) => ({ tone: "chance" as const, text })),
	];
}
