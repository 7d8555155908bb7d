// A championship looked at from one's own line: what each place in the next event would make of it; and as the form
// holds it.

import { CLASS, notPoints, words } from "./event_draft";
import { t } from "./i18n.svelte";
import type { ChampionshipForm, ChampionshipInfo } from "./wire";

export interface Need {
	place: number; // the best one that gives this total; 0: lower than any that changes something
	total: number;
}

/** The totals after one event more: by place, as far as a place changes something, and last without its points. `lost`:
 * how many of the results are disqualifications, which are never left out. */
export function needs(results: number[], points: number[], best: number, lost = 0): Need[] {
	const after = (more: number): number =>
		[...results, more]
			.sort((one, two) => two - one)
			.slice(0, Math.max(0, best - lost))
			.reduce((sum, one) => sum + one, 0);
	const found = points.map((more, n) => ({ place: n + 1, total: after(more) }));
	const least = after(0);
	const changing = found.filter(({ total }, n) => total > least && total !== found[n - 1]?.total);
	return [...changing, { place: 0, total: least }];
}

/** A championship as it is written down: the ids of its events in order, numbers and classes as they are typed. */
export interface Series {
	title: string;
	events: string[];
	points: string;
	best: number; // 0: all
	classes: string;
	bulletin: string;
}

export function seriesOf(found: ChampionshipInfo | null): Series {
	return {
		title: found?.title ?? "",
		events: found?.events.map((event) => event.id) ?? [],
		points: found?.points.join(" ") ?? "9 6 4 3 2 1",
		best: !found || found.best === found.events.length ? 0 : found.best,
		classes: Object.keys(found?.standings ?? {})
			.filter(Boolean)
			.join(" "),
		bulletin: "",
	};
}

export function formOf(series: Series): ChampionshipForm {
	const { title, events, bulletin } = series;
	const best = Math.min(series.best, events.length);
	return { title, events, best, points: words(series.points).map(Number), classes: words(series.classes), bulletin };
}

/** What is wrong, by the line of the form, in the reader's language. `counted`: an event has results, so that a change
 * is told in a bulletin. */
export function seriesFaults(series: Series, counted: boolean): Record<string, string> {
	const points = words(series.points).map(Number);
	const classes = words(series.classes);
	const wrong: [string, boolean, string][] = [
		["title", !series.title.trim(), "championship.fault.title"],
		["events", !series.events.length, "championship.fault.events"],
		["points", !points.length || points.some(notPoints), "new_event.fault.points"],
		["classes", classes.some((one, n) => !CLASS.test(one) || classes.indexOf(one) < n), "new_event.fault.classes"],
		["bulletin", counted && !series.bulletin.trim(), "championship.fault.bulletin"],
	];
	return Object.fromEntries(wrong.filter(([, is]) => is).map(([line, , why]) => [line, t(why)]));
}

/** A list in which one changes places with its neighbour, `by` places on. */
export function moved<T>(list: T[], at: number, by: 1 | -1): T[] {
	const [one, other] = [list[at], list[at + by]];
	if (one === undefined || other === undefined) return list;
	return list.map((own, n) => (n === at ? other : n === at + by ? one : own));
}
