import { expect, test } from "vitest";
import { ladder, nearest } from "./levels";

const few = { bots: ["novice", "clubman", "works"] };
const all = { bots: ["novice", "amateur", "clubman", "privateer", "works", "ace"] };

test("the ladder of several games is that of all their levels, in order", () => {
	expect(ladder([few, all])).toEqual(all.bots);
	expect(ladder([few])).toEqual(few.bots);
	expect(ladder([])).toEqual([]);
	expect(ladder([{ bots: ["own", "novice"] }])).toEqual(["novice", "own"]);
});

test("where a game has no driver of a level it is the next below, or its weakest", () => {
	expect(nearest(few.bots, "works")).toBe("works");
	expect(nearest(few.bots, "ace")).toBe("works");
	expect(nearest(few.bots, "privateer")).toBe("clubman");
	expect(nearest(["clubman"], "novice")).toBe("clubman");
	expect(nearest([], "novice")).toBe("");
});
