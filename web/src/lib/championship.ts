// A championship looked at from one's own line: what each place in the next event would make of it.

export interface Need {
	place: number; // the best one that gives this total; 0: lower than any that changes something
	total: number;
}

/** The totals after one event more: by place, as far as a place changes something, and last without its points. */
export function needs(results: number[], points: number[], best: number): Need[] {
	const after = (more: number): number =>
		[...results, more]
			.sort((one, two) => two - one)
			.slice(0, best)
			.reduce((sum, one) => sum + one, 0);
	const found = points.map((more, n) => ({ place: n + 1, total: after(more) }));
	const least = after(0);
	const changing = found.filter(({ total }, n) => total > least && total !== found[n - 1]?.total);
	return [...changing, { place: 0, total: least }];
}
