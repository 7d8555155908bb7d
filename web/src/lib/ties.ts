// Why equal results are not equal places, where a game parts them by who led: the crews that were compared, and where each
// of them alone had the lowest running total.

import type { ResultRow } from "./wire";

/** Those who were compared when this crew came behind: its equals, from the one before it on. Empty: not to be shown. */
export function compared(rows: ResultRow[], row: ResultRow): ResultRow[] {
	if (!row.tie || row.tie.by === "shared" || !row.detail.running) return [];
	const equals = rows.filter((one) => one.place && String(one.score) === String(row.score));
	const before = equals.findLast((one) => one.place < row.place);
	return before ? equals.filter((one) => one.place >= before.place) : [];
}

/** By section the crew that alone had the lowest total, or none. */
export function leaders(crews: ResultRow[]): (ResultRow | null)[] {
	return (crews[0]?.detail.running ?? []).map((_, section) => {
		const total = (crew: ResultRow): number => crew.detail.running?.[section] ?? 0;
		const least = Math.min(...crews.map(total));
		const first = crews.filter((crew) => total(crew) === least);
		return first.length === 1 ? (first[0] ?? null) : null;
	});
}
