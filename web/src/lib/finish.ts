// How a match ended, in the words of who reads it: "You won by 12 s", "You are 2nd, 12 s behind Anouk".

import type { GameBoard, Legs } from "./boards";
import { clock, t, texts } from "./i18n.svelte";
import type { Result, View } from "./types";
import { grouped } from "./typography";

/** What decides, the first of them that a result has. */
const DECIDES = ["seconds", "penalty", "money", "score", "turns", "points"];
const TIMES = ["seconds", "penalty"];
const MORE = ["money", "points"]; // of these more is better

export interface Placed {
	seat: number;
	place: number;
	out: string; // why the seat is not classified, in words; empty: it is
	figure: string;
	gap: string; // to the first; empty for the first and where nothing can be compared
	behind: string; // the same with its sign: more seconds, or less money
}

/** It is counted in minutes and seconds. */
export const isTime = (measure: string): boolean => TIMES.includes(measure);

/** The measure that decided; empty where no figure did. */
export function decisive(result: Result): string {
	return DECIDES.find((measure) => measure in result.measures) ?? "";
}

/** Times as times, sums with their thousands apart; a crew without a Rover has no way to go. */
export function figure(measure: string, value: number | undefined): string {
	if (value === undefined) return "";
	if (measure === "to_finish" && value < 0) return "–";
	return TIMES.includes(measure) ? clock(value) : grouped(value);
}

/** How far apart two figures are: "12 s", "40 000 F". */
export function apart(measure: string, difference: number): string {
	const n = Math.abs(difference);
	return TIMES.includes(measure) && n < 60 ? t("unit.seconds", { n }) : named(measure, n);
}

/** A figure that stands alone says what it counts: "5:49", "8 points". */
export function named(measure: string, value: number): string {
	const unit = measure === "money" ? "unit.francs" : `unit.${measure}`;
	const shown = figure(measure, value);
	if (TIMES.includes(measure) || !(unit in texts.page)) return shown;
	return t(unit, { n: shown }).replaceAll(" ", "\u00a0"); // figure and unit stay together
}

/** Everybody in the order of their places; who is out has no figure to compare. */
export function placings(result: Result, view: View | null, board: GameBoard | null): Placed[] {
	const measure = decisive(result);
	const values = result.measures[measure] ?? [];
	const order = [...result.places.keys()].sort((a, b) => (result.places[a] ?? 0) - (result.places[b] ?? 0));
	const best = values[order[0] ?? 0] ?? 0;
	const firstOut = view ? (board?.out?.(view, order[0] ?? 0) ?? "") : "";
	return order.map((seat) => {
		const out = view ? (board?.out?.(view, seat) ?? "") : "";
		const difference = (values[seat] ?? 0) - best;
		const comparable = measure && !out && !firstOut && difference !== 0;
		return {
			seat,
			place: result.places[seat] ?? 0,
			out,
			figure: out ? "" : figure(measure, values[seat]),
			gap: comparable ? apart(measure, difference) : "",
			behind: comparable ? `${difference > 0 ? "+" : "−"}${apart(measure, difference)}` : "",
		};
	});
}

interface Told {
	result: Result;
	placed: Placed[];
	yours: number[]; // seats of who reads it
	nameOf(seat: number): string;
}

/** The headline. */
export function finishTitle(told: Told): string {
	const { result, placed, yours, nameOf } = told;
	const measure = decisive(result);
	const winners = placed.filter((one) => one.place === 1);
	if (placed.length === 1) return alone(measure, placed[0] as Placed);
	if (placed.every((one) => one.out)) return t("finish.nobody");
	const own = yours.length === 1 ? placed.find((one) => one.seat === yours[0]) : undefined;
	if (winners.length > 1) return shared(told, winners, own);
	const lead = placed.find((one) => one.place > 1)?.gap ?? "";
	const first = winners[0] as Placed;
	if (own === first) return t(worded("finish.won", measure, lead), { gap: lead });
	if (!own) return t(worded("finish.wins", measure, lead), { name: nameOf(first.seat), gap: lead });
	if (own.out) return t("finish.out", { name: nameOf(first.seat) });
	const words = { place: t(`place.${own.place}`), gap: own.gap, name: nameOf(first.seat) };
	return t(own.gap ? "finish.behind" : "finish.behind_plain", words);
}

/** The sentence for this measure where there is one, else that with a gap, else the plain one. */
function worded(key: string, measure: string, gap: string): string {
	if (!gap) return `${key}_plain`;
	return `${key}.${measure}` in texts.page ? `${key}.${measure}` : key;
}

function alone(measure: string, { out, figure, place }: Placed): string {
	if (out) return t("finish.alone_out");
	if (place > 1) return t("finish.alone_lost", { figure });
	return figure ? t(`finish.alone.${measure}`, { figure }) : t("finish.alone");
}

function shared({ nameOf }: Told, winners: Placed[], own: Placed | undefined): string {
	const others = winners.filter((one) => one !== own).map((one) => nameOf(one.seat));
	const [last, ...rest] = others.reverse();
	const names = rest.length ? t("coach.and", { names: rest.reverse().join(", "), last }) : last;
	return t(own && winners.includes(own) ? "finish.shared_you" : "finish.shared", { names });
}

/** How it came: where one stood, or who led, before the last stage. Empty where nothing was driven in stages that
 * have a name, and of who has not driven them all. */
export function cameTo(legs: Legs | null, measure: string, { yours, nameOf }: Pick<Told, "yours" | "nameOf">): string {
	const leg = legs?.heads.at(-1);
	if (!legs || !leg || !Number.isNaN(Number(leg)) || legs.heads.length < 2 || legs.values.length < 2) return "";
	const before = legs.values.map((row) => (row.includes(null) ? null : sum(row.slice(0, -1) as number[])));
	const known = before.filter((value) => value !== null).sort((a, b) => (legs.more ? b - a : a - b));
	const [best, second] = known;
	if (best === undefined || second === undefined) return "";
	const name = nameOf(before.indexOf(best));
	const lead = apart(measure, second - best);
	const own = yours.length === 1 ? before[yours[0] as number] : undefined;
	if (own === null) return "";
	if (own === undefined) return best === second ? "" : t("finish.came.other", { leg, name, gap: lead });
	if (own !== best) return t("finish.came.behind", { leg, name, gap: apart(measure, own - best) });
	return best === second ? t("finish.came.level", { leg }) : t("finish.came.ahead", { leg, gap: lead });
}

function sum(values: number[]): number {
	return values.reduce((all, value) => all + value, 0);
}

/** Is the first figure better than the second? */
export function better(measure: string, one: number, other: number): boolean {
	return MORE.includes(measure) ? one > other : one < other;
}
