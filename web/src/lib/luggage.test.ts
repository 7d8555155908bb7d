// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { remember, remembered } from "./luggage";

beforeEach(() => localStorage.clear());

test("lessons and best results are taken along, and nothing else", () => {
	localStorage.setItem("parcferme.lesson.rallyman", "3");
	localStorage.setItem("parcferme.settings", "{}");
	expect(remembered()).toEqual({ "parcferme.lesson.rallyman": "3" });
});

test("what a device remembers itself stays, whatever is brought", () => {
	localStorage.setItem("parcferme.lesson.rallyman", "3");
	remember({
		"parcferme.lesson.rallyman": "1",
		"parcferme.best.rally.seconds": "{}",
		"parcferme.settings": "{}",
		"parcferme.lesson.rally": 7,
	});
	expect({ ...localStorage }).toEqual({ "parcferme.lesson.rallyman": "3", "parcferme.best.rally.seconds": "{}" });
	for (const nothing of [undefined, null, 7, "text"]) remember(nothing);
	expect(localStorage).toHaveLength(2);
});
