// Between two stages: how it stands, and what comes next.

import { type Placed, placings } from "./finish";
import type { Frame } from "./frames";
import { t } from "./i18n.svelte";
import type { PaceBook } from "./pace";
import type { GameEvent, Result, View } from "./types";

/** What ends a stage of a game, and how it stands then. It lies beside the game's board. */
export interface StageBook {
	ends: string[]; // kinds of events with which a stage, part or race is over, the greatest first
	next: string[]; // kinds that tell what comes after it
	name(event: GameEvent): string; // what is over: "SS2"
	onward(view: View): string; // the button that leads on says where to
	totals(view: View, event: GameEvent): { measure: string; values: number[]; more?: boolean };
	pace?: PaceBook; // where a stage is driven along a road
}

export interface Interval {
	name: string;
	at: number; // the entry of the log that has ended the stage
	view: View;
	next: GameEvent[];
	placed: Placed[];
	measure: string;
}

/** The interval that these frames end with; none where no stage has ended, or the match has. */
export function intervalOf(frames: Frame[], book: StageBook | undefined, over: boolean): Interval | null {
	const events = frames.flatMap((frame) => frame.events);
	const kind = book?.ends.find((one) => events.some((event) => event.kind === one));
	const view = frames.at(-1)?.view;
	if (!book || !kind || !view || over) return null;
	const end = events.findLast((event) => event.kind === kind) as GameEvent;
	const after = events.slice(events.indexOf(end));
	const at = frames.findLast((frame) => frame.events.includes(end))?.at ?? 0;
	const { measure, values, more = false } = book.totals(view, end);
	const placed = placings(standing(measure, values, more), view, null);
	const next = after.filter((event) => book.next.includes(event.kind));
	return { name: book.name(end), at, view, next, placed, measure };
}

/** Where everybody stands, as if it were over. */
function standing(measure: string, values: number[], more: boolean): Result {
	const ahead = (value: number): number => values.filter((other) => (more ? other > value : other < value)).length;
	return {
		places: values.map((value) => ahead(value) + 1),
		scores: [],
		measures: { [measure]: values },
		reason: "",
		clause: "",
	};
}

/** "You lead by 12 s", "You are 4th, 38 s behind Anouk", "Anouk leads by 12 s". */
export function intervalTitle({ placed }: Interval, yours: number[], nameOf: (seat: number) => string): string {
	const [first, second] = placed;
	const own = yours.length === 1 ? placed.find((one) => one.seat === yours[0]) : undefined;
	if (!first) return "";
	if (!second) return t("interval.alone", { figure: first.figure });
	const gap = second.gap;
	const name = nameOf(first.seat);
	if (own?.place === 1) return t(gap ? "interval.lead" : "interval.level", { gap });
	if (!own) return t(gap ? "interval.leads" : "interval.leads_level", { name, gap });
	return t("finish.behind", { place: t(`place.${own.place}`), gap: own.gap, name });
}
