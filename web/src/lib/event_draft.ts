// An event as the form for a new one holds it: fresh, read back from an event or a file, and as regulations.

import type { Regulations } from "./events";
import { t } from "./i18n.svelte";
import type { Json } from "./types";
import type { EventInfo } from "./wire";

const DAY = 86_400_000;
export const CLASS = /^[a-z][a-z0-9-]{0,19}$/;
export const STEPS = ["task", "window", "classes", "check"];

/** Where each line of the regulations is asked for. */
const STEP_OF: Record<string, number> = {
	...Object.fromEntries(["title", "organiser", "game", "rules", "options", "legs"].map((line) => [line, 0])),
	...Object.fromEntries(["classes", "points", "about"].map((line) => [line, 2])),
};

/** What each line is called in the form. */
const LABELS: Record<string, string> = {
	title: "new_event.name",
	organiser: "new_event.organiser",
	game: "tables.game",
	kind: "new_event.kind",
	legs: "new_event.legs",
	opens: "new_event.opens",
	closes: "new_event.closes",
	protest_days: "new_event.protests",
	submissions: "new_event.submissions",
	dice: "new_event.dice",
	results: "new_event.see",
	rounds: "new_event.rounds",
	seats: "new_event.seats",
	draw: "new_event.draw",
	stand_in: "new_event.stand_in",
	points: "new_event.points",
	classes: "new_event.classes",
	about: "new_event.text",
};

/** A line that cannot be so: which, at which step, and why (a text's key). */
export interface Fault {
	line: string;
	step: number;
	why: string;
}

export interface Draft {
	id: string;
	title: string;
	about: string;
	organiser: string;
	kind: string;
	game: string;
	options: Record<string, Json>;
	legs: number;
	opens: string;
	closes: string;
	protest_days: number;
	submissions: number;
	dice: string;
	results: string;
	visibility: string;
	classes: string;
	rounds: number;
	seats: number;
	draw: string;
	stand_in: string; // a level of bots; empty: as usual
	points: string;
	document: string; // what is driven comes from the studio: its hash, and its kind
	drawn: string;
}

export function fresh(): Draft {
	const [opens, closes] = [local(Date.now() + DAY), local(Date.now() + 8 * DAY)];
	const how = {
		kind: "trial",
		legs: 0,
		submissions: 3,
		dice: "",
		results: "sealed",
		rounds: 3,
		seats: 2,
		draw: "heats",
		stand_in: "",
	};
	return {
		id: "",
		title: "",
		about: "",
		organiser: "",
		game: "rally_round",
		options: {},
		opens,
		closes,
		protest_days: 2,
		visibility: "private",
		classes: "",
		points: "9 6 4 3 2 1",
		document: "",
		drawn: "",
		...how,
	};
}

