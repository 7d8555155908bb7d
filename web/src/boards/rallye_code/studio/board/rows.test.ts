// @vitest-environment jsdom
import { expect, test } from "vitest";
import { texts } from "../../../../lib/i18n.svelte";
import english from "../../text/en.json";
import { addersOf, closeText, columnName, placeName } from "./rows";
import { change, extend, read } from "./tools";

test("the way back is called after the first square", () => {
	texts.addBoard(english);
	const blank = { name: "board", title: "Rallye", cells: [] };
	expect(closeText(blank)).toBe("Back to Paris");
	const begun = extend(blank, { x: 0, y: 0 }, String) ?? blank;
	expect(closeText(change(begun, "M1", { town: "Lyon" }))).toBe("Back to Lyon");
});

test("squares beyond the house's board have names, too, by which the road gets there", () => {
	expect([0, 25, 26, 39].map(columnName)).toEqual(["A", "Z", "AA", "AN"]);
	const document = { cells: [{ id: "M1", road: "main", kind: "paris", town: "Lyon", x: 27, y: 12, next: "M1" }] };
	const [on] = addersOf(document);
	const grown = on?.make({ place: "aa13" });
	expect(read(grown ?? {}).map(placeName)).toEqual(["AB13", "AA13"]);
	for (const place of ["AC13", "A14", "A0", "13", "A"]) expect(on?.make({ place })).toBeNull();
});
