// What a program would do, phase by phase, as the server says.

import type { Effect, Happening } from "../../lib/types";

export interface PreviewStep {
	phase: number;
	hex: string;
	facing: string;
	told: Happening[]; // what happens to the rover or by it in this phase
	shots: { to: string }[];
}

export function previewOf({ path = [], facing = [], happens = [] }: Effect): PreviewStep[] {
	return path.map((hex, i) => {
		const told = happens.filter(([, , phase]) => phase === i + 1);
		const shots = told.filter(([kind]) => ["laser", "missile"].includes(kind));
		return {
			phase: i + 1,
			hex: String(hex),
			facing: String((facing as string[])[i]),
			told,
			shots: shots.map(([, args]) => ({ to: String(args.to) })),
		};
	});
}
