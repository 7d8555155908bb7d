// @vitest-environment jsdom
import { expect, test } from "vitest";
import { texts } from "../../../../lib/i18n.svelte";
import english from "../../text/en.json";
import { closeText } from "./rows";
import { change, extend } from "./tools";

test("the way back is called after the first square", () => {
	texts.addBoard(english);
	const blank = { name: "board", title: "Rallye", cells: [] };
	expect(closeText(blank)).toBe("Back to Paris");
	const begun = extend(blank, { x: 0, y: 0 }, String) ?? blank;
	expect(closeText(change(begun, "M1", { town: "Lyon" }))).toBe("Back to Lyon");
});
