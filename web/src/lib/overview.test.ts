// @vitest-environment jsdom
// An overview says the same in every language: as many parts, the same clauses, an example each.

import { describe, expect, it } from "vitest";
import type { Part } from "./overview";
import { LANGUAGES } from "./wire";

const all = import.meta.glob<Part[]>("../boards/*/overview/*.json", { eager: true, import: "default" });
const folders = [...new Set(Object.keys(all).map((path) => path.replace(/\w+\.json$/, "")))];

describe.each(folders)("the overview in %s", (folder) => {
	const english = all[`${folder}en.json`] ?? [];
	it.each(Object.keys(LANGUAGES))("is whole in %s", (language) => {
		const parts = all[`${folder}${language}.json`] ?? [];
		expect(parts.map(({ clauses }) => clauses)).toEqual(english.map(({ clauses }) => clauses));
		expect(parts.map(({ row }) => row.length)).toEqual(english.map(({ row }) => row.length));
		for (const part of parts) expect(part.text && part.example && part.title).toBeTruthy();
	});
});
