// What a game offers to drive, and the options that choosing it means. Options hold only what is not as usual.

import type { Component } from "svelte";
import { api } from "./api";
import type { Course, Courses, GameInfo, Json } from "./types";

export type Options = Record<string, Json>;
export const LENGTHS = ["short", "standard", "long"];
export const NOTHING: Courses = { courses: [], presets: {}, minutes: {} }; // until it is known what there is to drive

/** How a game draws one of its courses: from its options and its content files. */
export type CoursePicture = Component<{ options: Options; content: Record<string, Json>; legs?: number }>;
/** How a game shows an option that deserves more than a field. */
export type OptionControl = Component<{
	value: Json;
	seats: number;
	options: Options; // all that are chosen
	content: Record<string, Json>;
	offer: Courses;
	onchange: (value: Json) => void;
}>;

const pictures = import.meta.glob<{ default: CoursePicture }>("../boards/*/Course.svelte");
const controls = import.meta.glob<{ default: OptionControl }>("../boards/*/options/*.svelte");
const parts = import.meta.glob<{ default: OptionControl }>("../boards/*/course/*.svelte");
const offers = new Map<string, Promise<Courses>>();

/** Fetched once; a failure may be tried again. */
export function offered(game: string): Promise<Courses> {
	const known = offers.get(game) ?? api.courses(game);
	offers.set(game, known);
	known.catch(() => offers.delete(game));
	return known;
}

export async function pictureOf(game: string): Promise<CoursePicture | null> {
	return (await pictures[`../boards/${game}/Course.svelte`]?.())?.default ?? null;
}

/** The game's own control for an option, if it has one. */
export function controlOf(game: string, option: string): (() => Promise<{ default: OptionControl }>) | undefined {
	return controls[`../boards/${game}/options/${option}.svelte`];
}

/** What is not chosen is as usual, written or not. */
const same = (one: Json | undefined, other: Json | undefined): boolean =>
	JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The options with one of them chosen; as usual it is not held. */
export function chosen(options: Options, game: GameInfo, name: string, value: Json): Options {
	const { [name]: _, ...others } = options;
	return same(value, game.options.properties[name]?.default ?? null) ? others : { ...others, [name]: value };
}

/** Another course: what courses choose is chosen anew, everything else stays. */
export function withCourse(options: Options, course: Course, { courses }: Courses): Options {
	const theirs = new Set(courses.flatMap((one) => Object.keys(one.options)));
	const kept = Object.entries(options).filter(([name]) => !theirs.has(name));
	return { ...Object.fromEntries(kept), ...course.options };
}

/** Has a task been told, and are its boards the house's? Own ones are only named in what is told of it. */
export function isDrawable(options: Options): boolean {
	const own = Object.values(options).some((value) => value && typeof value === "object" && "document" in value);
	return !own && Object.keys(options).length > 0;
}

/** The course that these options are. */
export function courseOf(options: Options, { courses }: Courses): Course | undefined {
	const theirs = new Set(courses.flatMap((one) => Object.keys(one.options)));
	return courses.find((course) => [...theirs].every((name) => same(options[name], course.options[name])));
}

/** The length whose preset these options are, if it is one. */
export function presetOf(options: Options, { presets }: Courses): string | undefined {
	return LENGTHS.find((length) => {
		const wanted = presets[length];
		return (
			wanted && [...Object.keys(options), ...Object.keys(wanted)].every((name) => same(options[name], wanted[name]))
		);
	});
}

/** The control of an option that says what a course consists of (Rallyman's three specials): it stands with the course. */
export function partOf(game: string, option: string): (() => Promise<{ default: OptionControl }>) | undefined {
	return parts[`../boards/${game}/course/${option}.svelte`];
}
