import { describe, expect, it } from "vitest";
import { part } from "../../lib/part";
import { spacesOf, zonesOf } from "./roadbook";
import type { Space, ZoneFile } from "./zones";

const space = (left: string, right: string): Space => ({
	kind: "straight",
	left,
	right,
	xy: [0, 0],
	dir: 0,
	bend: 3,
	len: 1,
});
const file = part<ZoneFile>({
	zones: [
		{ zone: "C", roads: [{ ends: ["0", "9"], spaces: [space("g", "d"), space("f", "r")] }] },
		{ zone: "J", roads: [{ ends: ["1", "4"], spaces: [space("r", "g")] }] },
	],
});

describe("a roadbook", () => {
	it("leads over its roads, from either end", () => {
		expect(spacesOf("C0-C9/J1-J4", file).map((one) => one.left)).toEqual(["g", "f", "r"]);
		expect(spacesOf("C9-C0", file).map((one) => one.left)).toEqual(["r", "d"]);
	});
	it("of a special of one's own has no spaces here", () => expect(spacesOf("@mine", file)).toEqual([]));
	it("tells its zones once", () => expect(zonesOf("C0-C9/J1-J4/C4-C5")).toEqual(["C", "J"]));
});
