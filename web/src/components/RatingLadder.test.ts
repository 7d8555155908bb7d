// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { part } from "../lib/part";
import { standings } from "../lib/standings";
import type { RatingPage } from "../lib/wire";
import RatingLadder from "./RatingLadder.svelte";

let made: object | null = null;
afterEach(() => {
	if (made) unmount(made);
	vi.restoreAllMocks();
});

/** A ladder on which one driver stands. */
function ladder(name: string): RatingPage {
	const driver = { id: name, name, account: true, plate: 1, bot: false };
	const row = { place: 1, yours: false, driver, rating: { value: 1500, error: 40, matches: 9, settled: true } };
	return part<RatingPage>({ rows: [row], own: null, total: 1, next: 0 });
}

test("who looks at the bots is not shown people whose list came late", async () => {
	const answers: Record<string, (page: RatingPage) => void> = {};
	vi.spyOn(standings, "ratings").mockImplementation((_, kind) => new Promise((done) => (answers[kind] = done)));
	made = mount(RatingLadder, { target: document.body, props: { game: "toy" } });
	flushSync();
	answers.people?.(ladder("Ada"));
	await vi.waitFor(() => expect(document.body.textContent).toContain("Ada"));

	const [people, bots] = [...document.querySelectorAll<HTMLButtonElement>(".ph button")];
	bots?.click();
	flushSync();
	people?.click();
	flushSync();
	bots?.click();
	flushSync();
	answers.bots?.(ladder("Bruno"));
	answers.people?.(ladder("Ada"));
	await vi.waitFor(() => expect(document.body.textContent).toContain("Bruno"));
	await Promise.resolve();
	expect(document.body.textContent).not.toContain("Ada");
});
