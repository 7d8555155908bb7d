// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { device } from "./events";
import { keep, kept, keptAs } from "./kept";

afterEach(() => {
	vi.unstubAllGlobals();
	localStorage.clear();
});

describe("what a browser keeps", () => {
	it("is read again, until it is to be kept no more", () => {
		expect(keep("seat", JSON.stringify({ at: 3 }))).toBe(true);
		expect(keptAs("seat")).toEqual({ at: 3 });
		expect(keep("seat", null)).toBe(true);
		expect(kept("seat")).toBe(null);
	});

	it("is nothing where it is not ours", () => {
		localStorage.setItem("seat", "{half");
		expect(kept("seat")).toBe("{half");
		expect(keptAs("seat")).toBe(null);
	});
});

describe("a browser that keeps nothing", () => {
	/** As private windows do, and pages whose cookies are blocked. */
	function refuse(): never {
		throw new DOMException("denied", "SecurityError");
	}

	it("says so, and nothing fails", () => {
		vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
		expect(keep("seat", "3")).toBe(false);
		expect(keep("seat", null)).toBe(false);
		expect(keptAs("seat")).toBe(null);
		expect(device()).not.toBe("");
	});
});
