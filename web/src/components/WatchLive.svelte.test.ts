// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../lib/api";
import { part } from "../lib/part";
import type { WatchedTable } from "../lib/wire";
import WatchLive from "./WatchLive.svelte";

let made: object | null = null;
afterEach(() => {
	if (made) unmount(made);
	vi.restoreAllMocks();
});

test("a table that the list tells again is not opened anew", () => {
	const opening = vi.spyOn(api, "opening").mockReturnValue(new Promise(() => undefined));
	const told = part<WatchedTable>({ id: "t1", game: "toy", title: "Toy", seats: [], watchers: 0, reason: "moved" });
	const props = $state({ told });
	made = mount(WatchLive, { target: document.body, props });
	flushSync();
	props.told = { ...told, idle: 4_000 };
	flushSync();
	expect(opening).toHaveBeenCalledTimes(1);
});
