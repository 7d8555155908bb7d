// @vitest-environment jsdom
// Addresses lead to pages, also those that somebody typed or cut off.

import { expect, test } from "vitest";
import { match } from "./router.svelte";

test("an address leads to its page with what it names", () => {
	expect(match("/events/coppa/papers/merle/2")).toEqual({
		page: "paper",
		params: { event: "coppa", entry: "merle", number: "2" },
	});
	expect(match("/table/a%20b").params).toEqual({ table: "a b" });
	expect(match("/nowhere/at/all").page).toBe("missing");
});

test("an address that cannot be read is shown a page all the same", () => {
	expect(match("/table/%zz")).toEqual({ page: "table", params: { table: "%zz" } });
	expect(match("/%e0%a4%").page).toBe("missing");
});
