// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { texts } from "../lib/i18n.svelte";
import CopyButton from "./CopyButton.svelte";

const children = createRawSnippet(() => ({ render: () => "<span>Copy link</span>" }));
let made: object | null = null;

/** A button that was pressed in a browser with this clipboard, and what it says then. */
async function pressed(clipboard: object | undefined): Promise<string> {
	vi.stubGlobal("navigator", { clipboard });
	texts.page = { "app.copied": "Copied", "app.not_copied": "Not copied" };
	made = mount(CopyButton, { target: document.body, props: { text: "https://example.org/", children } });
	const button = document.querySelector("button");
	button?.click();
	await vi.waitFor(() => {
		flushSync();
		expect(button?.textContent).not.toBe("Copy link");
	});
	return button?.textContent ?? "";
}

afterEach(() => {
	if (made) unmount(made);
	vi.unstubAllGlobals();
});

test("what was copied is said to be", async () => {
	const writeText = vi.fn().mockResolvedValue(undefined);
	expect(await pressed({ writeText })).toBe("Copied");
	expect(writeText).toHaveBeenCalledWith("https://example.org/");
});

test("what the browser does not let us copy is not said to be copied", async () => {
	expect(await pressed({ writeText: vi.fn().mockRejectedValue(new Error("denied")) })).toBe("Not copied");
});

test("nor where a page has no clipboard", async () => {
	expect(await pressed(undefined)).toBe("Not copied");
});
