import { expect, test } from "vitest";
import type { Fact } from "../../lib/types";
import { previewOf } from "./preview";

const fact = (key: string, args: Fact["args"] = {}): Fact => ({ key: `odds.${key}`, args });

test("what happens belongs to the phase it happens in, what holds for the whole program to none", () => {
	const steps = previewOf([
		fact("step", { phase: 1, hex: "B3", facing: "SE" }),
		fact("step", { phase: 2, hex: "B3", facing: "SE" }),
		fact("laser", { rover: "B1", target: "R1", to: "D4" }),
		fact("clock", { turns: 3 }),
		fact("assumption"),
	]);
	expect(steps.map((step) => step.phase)).toEqual([1, 2]);
	expect(steps[0]?.told).toEqual([]);
	expect(steps[1]?.told).toHaveLength(1);
	expect(steps[1]?.shots).toEqual([{ to: "D4" }]);
});

test("a rover that is gone is not drawn", () => {
	expect(previewOf([fact("step", { phase: 1, hex: "-", facing: "SE" })])).toEqual([]);
});
