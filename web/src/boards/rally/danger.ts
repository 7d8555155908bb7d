// How much trouble mechanics on a square could be near to: the levels of the squares they can walk to, added up.

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
