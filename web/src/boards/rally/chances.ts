// The preview's figures between the ones the server sends with each gear: the same sums, square by square.
// They add up what the view's own tables say; chances.test.ts holds them against the server's odds.

/** Chance of each end (codes 0 to 5) on a square of this factor at this level. */
export function endsOf(factor: number, level: number, damage: number[][]): number[] {
	const ends = [0, 0, 0, 0, 0, 0];
	const row = factor <= level ? null : damage[Math.min(damage.length, factor - level) - 1];
	if (!row) ends[0] = 1;
	else for (const code of row) ends[code] = (ends[code] ?? 0) + 1 / row.length;
	return ends;
}

/** Chance of passing each of these squares unharmed, over the levels of the die's faces. */
export function reach(factors: number[], levels: number[], damage: number[][]): number[] {
	const sums = factors.map(() => 0);
	for (const level of levels) {
		let alive = 1;
		for (const [i, factor] of factors.entries()) {
			alive *= endsOf(factor, level, damage)[0] ?? 0;
			sums[i] = (sums[i] ?? 0) + alive / levels.length;
		}
	}
	return sums.map((sum) => Math.round(sum * 1e9) / 1e9); // 99.99… % is a sum of thirds, not a risk
}
