// What is said while a turn is watched: one sentence or two for each step, the most telling things first.

import type { FilmStep } from "../../lib/film.svelte";
import { gt, t } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { GameEvent } from "../../lib/types";

const TELLING = [
	"finish",
	"explode",
	"phase_lost",
	"laser",
	"missile",
	"hit",
	"damage",
	"contest",
	"swap",
	"push_blocked",
	"push",
	"repair",
	"cache",
	"missile_tie",
	"missile_miss",
	"laser_miss",
	"no_missile",
	"inert",
	"bump",
	"stuck",
	"still",
	"move",
	"turn",
]; // prettier-ignore
const BRIEF = ["move", "turn", "armed"];
const MOST = 2; // sentences

/** "Phase 3: Merle’s Rover 1 fires its laser and hits Signe’s Rover 1 at K7." */
export function caption(table: TableModel, step: FilmStep): string {
	const what = step.kind === "cards" ? t("lunar_rally.watch.cards") : sentences(table, step);
	return t("lunar_rally.watch", { n: step.part, what });
}

function sentences(table: TableModel, step: FilmStep): string {
	if (step.events.every((event) => BRIEF.includes(event.kind))) return `${briefly(table, step).join(", ")}.`;
	const known = step.events.filter((event) => TELLING.includes(event.kind));
	const rank = (event: GameEvent): number => TELLING.indexOf(event.kind);
	const chosen = new Set([...known].sort((a, b) => rank(a) - rank(b)).slice(0, MOST));
	return known // as they happened
		.filter((event) => chosen.has(event))
		.map((event) => gt(table.game, `event.${event.kind}`, table.words(event.args, step.view)))
		.join(" ");
}

/** Where nothing but turns or moves happens, all of them. */
function briefly(table: TableModel, step: FilmStep): string[] {
	return step.events
		.filter((event) => event.kind !== "armed")
		.map((event) => t(`lunar_rally.told.${event.kind}`, worded(table, event, step)));
}

function worded(table: TableModel, event: GameEvent, step: FilmStep): Record<string, unknown> {
	const facing = gt(table.game, `word.${event.args.facing}`);
	return { ...table.words(event.args, step.view), facing };
}

/** What comes after the show. */
export function onward(table: TableModel): string {
	const { asked } = table;
	if (table.showing.again || !asked || table.over) return t("lunar_rally.onward.other");
	if (asked.key.startsWith("ask.program")) return t("lunar_rally.onward", { n: asked.args.number });
	return t("lunar_rally.onward.place");
}
