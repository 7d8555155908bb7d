// What wins on the Moon, and how far it is.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { apart } from "./hexes";
import { read } from "./view";

/** Hexes from a crew's nearest rover to the finish, straight across; null while it has none on the Moon. */
export function wayLeft(view: View, seat: number | null): number | null {
	const { rovers, map } = read(view);
	const own = rovers.flatMap((rover) => (rover.seat === seat && rover.hex ? [rover.hex] : []));
	const ways = own.flatMap((hex) => (map?.finish ?? []).map((finish) => apart(hex, finish)));
	return ways.length ? Math.min(...ways) : null;
}

export function goal(view: View, seat: number | null): string[] {
	const { round, round_cap } = read(view);
	const n = wayLeft(view, seat);
	return [t("lunar_rally.goal"), n === null ? "" : t("lunar_rally.goal.left", { n, rounds: round_cap - round })];
}
