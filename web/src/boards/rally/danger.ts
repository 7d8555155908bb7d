// Where mechanics are of use: how much trouble a square is near to and, once the server was asked for a hint, how many
// turns they save.

import type { Hint } from "../../lib/aids";
import type { LegalAction } from "../../lib/types";
import { fact } from "./facts";

/** For each square on offer its danger within reach, from 0 to 1 for the most dangerous place of the road. */
export function dangerInReach(choices: LegalAction[]): Map<number, number> {
	return new Map(
		choices.flatMap((action) => {
			const reach = fact(action, "odds.reach");
			return reach ? [[Number(action.form.number), Number(reach.danger) / Math.max(1, Number(reach.most))]] : [];
		}),
	);
}

/** The turns that a mechanic saves on each square, against the least useful one; `null` without a hint. */
export function savings(hint: Hint | null, offered: Map<number, string>): Map<number, number> | null {
	const worth = new Map(hint?.actions.map((one) => [one.action, one.value]));
	const known = [...offered].flatMap(([number, notation]) => {
		const value = worth.get(notation);
		return value === undefined ? [] : [[number, value] as const];
	});
	if (known.length === 0 || hint?.unit !== "turns") return null;
	const least = Math.min(...known.map(([, value]) => value));
	return new Map(known.map(([number, value]) => [number, value - least]));
}
