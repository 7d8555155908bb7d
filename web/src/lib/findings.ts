// What a marker has found, in the reader's language. A mark is part of an event's file, which is the same for everybody,
// so its sentences are English; a board's texts `<game>.finding.*` hold each of them with gaps, and their translations.

import { fill, gt, t } from "./i18n.svelte";
import type { FindingTold } from "./wire";

const GAP = /\\\{(\w+)\\\}/g;

/** The sentence's key and what stands in its gaps; `null` for one that no text fits. */
export function matched(
	english: Record<string, string>,
	prefix: string,
	said: string,
): [string, Record<string, string>] | null {
	for (const [key, template] of Object.entries(english)) {
		if (!key.startsWith(prefix)) continue;
		const escaped = template.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
		const found = new RegExp(`^${escaped.replace(GAP, "(?<$1>.*?)")}$`).exec(said);
		if (found) return [key, { ...found.groups }];
	}
	return null;
}

/** A finding's reason, or the name of its row or cell, as the reader says it; as it is where nobody has said it yet. */
export function told(game: string, english: Record<string, string>, kind: "finding" | "cell", said: string): string {
	const found = matched(english, `${game}.${kind}.`, said);
	if (!found) return said;
	const { bounds, ...args } = found[1];
	return fill(t(found[0]), bounds ? { ...args, bounds: refusal(game, bounds) } : args);
}

/** What the rules object to, without its full stop. */
function refusal(game: string, code: string): string {
	return gt(game, `refusal.${code}`).replace(/\.$/, "");
}

/** Findings by the cell they are about, as a sheet's grid wants them: "row/turn". */
export function byCell(findings: FindingTold[], say: (reason: string) => string): Map<string, string> {
	return new Map(findings.map(({ row, cell, reason }) => [`${row}/${cell.replace(/\D/g, "")}`, say(reason)]));
}
