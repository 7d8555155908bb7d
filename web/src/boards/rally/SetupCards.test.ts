// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import { part } from "../../lib/part";
import { TableModel } from "../../lib/table.svelte";
import type { LegalAction } from "../../lib/types";
import SetupCards from "./SetupCards.svelte";
import english from "./text/en.json";

test("each set-up says what it does, and one that is too far from the last is refused with the reason", () => {
	texts.addBoard(english);
	const open = ["stable", "fast"].map((setup) =>
		part<LegalAction>({ notation: `setup:${setup}`, form: { kind: "setup", setup }, effect: {}, odds: [] }),
	);
	const table = Object.assign(new TableModel(), { game: "rally", actions: open });
	const asked = vi.fn();
	table.ask = asked;
	const made = mount(SetupCards, { target: document.body, props: { table } });
	flushSync();
	const cards = [...document.querySelectorAll<HTMLElement>(".cards button")];
	expect(cards.map((card) => card.textContent?.replace(/\s+/g, " ").trim())).toEqual([
		"Stable + 0 Gears and risk die as printed: the car that bears most.",
		"Fast + 1 1 square more in 2nd to 5th, and 1 more on every risk die.",
		"Prototype + 2 2 squares more in 2nd to 5th, and 2 more on every risk die.",
	]);
	cards[2]?.click();
	expect([table.draft, asked.mock.calls]).toEqual([null, [["setup:prototype"]]]);
	cards[1]?.click();
	expect(table.draft).toBe("setup:fast");
	unmount(made);
});
