// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { part } from "../lib/part";
import type { StudioModel } from "../lib/studio.svelte";
import StudioStale from "./StudioStale.svelte";

let made: object | null = null;
beforeEach(() => {
	Object.assign(HTMLDialogElement.prototype, {
		showModal(this: HTMLDialogElement) {
			this.open = true;
		},
		close(this: HTMLDialogElement) {
			this.open = false;
			this.dispatchEvent(new Event("close"));
		},
	});
});
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
