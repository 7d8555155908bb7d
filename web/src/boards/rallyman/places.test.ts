// @vitest-environment jsdom
import { expect, it } from "vitest";
import { part } from "../../lib/part";
import { spaceName } from "./places";
import type { RallymanView } from "./view";

const three = [{}, {}, {}];
const zones = [
	{ zone: "C", roads: [{ ends: ["3", "8"], spaces: three }] },
	{ zone: "J", roads: [{ ends: ["1", "4"], spaces: three }] },
];

it("calls a space by its number, also where the move that led there has ended the special", () => {
	const specials = [{ route: "C8-C3/J1-J4" }, { route: "J1-J4" }];
	const road = { spaces: [{ id: "J1-J4:0", progress: 1 }] };
	const view = part<RallymanView>({ special: 2, sheet: { specials }, road });
	const said = (id: string): string => spaceName(id, view as never, { "zones.json": { zones } });
	expect(["C3-C8:2", "C3-C8:0", "J1-J4:2", "J1-J4:0"].map(said)).toEqual(["1", "3", "6", "1"]);
});
