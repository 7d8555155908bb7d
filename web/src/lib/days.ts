// Days and times of day, as the reader's language writes them.

import { locale } from "./i18n.svelte";

export function dayOf(ms: number): string {
	return new Date(ms).toLocaleDateString(locale(), { dateStyle: "medium" });
}

export function momentOf(ms: number): string {
	return new Date(ms).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

/** Hours and minutes in the reader's zone. */
export function hourOf(ms: number): string {
	return new Date(ms).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
}
