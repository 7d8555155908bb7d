// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { part } from "../lib/part";
import { TableModel } from "../lib/table.svelte";
import type { TableInfo } from "../lib/types";
import type { Seat } from "../lib/wire";
import Lobby from "./Lobby.svelte";

let made: object | null = null;
afterEach(() => {
	if (made) unmount(made);
});

/** What somebody reads who does not sit there. */
function shown(late: boolean): string {
	const table = new TableModel();
	table.seats = [part<Seat>({ seat: 0, kind: "open", name: "", level: "" })];
	const pace = { kind: "live", bank: 600, increment: 0, sealed: 60 };
	const info = part<TableInfo>({
		id: "t",
		game: "toy",
		visibility: "public",
		pace,
		options: {},
		links: [],
		yours: [],
		late,
	});
	made = mount(Lobby, { target: document.body, props: { info, table, onchange: async () => undefined } });
	return document.body.textContent ?? "";
}

test("a stranger is offered the free seat of a table", () => {
	expect(shown(false)).toContain("Sit here");
});

test("who watches a rated match that has just begun is told so, and offered no seat that is taken by now", () => {
	const told = shown(true);
	expect(told).toContain("The match has begun.");
	expect(told).not.toContain("Sit here");
	expect(told).not.toContain("starts by itself");
});
