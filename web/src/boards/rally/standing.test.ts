// @vitest-environment jsdom
import { expect, test } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import { figure, standing } from "./standing";
import english from "./text/en.json";
import { type RallyCar, read } from "./view";

const view = read({ road: { length: 63, squares: [] } });

function car(status: string, place: number): RallyCar {
	return { status, place, gear: 3, restart: false, exit: 9, stop: 0, setup: null } as RallyCar;
}

test("a car past the finish has no place on the road any more", () => {
	texts.addBoard(english);
	expect(standing(view, car("running", 62))).toContain("square 62 of 63");
	expect(standing(view, car("finished", 64))).toContain("finished in turn 9");
	expect(standing(view, car("finished", 64))).not.toContain("64");
	expect(figure(view, car("running", 62))).toBe("62/63");
	expect(figure(view, car("running", 64))).toBe("63/63");
});
