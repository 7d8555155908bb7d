// @vitest-environment jsdom
import { expect, test } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import { TableModel } from "../../lib/table.svelte";
import type { LegalAction } from "../../lib/types";
import { commit } from "./commit";
import english from "./text/en.json";

texts.addBoard(english);

function said(form: Record<string, string>, effect: object = {}): string {
	const table = new TableModel();
	table.view = { road: { spaces: [] }, special: 1, sheet: { specials: [] } };
	return commit({ notation: "", form, effect } as object as LegalAction, table);
}

test("what commits says dice and hazards in words, never in the game's notation", () => {
	expect(said({ kind: "attack", dice: "12WW" })).toBe("Attack with 1, 2, white, white");
	expect(said({ kind: "place", die: "W!", path: "go" })).toContain("Drive W, a hazard, to space");
	expect(said({ kind: "place", die: "2", path: "go" })).toContain("Drive 2 to space");
	for (const kind of ["roll", "lock", "place"])
		expect(said({ kind, die: "2", path: "go" }, { to: "FINISH" })).toMatch(/^\w+ 2 across the finish$/);
	expect(said({ kind: "place", die: "W!", path: "go" }, { to: "FINISH" })).toBe("Drive W, a hazard, across the finish");
});
