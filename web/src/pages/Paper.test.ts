// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../lib/catalogue.svelte";
import { events } from "../lib/events";
import { part } from "../lib/part";
import { router } from "../lib/router.svelte";
import type { EventInfo, PaperTold } from "../lib/wire";
import Paper from "./Paper.svelte";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("who leaves a paper that is still to be marked asks for it no more", async () => {
	router.route = { page: "paper", params: { event: "e1", entry: "c1", number: "1" }, query: new URLSearchParams() };
	vi.spyOn(events, "one").mockResolvedValue(part<EventInfo>({ id: "e1", game: "none", title: "Rally" }));
	vi.spyOn(catalogue, "kit").mockResolvedValue({ title: "Toy", texts: {}, content: {} });
	const asked = vi
		.spyOn(events, "paper")
		.mockResolvedValue(part<PaperTold>({ kind: "record", mark: null, number: 1, name: "Ada" }));
	const made = mount(Paper, { target: document.body });
	flushSync();
	await vi.advanceTimersByTimeAsync(2_500);
	expect(asked.mock.calls.length).toBeGreaterThan(1); // it asks until there is a mark
	await unmount(made);
	const before = asked.mock.calls.length;
	await vi.advanceTimersByTimeAsync(5_000);
	expect(asked.mock.calls.length).toBe(before);
});
