// Where mechanics are of use: how much trouble a square is near to (the levels of the squares they can walk to, added up)
// and, once the server was asked for a hint, how many turns they save.

import type { Hint } from "../../lib/aids";
import type { RallyView } from "./view";

export const WALK = 4; // squares to each side

/** For each square of the road its danger within reach, from 0 to 1 for the most dangerous place. */
export function dangerInReach(squares: RallyView["road"]["squares"]): Map<number, number> {
	const sums = squares.map((_, here) =>
		squares.slice(Math.max(0, here - WALK), here + WALK + 1).reduce((sum, [, level]) => sum + level, 0),
	);
	const most = Math.max(1, ...sums);
	return new Map(squares.map(([number], i) => [number, (sums[i] ?? 0) / most]));
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
