// Puzzles: what is asked of the server, and how figures and stars are said.

import { call } from "./api";
import { language, t, texts } from "./i18n.svelte";
import type { TableInfo } from "./types";
import type { NextPuzzle, PuzzleAnswer, PuzzleAsked, PuzzlePage, PuzzlesToday } from "./wire";

const PAGE = 100;

const get = <T>(path: string): Promise<T> => call<T>("GET", `/puzzles${path}`);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", `/puzzles${path}`, body);

export const puzzles = {
	today: (): Promise<PuzzlesToday> => get("/today"),
	list: (game: string, after = ""): Promise<PuzzlePage> => get(`?game=${game}&limit=${PAGE}&after=${after}`),
	next: (game: string, after: string): Promise<NextPuzzle> => get(`/next?game=${game}&after=${after}`),
	one: (id: string): Promise<PuzzleAsked> => get(`/${id}`),
	answer: (id: string, choice: string): Promise<PuzzleAnswer> => post(`/${id}/tries`, { choice }),
	drive: (id: string): Promise<TableInfo> => post(`/${id}/drive`),
	make: (from: { record?: string; table?: string; key?: string }, at: number, seat: number): Promise<NextPuzzle> =>
		post("", { ...from, at, seat }),
};

const DIGITS: Record<string, number> = { seconds: 2, turns: 2, percent: 1 };

/** A figure of a puzzle with its unit: "6.36 s", "0.28 turns", "120 s". */
export function figure(value: number, unit: string): string {
	const digits = Number.isInteger(value) ? 0 : (DIGITS[unit] ?? 0);
	const text = value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
	return `unit.${unit}` in texts.page ? t(`unit.${unit}`, { n: text }) : `${text} ${unit}`;
}

/** What a choice loses: "−6.36 s"; the best one loses nothing. */
export function loss(value: number, unit: string): string {
	return value > 0 ? `−${figure(value, unit)}` : figure(0, unit);
}

/** Several facts within one sentence: the full stops of those that have one go. */
export function clauses(facts: string[]): string {
	return facts.map((one) => one.replace(/\.$/, "")).join("; ");
}

/** Which share of all people has chosen it: "34 %". */
export function share(chosen: number, answers: number): string {
	return t("unit.percent", { n: Math.round((100 * chosen) / Math.max(answers, 1)) });
}

/** The rows to show at first: the best ones and what was chosen, and never more than a handful. */
export function shown<Row extends { action: string }>(rows: Row[], choice: string, most: number): Row[] {
	if (rows.length <= most) return rows;
	const first = rows.slice(0, most);
	const own = rows.find((row) => row.action === choice);
	return own && !first.includes(own) ? [...first.slice(0, -1), own] : first;
}
