// The results of a trial in figures: by section, and beside the best that can be done.

import { measured } from "./events";
import type { ResultRow } from "./wire";

/** What each section, special or stage cost; empty where the trial is driven as one. */
export function sectionsOf({ detail }: Pick<ResultRow, "detail">): number[] {
	const own = detail.running?.map((total, n, totals) => total - (totals[n - 1] ?? 0));
	const parts = own ?? detail.specials ?? detail.stages ?? [];
	return parts.length > 1 ? parts : [];
}

/** A par as people read it: whole as any result, the mean of a drive with dice to a tenth. */
export function parFigure(value: number, unit: string): string {
	if (Number.isInteger(value)) return measured(value, unit);
	const tenths = Math.round(value * 10);
	if (unit !== "seconds") return (tenths / 10).toFixed(1);
	const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
	return `${minutes}:${(rest / 10).toFixed(1).padStart(4, "0")}`;
}

/** How far a result is from par, with its sign: luck can be below. */
export function toPar(value: number, par: number, unit: string): string {
	const apart = Math.round((value - par) * 10) / 10;
	const sign = apart < 0 ? "−" : "+";
	return unit === "seconds" ? sign + parFigure(Math.abs(apart), unit) : sign + Math.abs(apart);
}
