// Hints and reviews: figures as people read them, and the geometry of the review's graph.

import { language, t, texts } from "./i18n.svelte";
import type { ReviewMoment as Moment, ReviewTold as Review, ReviewState } from "./wire";

export type { Account, Hint, ReviewMoment as Moment, ReviewState, ReviewTold as Review } from "./wire";

const SPENT = ["seconds", "turns", "marks"]; // kept negative, because higher is better

function figure(value: number, unit: string): string {
	const digits = unit === "percent" || Math.abs(value) >= 1000 ? 0 : 1;
	return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function withUnit(text: string, unit: string): string {
	return `unit.${unit}` in texts.page ? t(`unit.${unit}`, { n: text }) : `${text} ${unit}`;
}

/** What a seat may expect or has reached: "412.5 s", "62 %". */
export function amount(value: number, unit: string): string {
	return withUnit(figure(SPENT.includes(unit) ? Math.abs(value) : value, unit), unit);
}

/** A gain or a loss, with its sign: "+3.2 s". Higher is better whatever the unit. */
export function change(value: number, unit: string): string {
	const text = figure(Math.abs(value), unit);
	return withUnit(`${!shows(value, unit) ? "±" : value > 0 ? "+" : "−"}${text}`, unit);
}

/** Is it more than nothing when it is rounded as it is shown? */
export function shows(value: number, unit: string): boolean {
	return Number(Math.abs(value).toFixed(unit === "percent" ? 0 : 1)) !== 0;
}

/** The figure of one tick of the graph. */
export function tickText(value: number, unit: string): string {
	const shown = SPENT.includes(unit) ? Math.abs(value) : value;
	return withUnit(shown.toLocaleString(language(), { maximumFractionDigits: 1 }), unit);
}

/** Round values between low and high, about `most` of them. */
export function ticks(low: number, high: number, most = 4): number[] {
	const span = high - low;
	if (!(span > 0)) return [low];
	const rough = span / most;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
	const first = Math.ceil(low / step) * step;
	return Array.from({ length: Math.floor((high - first) / step + 1e-9) + 1 }, (_, n) => first + n * step);
}

/** The least and greatest known value of all seats, with a little room; never without height. */
export function range(series: (number | null)[][]): [number, number] {
	const known = series.flat().filter((value): value is number => value !== null);
	if (known.length === 0) return [0, 1];
	const [low, high] = [Math.min(...known), Math.max(...known)];
	const room = Math.max((high - low) * 0.06, 0.5);
	return [low - room, high + room];
}

/** An SVG path through the known points; it begins anew after each gap. */
export function path(values: (number | null)[], x: (n: number) => number, y: (value: number) => number): string {
	let pen = "M";
	let made = "";
	for (const [n, value] of values.entries()) {
		if (value === null) {
			pen = "M";
			continue;
		}
		made += `${pen}${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
		pen = "L";
	}
	return made;
}

/** A seat's moments that weigh most, in the order of the game. */
export function keyMoments(review: Pick<Review, "moments" | "unit">, seat: number, most = 8): Moment[] {
	return review.moments
		.filter((one) => one.seat === seat && shows(one.amount, review.unit))
		.sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
		.slice(0, most)
		.sort((a, b) => a.at - b.at);
}

/** Where the replay shows it: a decision before it is made, luck when it has struck. */
export function replayAt(moment: Moment): number {
	return moment.kind === "luck" ? moment.at + 1 : moment.at;
}

const EVERY = 1000; // milliseconds between two looks

/** The review once it is ready: asked for again and again while somebody wants it. */
export async function reviewOnce(ask: () => Promise<ReviewState>, wanted: () => boolean): Promise<Review | null> {
	while (wanted()) {
		const { review } = await ask();
		if (review) return review;
		await new Promise((done) => setTimeout(done, EVERY));
	}
	return null;
}

/** The most that decisions or luck made of anybody's game: the longest bar. */
export function greatest({ accounts }: Pick<Review, "accounts">): number {
	return Math.max(1, ...accounts.flatMap(({ luck, decisions }) => [Math.abs(luck), Math.abs(decisions)]));
}
