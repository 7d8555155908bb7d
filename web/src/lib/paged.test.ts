// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { Paged } from "./paged.svelte";
import { Told } from "./reasons";

const PAGES: Record<string, { rows: number[]; next: string }> = {
	"": { rows: [1, 2], next: "b" },
	b: { rows: [3], next: "" },
};

describe("a list that comes a page at a time", () => {
	it("grows by the page that comes next", async () => {
		const list = new Paged(async (after) => PAGES[after] ?? { rows: [], next: "" });
		expect(list.waiting).toBe(true);
		await list.more();
		expect([list.rows, list.next, list.waiting]).toEqual([[1, 2], "b", false]);
		await list.more();
		expect([list.rows, list.next]).toEqual([[1, 2, 3], ""]);
	});
	it("says why a page did not come, keeps what is here, and asks for the same one again", async () => {
		const asked: string[] = [];
		const list = new Paged<number>(async (after) => {
			asked.push(after);
			if (asked.length === 2) throw new Told("No line.");
			return PAGES[after] ?? { rows: [], next: "" };
		});
		await list.more();
		await list.more();
		expect([list.rows, list.failed, list.waiting]).toEqual([[1, 2], "No line.", false]);
		await list.more();
		expect([list.rows, list.failed, asked]).toEqual([[1, 2, 3], "", ["", "b", "b"]]);
	});
});
