// Days and times of day, as the reader's language writes them.

import { language } from "./i18n.svelte";

export function dayOf(ms: number): string {
	return new Date(ms).toLocaleDateString(language(), { dateStyle: "medium" });
}

export function momentOf(ms: number): string {
	return new Date(ms).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}
