// Texts by key. The page's own catalogues lie in src/text; a game's come from the server (its text/*.json).

import en from "../text/en.json";
import { type Language, settings } from "./settings.svelte";
import { typesetAll } from "./typography";

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

/** Fill {names} in a template; an argument that is missing keeps its braces, so that it is noticed. A word that goes
 * with a number stands in both forms, `{turns:turn|turns}`; the programs' catalogues do the same (core/text.py). */
export function fill(template: string, args: Args, spoken: Language = language()): string {
	const elided =
		spoken === "fr" ? template.replace(/\bde \{(\w+)\}/g, (whole, name) => elide(whole, args[name])) : template;
	return elided
		.replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (_, name: string, one: string, many: string) =>
			isOne(args[name], spoken) ? one : many,
		)
		.replace(/\{(\w+)\}/g, (whole, name: string) => (name in args ? String(args[name]) : whole));
}

/** "d’Ottavia", but "de Benno": before a vowel the French word for "of" loses its own. */
function elide(whole: string, next: unknown): string {
	return typeof next === "string" && /^[aeiouàâäéèêëîïôöûüœæ]/i.test(next) ? whole.replace("de ", "d’") : whole;
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
