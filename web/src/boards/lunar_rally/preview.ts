// What a program would do, phase by phase, out of the facts that come with the action.

import type { Fact } from "../../lib/types";

export interface PreviewStep {
	phase: number;
	hex: string;
	facing: string;
	told: Fact[]; // what happens to the rover or by it in this phase
	shots: { to: string }[];
}

const AFTER = ["odds.clock", "odds.exposed", "odds.assumption"]; // about the whole program

export function previewOf(facts: Fact[]): PreviewStep[] {
	const steps: PreviewStep[] = [];
	for (const fact of facts) {
		if (AFTER.includes(fact.key)) continue;
		if (fact.key === "odds.step") {
			const { phase, hex, facing } = fact.args;
			if (hex !== "-")
				steps.push({ phase: Number(phase), hex: String(hex), facing: String(facing), told: [], shots: [] });
			continue;
		}
		const step = steps.at(-1);
		step?.told.push(fact);
		if (["odds.laser", "odds.missile"].includes(fact.key)) step?.shots.push({ to: String(fact.args.to) });
	}
	return steps;
}
