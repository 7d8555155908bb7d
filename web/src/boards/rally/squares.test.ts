import { expect, it } from "vitest";
import { paintOf, squareStyle } from "./roads";

it("paints a square by its level, a ford as water, and figures so that they can be read", () => {
	expect([paintOf(0), paintOf(3), paintOf(7), paintOf(2, "f"), paintOf(2, "h")]).toEqual([
		"var(--ra-level-0)",
		"var(--ra-level-3)",
		"var(--ra-level-4)",
		"var(--ra-ford)",
		"var(--ra-level-2)",
	]);
	expect(squareStyle(3)).toBe("background: var(--ra-level-3); color: #15181b");
	expect(squareStyle(4)).toBe("background: var(--ra-level-4); color: #fff");
	expect(squareStyle(0, "f")).toBe("background: var(--ra-ford); color: #fff");
});
