// People's pages, ladders and boards: asked for, and their figures as people read them.

import { api, call } from "./api";
import { apart } from "./finish";
import { clock, language, percent, t } from "./i18n.svelte";
import { me } from "./me.svelte";
import { router } from "./router.svelte";
import type { Json } from "./types";
import type {
	BestPage,
	Board,
	CoursePage,
	CourseRow,
	Driver,
	GamePage,
	MatchPage,
	MatchRow,
	Profile,
	RatingPage,
	StatTold,
} from "./wire";

export type Kind = "people" | "bots";
const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const person = (who: string): string => `/people/${encodeURIComponent(who)}`;

export const standings = {
	profile: (who: string): Promise<Profile> => get(person(who)),
	game: (who: string, game: string): Promise<GamePage> => get(`${person(who)}/games/${game}`),
	matches: (who: string, game = "", after = "", limit = 10): Promise<MatchPage> =>
		get(`${person(who)}/matches?limit=${limit}&after=${after}${game ? `&game=${game}` : ""}`),
	bests: (who: string, game: string, after: string): Promise<BestPage> =>
		get(`${person(who)}/bests/${game}?after=${after}`),
	ratings: (game: string, kind: Kind, skip: number): Promise<RatingPage> =>
		get(`/ladders/${game}/ratings?kind=${kind}&skip=${skip}`),
	courses: (game: string, after = ""): Promise<CoursePage> => get(`/ladders/${game}/courses?limit=12&after=${after}`),
	board: (game: string, course: string, kind: Kind, skip: number): Promise<Board> =>
		get(`/ladders/${game}/courses/${course}?kind=${kind}&skip=${skip}`),
};

/** Where somebody's page is. */
export const pageOf = (who: Pick<Driver, "id" | "name">): string => `/people/${encodeURIComponent(who.name || who.id)}`;

/** What somebody in a list is called; who has gone has left no name. */
export const nameOf = (driver: Driver): string => driver.name || t("people.a_driver");

/** A drive's score: the first figure counts, the others part what is equal. */
export function scoreText(course: CourseRow, score: number[]): string {
	const first = score[0] ?? 0;
	return course.unit === "seconds" ? clock(first) : first.toLocaleString(language());
}

/** How far from par: "+4 s", "−13 s", "at par". */
export function againstPar(course: CourseRow, score: number[]): string {
	if (course.par === null) return "";
	const difference = (score[0] ?? 0) - course.par;
	if (difference === 0) return t("ladder.at_par");
	return `${difference > 0 ? "+" : "−"}${apart(course.unit, difference)}`;
}

/** A figure as it is written, with its expectation where chance has one. */
export function figureText(figure: Pick<StatTold, "written">, value: number): string {
	if (figure.written === "share") return percent(value);
	if (figure.written === "clock") return clock(Math.round(value));
	if (figure.written === "money") return t("unit.francs", { n: Math.round(value).toLocaleString(language()) });
	return value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** "1,612": ratings with their thousands apart. */
export const ratingText = (value: number): string => value.toLocaleString(language());

/** "+6", with a true minus. */
export const signed = (value: number): string =>
	value === 0 ? "0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toLocaleString(language())}`;

/** "1st of 4", "left", or that it was driven alone. */
export function placeText(match: MatchRow): string {
	if (match.left) return t("people.left");
	if (match.players === 1) return t("people.alone");
	return t("people.place_of", { place: t(`place.${match.place}`), players: match.players });
}

/** What a course is called. */
export const courseTitle = (course: CourseRow): string => course.title || t("ladder.untitled");

/** Drive a course alone, in one go and in the open, so that it counts; against another drive if there is one. */
export async function drive(game: string, options: Record<string, Json>, ghost: string): Promise<void> {
	if (!(await me.introduced())) return;
	const table = await api.create({
		game,
		options: { ...options, players: 1 },
		pace: { kind: "untimed" },
		visibility: "public",
		undo: "off",
		chat: "off",
		aids: ["odds", "review"],
		title: "",
		seats: [{ kind: "me" }],
	});
	router.go(`/table/${table.id}${ghost ? `?ghost=${ghost}` : ""}`);
}

/** The bars of a spread of scores: at most so many, each with where it begins and how many it counts. */
export function bars(spread: [number, number][], most = 16): { from: number; to: number; count: number }[] {
	const [low, high] = [spread[0]?.[0] ?? 0, spread.at(-1)?.[0] ?? 0];
	const width = Math.max(1, Math.ceil((high - low + 1) / most));
	const made = Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, n) => ({
		from: low + n * width,
		to: low + (n + 1) * width - 1,
		count: 0,
	}));
	for (const [score, count] of spread) {
		const bar = made[Math.floor((score - low) / width)];
		if (bar) bar.count += count;
	}
	return made;
}