/** As a field for date and time has it: the reader's own zone, to the minute. */
export function local(at: number): string {
	return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A draft that is kept on the server, to be changed. */
export function draftOf(event: EventInfo): Draft {
	const { id, title, about, organiser, kind, game, options, legs, protest_days, submissions, results, visibility } =
		event;
	const own = { id, title, about, organiser, kind, game, options, legs, protest_days, results, visibility };
	const match =
		kind === "match"
			? {
					rounds: event.rounds,
					seats: event.seats,
					draw: event.draw,
					stand_in: event.stand_in,
					points: event.points.join(" "),
				}
			: {};
	const rest = {
		submissions: submissions || 1,
		dice: event.dice === "same" ? "same" : "",
		classes: event.classes.join(" "),
	};
	return { ...fresh(), ...own, ...rest, ...match, opens: local(event.opens), closes: local(event.closes) };
}

/** The regulations of an event's file, for another event of the same kind: its own boards come along, its dates do not. */
export function draftOfFile(file: Record<string, Json>): Draft | null {
	const made = file.regulations as Record<string, Json> | undefined;
	if (file.format !== "parcferme-event/1" || !made || typeof made.game !== "string") return null;
	const documents = (file.documents ?? {}) as Record<string, Json>;
	const known = Object.keys(fresh()).filter((name) => name in made && !["id", "opens", "closes"].includes(name));
	const taken = Object.fromEntries(known.map((name) => [name, made[name]]));
	const [classes, points] = [made.classes, made.points].map((list) =>
		Array.isArray(list) ? list.join(" ") : undefined,
	);
	const dice = made.dice === "same" ? "same" : "";
	const options = Object.fromEntries(
		Object.entries((made.options ?? {}) as Record<string, Json>).map(([name, value]) => [
			name,
			opened(value, documents),
		]),
	);
	return {
		...fresh(),
		...taken,
		dice,
		options,
		...(classes !== undefined && { classes }),
		...(points && { points }),
	} as Draft;
}

function opened(value: Json, documents: Record<string, Json>): Json {
	const hash = value && typeof value === "object" && !Array.isArray(value) ? value.document : undefined;
	return typeof hash === "string" ? (documents[hash] ?? value) : value;
}

/** What such a field holds, as regulations write it. */
export function utc(time: string): string {
	return new Date(time).toISOString().replace(".000Z", "Z");
}

/** The regulations as the server reads them; what is not asked for this kind is left out. */
export function regulationsOf(draft: Draft): Regulations {
	const common: Regulations = {
		title: draft.title,
		kind: draft.kind,
		game: draft.game,
		options: draft.options,
		about: draft.about,
		opens: utc(draft.opens),
		closes: utc(draft.closes),
		protest_days: draft.protest_days,
		classes: words(draft.classes),
	};
	if (draft.organiser) common.organiser = draft.organiser;
	if (draft.kind === "match")
		return {
			...common,
			rounds: draft.rounds,
			seats: draft.seats,
			draw: draft.draw,
			points: words(draft.points).map(Number),
			...(draft.stand_in ? { stand_in: draft.stand_in } : {}),
		};
	const trial: Regulations = {
		legs: draft.legs,
		results: draft.results,
		submissions: draft.dice === "same" ? 1 : draft.submissions,
	};
	return { ...common, ...trial, ...(draft.dice ? { dice: draft.dice } : {}) };
}

/** What is wrong with a draft, as far as it can be told without the server. */
export function faultsOf(draft: Draft): Fault[] {
	const [opens, closes] = [Date.parse(draft.opens), Date.parse(draft.closes)];
	const classes = words(draft.classes);
	const points = words(draft.points).map(Number);
	const wrong: [string, boolean, string][] = [
		["title", !draft.title.trim(), "title"],
		["opens", Number.isNaN(opens), "moment"],
		["closes", Number.isNaN(closes), "moment"],
		["closes", closes <= opens, "closes"],
		["classes", classes.some((one, n) => !CLASS.test(one) || classes.indexOf(one) < n), "classes"],
		["points", draft.kind === "match" && (!points.length || points.some(notPoints)), "points"],
	];
	return wrong
		.filter(([, is]) => is)
		.map(([line, , why]) => ({ line, step: stepOf(line), why: `new_event.fault.${why}` }));
}

export const notPoints = (one: number): boolean => !Number.isInteger(one) || one < 0 || one > 1000;

/** The line of the regulations that the server has named, as in "regulations.options.map". */
export function faultAt(place: string): Fault | null {
	const line = /^regulations\.(\w+)/.exec(place)?.[1];
	return line ? { line, step: stepOf(line), why: "new_event.fault.line" } : null;
}

/** A fault in the reader's language. */
export function faultText({ line, why }: Fault): string {
	return t(why, { line: t(LABELS[line] ?? "new.course") });
}

function stepOf(line: string): number {
	return STEP_OF[line] ?? 1;
}

/** An earlier event's regulations for another one: its dates do not come along. */
export function anew(event: EventInfo): Draft {
	const { opens, closes } = fresh();
	return { ...draftOf(event), id: "", opens, closes };
}

/** Whole days between opening and closing. */
export function daysOf(draft: Draft): number {
	return Math.max(0, Math.round((Date.parse(draft.closes) - Date.parse(draft.opens)) / DAY));
}

/** What is separated by blanks or commas. */
export function words(text: string): string[] {
	return text.split(/[\s,]+/).filter(Boolean);
}
