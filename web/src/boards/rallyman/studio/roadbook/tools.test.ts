import { expect, test } from "vitest";
import { assist, drop, join, mayFollow, read, reorder, snowIn, takeOff, turnLast } from "./tools";

const BLANK = { format: "rallyman-roadbook/1", name: "", stages: [], assistance: "both" };
const drawn = (...legs: [number, string][]): object =>
	legs.reduce<object>((document, [special, leg]) => join(document, special, leg) ?? document, BLANK);

test("roads are joined to a special, never two of a zone in a row and none twice", () => {
	const document = drawn([0, "C8-C3"], [0, "J1-J4"], [0, "J2-J3"], [0, "C3-C8"], [0, "L0-L1"]);
	expect(read(document).stages).toEqual([["C8-C3", "J1-J4", "L0-L1"]]);
	expect(mayFollow(["C8-C3", "J1-J4"], "C3-C8")).toBe(false);
});

test("a rally has three specials, one after another", () => {
	const document = drawn([0, "C8-C3"], [1, "J1-J4"], [2, "L0-L1"], [3, "V2-V3"]);
	expect(read(document).stages).toHaveLength(3);
	expect(join(BLANK, 1, "C8-C3")).toBeNull();
	expect(read(reorder(document, 2, -1) ?? {}).stages[1]).toEqual(["L0-L1"]);
	expect(reorder(document, 2, 1)).toBeNull();
});

test("the last road is turned round or taken off, and with the only one the special goes", () => {
	const document = drawn([0, "C8-C3"], [0, "J1-J4"]);
	expect(read(turnLast(document, 0) ?? {}).stages).toEqual([["C8-C3", "J4-J1"]]);
	const shorter = takeOff(document, 0) ?? {};
	expect(read(shorter).stages).toEqual([["C8-C3"]]);
	expect(read(takeOff(shorter, 0) ?? {}).stages).toEqual([]);
	expect(turnLast(BLANK, 0)).toBeNull();
});

test("snow lies in zones of its special, moves with it and goes with them; assistance is kept", () => {
	const snowed = snowIn(assist(drawn([0, "C8-C3"], [1, "J1-J4"]), "ss1"), 1, "J");
	expect(snowed).toMatchObject({ weather: "fixed", snow: ["", "J"], assistance: "ss1" });
	expect(reorder(snowed, 1, -1)).toMatchObject({ snow: ["J", ""] });
	expect(drop(snowed, 1)).toEqual({ ...BLANK, stages: ["C8-C3"], assistance: "ss1" });
	expect(snowIn(snowed, 1, "J")).not.toHaveProperty("weather");
	expect(snowIn(snowed, 0, "V")).toMatchObject({ snow: ["", "J"] });
});

test("weather that is rolled stays with the roadbook, until snow is laid somewhere", () => {
	const rolled = { ...drawn([0, "C8-C3"]), weather: "variable" };
	expect(assist(rolled, "none")).toMatchObject({ weather: "variable" });
	expect(snowIn(rolled, 0, "C")).toMatchObject({ weather: "fixed", snow: ["C"] });
});
