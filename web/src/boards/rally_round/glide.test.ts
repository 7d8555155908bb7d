import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { glide } from "./glide";

describe("a map that is moved", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it("is one picture while the wheel turns and is drawn afresh at rest", () => {
		const node = document.createElement("div");
		const { destroy } = glide(node);
		node.dispatchEvent(new Event("wheel"));
		expect(node.classList.contains("gliding")).toBe(true);
		vi.advanceTimersByTime(500);
		expect(node.classList.contains("gliding")).toBe(false);
		destroy();
		node.dispatchEvent(new Event("wheel"));
		expect(node.classList.contains("gliding")).toBe(false);
	});
	it("takes no notice of a pointer that does not drag", () => {
		const node = document.createElement("div");
		glide(node);
		node.dispatchEvent(new MouseEvent("pointermove", { buttons: 0 }));
		expect(node.classList.contains("gliding")).toBe(false);
		node.dispatchEvent(new MouseEvent("pointermove", { buttons: 1 }));
		expect(node.classList.contains("gliding")).toBe(true);
	});
});
