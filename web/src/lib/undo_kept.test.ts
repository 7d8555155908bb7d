// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { begin, redo, stroke, undo } from "./undo";
import { recall, remember } from "./undo_kept";

beforeEach(() => localStorage.clear());

const drawn = [1, 2, 3].reduce(
	(history, n) => stroke(history, { craters: [...Array(n).keys()] }),
	begin<object>({ craters: [] }),
);

test("after a reload every stroke can be taken back and made again", () => {
	remember("a", undo(drawn));
	const back = recall("a", { craters: [0, 1] });
	expect(redo(back).now).toEqual({ craters: [0, 1, 2] });
	expect(undo(undo(back)).now).toEqual({ craters: [] });
	expect(undo(undo(undo(back))).now).toEqual({ craters: [] });
});

test("a drawing is known again whatever the order of its fields, and another one is not", () => {
	remember("a", stroke(begin<object>({ name: "x", size: 1 }), { name: "y", size: 1 }));
	expect(undo(recall("a", { size: 1, name: "y" })).now).toEqual({ name: "x", size: 1 });
	expect(recall("a", { size: 2, name: "y" }).past).toEqual([]);
	expect(recall("b", { size: 1, name: "y" }).past).toEqual([]);
});

test("the latest four are kept, and what is thrown away is not", () => {
	for (const id of "abcde") remember(id, drawn);
	expect(recall("a", drawn.now).past).toEqual([]);
	expect(recall("b", drawn.now).past).toHaveLength(3);
	remember("e", null);
	expect(recall("e", drawn.now).past).toEqual([]);
});

test("what is damaged is no way back", () => {
	remember("a", drawn);
	localStorage.setItem(
		"parcferme.studio.history",
		(localStorage.getItem("parcferme.studio.history") ?? "").replaceAll("[", "x"),
	);
	expect(recall("a", drawn.now)).toEqual(begin(drawn.now));
});
