// @vitest-environment jsdom
import { expect, it } from "vitest";
import { specialName } from "./view";

const zones = [
	{ zone: "C", name: "Cornfields" },
	{ zone: "J", name: "Juniper Pass" },
];

it("calls a special by the zones it leads through, and one of somebody's own by its name", () => {
	const content = { "zones.json": { zones } };
	expect(specialName("C8-C3/J1-J4/C5-C4", content)).toBe("Cornfields – Juniper Pass");
	expect(specialName("@Col du Loup", content)).toBe("Col du Loup");
});
