// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withDialogs } from "../lib/dialogs";
import { texts } from "../lib/i18n.svelte";
import { part } from "../lib/part";
import type { StudioModel } from "../lib/studio.svelte";
import StudioBar from "./StudioBar.svelte";

let made: object | null = null;
beforeEach(() => {
	texts.page = { "studio.drop": "Delete", "studio.more": "More", "studio.drop.sure": "Delete it?" };
	withDialogs();
});
afterEach(() => {
	if (made) unmount(made);
});

/** The question whether to delete it, once it was asked for in the menu. */
function asked(): HTMLDialogElement | null {
	document.querySelector<HTMLButtonElement>('button[aria-label="More"]')?.click();
	flushSync();
	[...document.querySelectorAll<HTMLButtonElement>(".menu button")]
		.find((one) => one.textContent === "Delete")
		?.click();
	flushSync();
	return document.querySelector<HTMLDialogElement>("dialog[open]");
}

test("who has closed a question by Escape may be asked it again", () => {
	const info = { game: "toy", kind: "road", yours: true, version: 0, state: "draft" as const, title: "Moor" };
	const model = { title: "Moor", kept: "saved" as const, savedAt: 0, history: { past: [], future: [] }, info };
	made = mount(StudioBar, { target: document.body, props: { model: part<StudioModel>(model) } });
	flushSync();
	const first = asked();
	expect(first?.textContent).toContain("Delete it?");
	first?.close();
	flushSync();
	expect(asked()?.textContent).toContain("Delete it?");
});
