// @vitest-environment jsdom
import { expect, it } from "vitest";
import { texts } from "./i18n.svelte";
import { isOnward, keyName } from "./keys";

it("goes on by Enter, unless that presses what the focus is on", () => {
	document.body.innerHTML = "<main></main><button><b></b></button><input />";
	const press = (part: string, key: string): boolean => {
		let onward = false;
		document.body.addEventListener("keydown", (event) => (onward = isOnward(event)), { once: true });
		document.querySelector(part)?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		return onward;
	};
	expect(press("main", "Enter")).toBe(true);
	expect(press("main", "a")).toBe(false);
	expect(press("button b", "Enter")).toBe(false);
	expect(press("input", "Enter")).toBe(false);
});

it("calls a key what is printed on it", () => {
	expect(keyName("Enter")).toBe("Enter");
	texts.addBoard({ "key.Enter": "Entrée" });
	expect([keyName("Enter"), keyName("W")]).toEqual(["Entrée", "W"]);
});
