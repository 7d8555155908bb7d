// What wins on the Moon, and how far it is.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { apart } from "./hexes";
import { read } from "./view";

export function goal(view: View, seat: number | null): string[] {
	const { rovers, map, round, round_cap } = read(view);
	const own = rovers.flatMap((rover) => (rover.seat === seat && rover.hex ? [rover.hex] : []));
	const ways = own.flatMap((hex) => (map?.finish ?? []).map((finish) => apart(hex, finish)));
	const told = { n: Math.min(...ways), rounds: round_cap - round };
	return [t("lunar_rally.goal"), ways.length ? t("lunar_rally.goal.left", told) : ""];
}
