// Places in a document as the checks name them: `controls[2].square`. And reading what somebody may have written by hand.

import type { Json } from "./types";

/** The keys of a path, from the outside in. */
export function keysOf(path: string): (string | number)[] {
	return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) => (index ? Number(index) : (key ?? "")));
}

/** What lies at a path; of a path that leads nowhere, what it leads to last. */
export function valueAt(document: object, path: string): unknown {
	let value: unknown = document;
	for (const key of keysOf(path)) {
		const next: unknown = value && typeof value === "object" ? Reflect.get(value, key) : undefined;
		if (next === undefined) return value === document ? undefined : value;
		value = next;
	}
	return value;
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/** A list, whatever was written there. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The texts of a list. */
export const textList = (value: unknown): string[] => list(value).filter((one) => typeof one === "string");

/** The objects of a list. */
export const objects = (value: unknown): Record<string, Json>[] =>
	list(value).filter((one) => one !== null && typeof one === "object" && !Array.isArray(one)) as Record<string, Json>[];

/** A list with the place changed, or taken out where there is nothing in its stead. */
export function replaced<T>(all: readonly T[], at: number, ...instead: T[]): T[] {
	return [...all.slice(0, at), ...instead, ...all.slice(at + 1)];
}

/** A list with one thing moved to another place. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
	const one = all[from];
	if (one === undefined || to < 0 || to >= all.length) return [...all];
	const others = replaced(all, from);
	return [...others.slice(0, to), one, ...others.slice(to)];
}
