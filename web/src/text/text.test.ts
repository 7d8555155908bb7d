// @vitest-environment jsdom
// Every catalogue has the same keys, every text names the same arguments in every language, and all of them are said.

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

const sources = Object.values(
	import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts"], {
		eager: true,
		query: "?raw",
		import: "default",
	}),
).join("\n");
const named = [...sources.matchAll(/["'`]((?:[\w.-]|\$\{[^}]*\})+)["'`]/g)].map((found) => found[1] ?? "");
const whole = new Set(named);
/** Those that are put together of parts: `event.state.${status}` says every state. */
const composed = named
	.map((name) => name.replace(/\$\{[^}]*\}/g, "*"))
	.filter((name) => /\*/.test(name) && /\w/.test(name))
	.map((name) => name.replaceAll(".", "\\.").replaceAll("*", "[\\w.-]+"));
const pattern = new RegExp(`^(?:${[...new Set(composed)].join("|")})$`);
/** What a measure or a reason is put behind, as in `finish.wins` and money. */
const stem = (key: string): string => key.slice(0, key.lastIndexOf("."));

it("every text of the pages is said somewhere", () => {
	const said = (key: string): boolean =>
		whole.has(key) || pattern.test(key) || (stem(key).includes(".") && whole.has(stem(key)));
	expect(Object.keys(all["./en.json"] ?? {}).filter((key) => !said(key))).toEqual([]);
});
