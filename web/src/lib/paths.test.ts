import { expect, test } from "vitest";
import { keysOf, list, moved, objects, replaced, textsIn, valueAt } from "./paths";

const DOCUMENT = { craters: [["K5", "K6"], ["L9"]], controls: [{ square: 20 }] };

test("a path leads to its value, and one that leads too far to the last that is there", () => {
	expect(keysOf("controls[2].square")).toEqual(["controls", 2, "square"]);
	expect(valueAt(DOCUMENT, "controls[0].square")).toBe(20);
	expect(valueAt(DOCUMENT, "craters[1].shape")).toEqual(["L9"]);
	expect(valueAt(DOCUMENT, "nothing[3]")).toBeUndefined();
});

test("texts are found however deep, and what is no list holds nothing", () => {
	expect(textsIn(DOCUMENT.craters)).toEqual(["K5", "K6", "L9"]);
	expect(list("K5")).toEqual([]);
	expect(objects([1, null, ["a"], { a: 1 }])).toEqual([{ a: 1 }]);
});

test("lists are changed by copies", () => {
	const all = ["a", "b", "c"];
	expect(replaced(all, 1)).toEqual(["a", "c"]);
	expect(replaced(all, 1, "x", "y")).toEqual(["a", "x", "y", "c"]);
	expect(moved(all, 0, 2)).toEqual(["b", "c", "a"]);
	expect(moved(all, 0, 3)).toEqual(all);
	expect(all).toEqual(["a", "b", "c"]);
});
