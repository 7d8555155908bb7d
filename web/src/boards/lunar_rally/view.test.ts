import { expect, test } from "vitest";
import texts from "./text/en.json";
import { absence, read } from "./view";

test("before the rovers are placed none of them is lost", () => {
	expect(absence(read({ node: "place" }))).toBe("lunar_rally.unplaced");
	expect(absence(read({ node: "program_1" }))).toBe("lunar_rally.no_rover");
	expect(texts["lunar_rally.unplaced"]).not.toBe(texts["lunar_rally.no_rover"]);
});
