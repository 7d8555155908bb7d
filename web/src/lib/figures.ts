// Figures of a drawing in words: the value by its unit, and how sure it is.

import { clock, language, percent, t } from "./i18n.svelte";
import type { Figure } from "./studio";

/** A number as people write it: whole, or with two places at most. */
export function numeral(value: number): string {
	return new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value);
}

export function measureText(value: number, unit: string): string {
	if (unit === "share") return percent(value);
	if (unit === "seconds") return clock(Math.round(value));
	return unit === "minutes" ? t("studio.minutes", { n: numeral(value) }) : numeral(value);
}

/** The value, its bounds, or the estimate with its error; never a bare number from played games. */
export function figureText({ value, sure, unit, low, high, error }: Figure): string {
	if (sure === "bounds" && low !== undefined && high !== undefined)
		return t("studio.from_to", { low: measureText(low, unit), high: measureText(high, unit) });
	const told = measureText(value, unit);
	return sure === "estimate" && error !== undefined ? `${told} ± ${errorText(error, unit)}` : told;
}

function errorText(error: number, unit: string): string {
	return unit === "share" ? numeral(Math.round(error * 1000) / 10) : measureText(error, unit);
}

/** A row whose names are its own numbers is a way on the drawing, and no table. */
export const isTold = ({ row, names }: Figure): boolean =>
	!row?.length || row.some((value, n) => String(value) !== names?.[n]);

/** The figures that are one number, and those that are a table: rows that share their names stand side by side. */
export function laidOut(figures: [string, Figure][]): {
	single: [string, Figure][];
	tables: { names: string[]; columns: [string, Figure][] }[];
} {
	const tables = new Map<string, [string, Figure][]>();
	for (const one of figures.filter(([, figure]) => figure.row?.length && isTold(figure))) {
		const names = (one[1].names ?? []).join("\n");
		tables.set(names, [...(tables.get(names) ?? []), one]);
	}
	return {
		single: figures.filter(([, figure]) => !figure.row?.length),
		tables: [...tables].map(([names, columns]) => ({ names: names.split("\n"), columns })),
	};
}

/** Is a number of a row worse than the best of it? Then it is said so. */
export const isBehind = (figure: Figure, at: number): boolean =>
	figure.unit === "turns" && (figure.row?.[at] ?? 0) > Math.min(...(figure.row ?? [0]));
