// Readers of what comes with actions: what they do, and their odds.

import { fraction } from "../../lib/i18n.svelte";
import type { Json, LegalAction } from "../../lib/types";
import { ENDS, type RallyView } from "./view";

export function fact(action: LegalAction | null | undefined, key: string): Record<string, Json> | null {
	return action?.odds?.find((one) => one.key === key)?.args ?? null;
}

/** All facts of one kind. */
export function facts(action: LegalAction, key: string): Record<string, Json>[] {
	return (action.odds ?? []).filter((one) => one.key === key).map((one) => one.args);
}

/** The ends of an action in fixed order (unharmed, spin, 1 to 3 degrees, out); null where nobody tells. */
export function ends(action: LegalAction | null | undefined): number[] | null {
	if (!action) return null;
	const clean = fact(action, "odds.clean") ?? fact(action, "odds.minimum");
	if (!clean) return harmless(action) ? [1, 0, 0, 0, 0, 0] : null;
	const rest = ENDS.slice(1).map((end) => fraction(String(fact(action, `odds.end.${end}`)?.chance ?? "0")));
	return [fraction(String(clean.chance)), ...rest];
}

/** Nothing can happen on the square that is entered, or the road ends. */
export function harmless({ effect }: LegalAction): boolean {
	return effect.safe === true || effect.ends === "stage";
}

/** The gear an action sets, by the lever or by the over-rev card. */
export function gearOf(action: LegalAction | null | undefined): number | null {
	return action && ["gear", "overrev"].includes(action.form.kind) ? Number(action.form.gear) : null;
}

/** The number printed in a square of the road; places before and after it have none. */
export function numberAt(view: RallyView, place: number): string {
	return String(view.road.squares[place - 1]?.[0] ?? "");
}
