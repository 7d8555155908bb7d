// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import { part } from "../lib/part";
import { standings } from "../lib/standings";
import type { MatchPage } from "../lib/wire";
import MatchList from "./MatchList.svelte";

const seat = (seat: number, name: string): object => ({
	seat,
	own: seat === 0,
	driver: { id: name, name, plate: 1, level: "" },
});

test("a phone, which has no column for them, is told the opponents below the match", async () => {
	const seats = ["Ada", "Bruno", ""].map((name, n) => seat(n, name));
	const match = { table: "t", game: "toy", title: "Cup", at: 0, public: true, players: 3, place: 1, left: false };
	const page = part<MatchPage>({ matches: [{ ...match, change: null, measures: {}, seats }], next: "" });
	vi.spyOn(standings, "matches").mockResolvedValue(page);
	const made = mount(MatchList, { target: document.body, props: { who: "Ada", yours: false } });
	flushSync();
	await vi.waitFor(() =>
		expect(document.querySelector("th .without-room")?.textContent).toMatch(/^against Bruno, a driver, ./),
	);
	unmount(made);
});
