import { expect, test } from "vitest";
import { iconOf } from "./icons";

test("every icon a board or a page names is in the sprite", () => {
	const sources = import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
	const named = Object.values(sources).flatMap((text) => [
		...text.matchAll(/<Icon name="([\w-]+)"/g),
		...text.matchAll(/icon: "([\w-]+)"/g),
	]);
	expect(named.length).toBeGreaterThan(20);
	for (const [, name = ""] of named) expect(iconOf(name).shape, name).not.toBe("");
});

test("a name that is not there draws nothing", () => {
	expect(iconOf("nothing").shape).toBe("");
});
