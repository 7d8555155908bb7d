// @vitest-environment jsdom
// Every catalogue has the same keys, and every text names the same arguments in every language.

import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../lib/wire";

const all = import.meta.glob<Record<string, string>>(["./*.json", "../boards/*/text/*.json"], {
	eager: true,
	import: "default",
});
const folders = [...new Set(Object.keys(all).map((path) => path.replace(/\w+\.json$/, "")))];
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();
/** What a text counts must be a number it is given: one it also shows, or that English counts, too. */
const counted = (text: string): string[] =>
	[...text.matchAll(/\{(\w+):[^{}|]+\|[^{}|]+\}/g)].map((found) => found[1] ?? "");

describe.each(folders)("the texts in %s", (folder) => {
	const english = all[`${folder}en.json`] ?? {};
	it.each(Object.keys(LANGUAGES))("are complete in %s", (language) => {
		const other = all[`${folder}${language}.json`] ?? {};
		expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
		for (const [key, text] of Object.entries(english)) {
			expect(names(other[key] ?? ""), key).toEqual(names(text));
			expect([...names(text), ...counted(text)], key).toEqual(expect.arrayContaining(counted(other[key] ?? "")));
		}
	});
});
