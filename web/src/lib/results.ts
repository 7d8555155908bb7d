// The results of a trial in figures: by section, and beside the best that can be done.

import { events, measured } from "./events";
import { t } from "./i18n.svelte";
import { quoted } from "./sheet";
import type { EventInfo, ResultRow, StandingRow } from "./wire";

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

/** All lines of a classification, page by page. */
export async function wholeOf(event: string, klass: string, key: string): Promise<ResultRow[]> {
	const rows: ResultRow[] = [];
	let after = "";
	do {
		const page = await events.results(event, klass, after, key);
		rows.push(...page.rows);
		after = page.next;
	} while (after);
	return rows;
}

/** A classification for a spreadsheet: a line for each crew, figures as numbers. */
export function csvOf(event: Pick<EventInfo, "measure" | "ties">, rows: ResultRow[]): string {
	const parts = Math.max(0, ...rows.map((row) => sectionsOf(row).length));
	const numbers = Array.from({ length: parts }, (_, n) => t("results.section", { n: n + 1 }));
	const figures = [event.measure, ...event.ties].map((name) => t(`measure.${name}`));
	const head = [t("results.place"), t("results.crew"), t("results.class"), t("results.status"), ...figures, ...numbers];
	const lines = rows.map((row) => [
		row.place || "",
		row.name,
		row.klass,
		t(`event.status.${row.status}`),
		...figures.map((_, n) => row.score[n] ?? ""),
		...sectionsOf(row),
	]);
	return written([head, ...lines]);
}

/** … and standings, with the points by round. */
export function csvOfStandings(rows: StandingRow[]): string {
	const rounds = Array.from({ length: Math.max(0, ...rows.map((row) => row.results.length)) }, (_, n) => n + 1);
	const head = [t("results.place"), t("results.crew"), t("results.points"), ...rounds];
	return written([head, ...rows.map((row) => [row.place, row.name, row.points, ...row.results])]);
}

function written(lines: (string | number)[][]): string {
	return lines.map((line) => `${line.map((field) => quoted(inert(field))).join(",")}\n`).join("");
}

/** Words stay words: a spreadsheet would work out a crew called =1+1. */
function inert(field: string | number): string {
	return typeof field === "string" && /^[=+\-@\t\r]/.test(field) ? `'${field}` : String(field);
}
