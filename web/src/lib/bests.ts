// One's best result of each variant of a game, kept on this device.

import { better } from "./finish";
import { keep, keptAs } from "./kept";

interface Best {
	table: string;
	value: number;
	at: number; // milliseconds since 1970
	before?: { value: number; at: number }; // what it has beaten; none: it was the first
}

export type Verdict = { kind: "first" } | { kind: "best"; by: number; at: number } | null;

/** What this result is to who drove it, which is remembered: opened again, a table tells the same. */
export function judge(variant: string, measure: string, table: string, value: number, now = Date.now()): Verdict {
	const key = `parcferme.best.${variant}.${measure}`;
	const held = keptAs<Best>(key);
	if (held?.table === table) return verdict(held);
	if (held && !better(measure, value, held.value)) return null;
	const fresh: Best = { table, value, at: now, ...(held && { before: { value: held.value, at: held.at } }) };
	return keep(key, JSON.stringify(fresh)) ? verdict(fresh) : null; // without what was, there is nothing to compare with
}

function verdict({ value, before }: Best): Verdict {
	return before ? { kind: "best", by: Math.abs(before.value - value), at: before.at } : { kind: "first" };
}
