import { expect, test } from "vitest";
import { previewOf } from "./preview";

test("what happens belongs to the phase it happens in", () => {
	const steps = previewOf({
		path: ["B3", "B3"],
		facing: ["SE", "S"],
		happens: [
			["laser", { rover: "B1", target: "R1", to: "D4" }, 2],
			["damage", { rover: "R1" }, 2],
		],
	});
	expect(steps.map((step) => [step.phase, step.hex, step.facing])).toEqual([
		[1, "B3", "SE"],
		[2, "B3", "S"],
	]);
	expect(steps[0]?.told).toEqual([]);
	expect(steps[1]?.told).toHaveLength(2);
	expect(steps[1]?.shots).toEqual([{ to: "D4" }]);
});

test("a rover that is gone is not drawn, nor is anything for another action", () => {
	expect(previewOf({ happens: [["explode", { rover: "B1", hex: "B3" }, 1]] })).toEqual([]);
	expect(previewOf({ ends: "game" })).toEqual([]);
});
