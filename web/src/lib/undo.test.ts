import { expect, test } from "vitest";
import { begin, redo, stroke, undo } from "./undo";

test("every stroke can be taken back and made again, in order", () => {
	const drawn = ["crater", "dust", "cache"].reduce(stroke<string>, begin("blank"));
	const back = undo(undo(drawn));
	expect(back.now).toBe("crater");
	expect(undo(back).now).toBe("blank");
	expect(redo(redo(back)).now).toBe("cache");
});

test("at either end nothing happens", () => {
	const history = begin("blank");
	expect(undo(history)).toBe(history);
	expect(redo(history)).toBe(history);
});

test("a new stroke drops what was undone, and one that changes nothing drops nothing", () => {
	const undone = undo(stroke(begin("blank"), "crater"));
	expect(redo(stroke(undone, "dust")).now).toBe("dust");
	expect(redo(stroke(undone, "blank")).now).toBe("crater");
});
