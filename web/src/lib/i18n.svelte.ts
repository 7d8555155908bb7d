// Texts by key. The page's own catalogues lie in src/text; a game's come from the server (its text/*.json).

import en from "../text/en.json";
import { settings } from "./settings.svelte";
import { typesetAll } from "./typography";
import type { Language } from "./wire";

type Catalogue = Record<string, string>;
export type Args = Record<string, unknown>;

const others = import.meta.glob<Catalogue>(["../text/*.json", "!../text/en.json"], { import: "default" });

class Texts {
	page = $state.raw<Catalogue>(en);
	games = $state.raw<Record<string, Catalogue>>({});

	async use(language: Language): Promise<void> {
		this.page = { ...en, ...typesetAll((await others[`../text/${language}.json`]?.()) ?? {}, language) };
	}

	/** The texts of one board, under keys of their own ("rallyman.gear"). */
	addBoard(catalogue: Catalogue): void {
		this.page = { ...this.page, ...typesetAll(catalogue, language()) };
	}

	addGame(game: string, catalogue: Catalogue): void {
		this.games = { ...this.games, [game]: typesetAll(catalogue, language()) };
	}
}

export const texts = new Texts();

/** Two ends that may be the same. */
const RANGE = /(?:\bda )?\{(least|lowest)\}(?: to | à | a )\{(most|highest)\}/g;

/** Fill {names} in a template; an argument that is missing keeps its braces, so that it is noticed. A word that goes
 * with a number stands in both forms, `{turns:turn|turns}`, and a range whose ends are the same is one number; the
 * programs' catalogues do the same (core/text.py). */
export function fill(template: string, args: Args, spoken: Language = language()): string {
	const said = { ...args };
	const ranged = template.replace(RANGE, (ends, from: string, to: string) =>
		args[from] === args[to] ? `{${to}}` : ends,
	);
	return joined(ranged, said, spoken)
		.replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (_, name: string, one: string, many: string) =>
			isOne(args[name], spoken) ? one : many,
		)
		.replace(/\{(\w+)\}/g, (whole, name: string) => (name in said ? String(said[name]) : whole));
}

/** A little word before a blank, how what is said there must begin, and what both become: French "d’Ottavia" but "de
 * Benno", "du Mans"; Italian "ad Amiens" but "a Metz". Places lose their article to it, people keep theirs. */
const LITTLE: Partial<Record<Language, { word: RegExp; begins: RegExp; both: string }[]>> = {
	fr: [
		{ word: /\bde \{(\w+)\}/g, begins: /^(?=[aeiouàâäéèêëîïôöûüœæ])/i, both: "d’" },
		{ word: /\bde \{(town|at|to)\}/g, begins: /^Le /, both: "du " },
		{ word: /\bde \{(town|at|to)\}/g, begins: /^Les /, both: "des " },
		{ word: /à \{(town|at|to)\}/g, begins: /^Le /, both: "au " },
		{ word: /à \{(town|at|to)\}/g, begins: /^Les /, both: "aux " },
	],
	it: [{ word: /\ba \{(\w+)\}/g, begins: /^(?=[aàâ])/i, both: "ad " }],
};

/** The template with its little words put right; an article that has gone into one leaves `said`. */
function joined(template: string, said: Args, spoken: Language): string {
	let text = template;
	for (const { word, begins, both } of LITTLE[spoken] ?? [])
		text = text.replace(word, (whole, blank: string) => {
			const name = said[blank];
			if (typeof name !== "string" || !begins.test(name)) return whole;
			said[blank] = name.replace(begins, "");
			return `${both}{${blank}}`;
		});
	return text;
}

/** Does this number take the form for one thing? Nought does in French. */
function isOne(count: unknown, spoken: Language): boolean {
	if (typeof count !== "number") return count === "1";
	return new Intl.PluralRules(spoken).select(count) === "one";
}

/** A text of the page. */
export function t(key: string, args: Args = {}): string {
	return fill(texts.page[key] ?? key, args);
}

/** A name or code of a game as its catalogue calls it (`word.CODE`), or itself. */
export function word(game: string, code: string): string {
	return texts.games[game]?.[`word.${code}`] ?? code;
}

/** A text of a game; the key itself if the catalogue has none. Codes among the arguments are said as `word.CODE`. */
export function gt(game: string, key: string, args: Args = {}): string {
	const catalogue = texts.games[game] ?? {};
	const template = catalogue[key];
	if (template === undefined) return key;
	const worded = Object.entries(args).map(([name, value]) => [
		name,
		typeof value === "string" ? word(game, value) : value,
	]);
	return fill(template, Object.fromEntries(worded));
}

/** 133 → 2:13; a true minus for negative times. */
export function clock(seconds: number): string {
	const whole = Math.max(0, Math.floor(Math.abs(seconds)));
	const sign = seconds < 0 ? "−" : "";
	const hours = Math.floor(whole / 3600);
	const minutes = Math.floor((whole % 3600) / 60);
	const rest = String(whole % 60).padStart(2, "0");
	return hours ? `${sign}${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${sign}${minutes}:${rest}`;
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
];

/** How long ago it was: "3 hours ago". */
export function ago(at: number, now = Date.now()): string {
	const [unit, length] = STEPS.find(([, length]) => now - at >= length) ?? ["minute", 60_000];
	const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
	return format.format(-Math.floor((now - at) / length), unit);
}

/** 0.1667 → "17 %", with a narrow no-break space; never "0 %" for what can happen. */
export function percent(share: number): string {
	if (share > 0 && share < 0.005) return t("odds.under_one");
	if (share < 1 && share > 0.995) return t("odds.over_ninety_nine");
	return `${Math.round(share * 100)} %`;
}

/** "1/27" or "0.5" as a number. */
export function fraction(text: string): number {
	const [top, bottom] = text.split("/").map(Number);
	return (top ?? 0) / (bottom ?? 1);
}

export function language(): Language {
	return settings.values.language;
}

/** How days and times are written: the house's English has the day before the month, and no a.m. */
export function locale(): string {
	return language() === "en" ? "en-GB" : language();
}
