// A moment of a review in the game's own sentences: luck by the events it caused, a decision by its action.

import type { Moment } from "./aids";
import { gt, t } from "./i18n.svelte";
import type { Json, RecordFrame, View } from "./types";

/** Arguments in words, as the board says them at that position. */
export type Words = (args: Record<string, Json>, view: View) => Record<string, unknown>;

const SAID = 2; // events of one roll that are told

/** `frame`: the position after it, with its events. */
export function momentText(game: string, moment: Moment, frame: RecordFrame, words: Words): string {
	return moment.kind === "luck" ? eventsText(game, frame, words) : decisionText(game, moment, frame.view, words);
}

function eventsText(game: string, { events, view }: RecordFrame, words: Words): string {
	return events
		.slice(0, SAID)
		.map(({ kind, args }) => gt(game, `event.${kind}`, words(args, view)))
		.join(" ");
}

function decisionText(game: string, { form, best_form }: Moment, view: View, words: Words): string {
	const text = (one: Moment["form"]): string => (one ? gt(game, `action.${one.kind}`, words(one, view)) : "");
	return best_form ? t("review.better", { what: text(form), best: text(best_form) }) : text(form);
}
