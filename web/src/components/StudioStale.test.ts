// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withDialogs } from "../lib/dialogs";
import { part } from "../lib/part";
import type { StudioModel } from "../lib/studio.svelte";
import StudioStale from "./StudioStale.svelte";

let made: object | null = null;
beforeEach(withDialogs);
afterEach(() => {
	if (made) unmount(made);
});

test("what to do with a draft that two have drawn at is asked until it is answered: till then nothing is saved", () => {
	const model = part<StudioModel>({ title: "Moor", kept: "stale", newer: { title: "Moor", changed_at: 1 } });
	made = mount(StudioStale, { target: document.body, props: { model } });
	flushSync();
	const dialog = document.querySelector("dialog");
	expect(dialog?.open).toBe(true);
	dialog?.close(); // as Escape does
	flushSync();
	expect(dialog?.open).toBe(true);
	expect(dialog?.querySelectorAll("button")).toHaveLength(2);
});
