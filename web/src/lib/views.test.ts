import { describe, expect, it } from "vitest";
import type { Json } from "./types";
import { filled, Parts } from "./views";

type Fields = Record<string, Json>;

describe("views in parts", () => {
	it("takes what was kept from the view before", () => {
		const frames = filled([
			{ view: { road: [1, 2], turn: 1 } as Fields, kept: [] },
			{ view: { turn: 2 } as Fields, kept: ["road"] },
			{ view: { turn: 3, card: "x" } as Fields, kept: ["road"] },
		]);
		expect(frames.map((frame) => frame.view)).toEqual([
			{ road: [1, 2], turn: 1 },
			{ road: [1, 2], turn: 2 },
			{ road: [1, 2], turn: 3, card: "x" },
		]);
	});

	it("drops what is gone, skips steps without a view, and starts afresh with a whole view", () => {
		const parts = new Parts();
		parts.fill([{ view: { road: 1, card: 2 } as Fields, kept: [] }, { view: null }]);
		const next = { view: {} as Fields, kept: ["road"] };
		parts.fill([next]);
		expect(next.view).toEqual({ road: 1 });
		const other = { view: { seat: 1 } as Fields, kept: [] };
		parts.fill([other]);
		expect(other.view).toEqual({ seat: 1 });
	});
});
