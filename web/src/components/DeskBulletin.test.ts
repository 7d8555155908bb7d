// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { part } from "../lib/part";
import type { EventInfo } from "../lib/wire";
import DeskBulletin from "./DeskBulletin.svelte";

let made: object | null = null;
afterEach(() => {
	if (made) unmount(made);
});

test("what is typed while a bulletin is on its way stays, and nothing is published twice", async () => {
	let arrived = (_: boolean): void => undefined;
	const publish = vi.fn(() => new Promise<boolean>((done) => (arrived = done)));
	const event = part<EventInfo>({ game: "toy", title: "Rally", status: "open", options: {}, seats: 2, closes: 0 });
	made = mount(DeskBulletin, { target: document.body, props: { event, publish } });
	flushSync();
	const field = document.querySelector("textarea") as HTMLTextAreaElement;
	const send = [...document.querySelectorAll("button")].at(-1) as HTMLButtonElement;
	const type = (text: string): void => {
		field.value = text;
		field.dispatchEvent(new Event("input", { bubbles: true }));
		flushSync();
	};

	type("The start is later.");
	send.click();
	flushSync();
	type("The finish, too.");
	send.click();
	flushSync();
	expect(publish).toHaveBeenCalledTimes(1);
	arrived(true);
	await vi.waitFor(() => expect(send.disabled).toBe(false));
	expect(field.value).toBe("The finish, too.");
});
