// What wins, and how far it is.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { francs } from "./money";
import { read } from "./view";

export function goal(view: View, seat: number | null): string[] {
	const { limit, turn } = read(view);
	if (limit.kind === "survivor") return [t("rallye_code.goal.survivor")];
	const left = limit.kind === "rounds" ? t("rallye_code.goal.left", { n: limit.rounds - turn.round + 1 }) : "";
	return [t("rallye_code.goal"), left, seat === null ? "" : standing(view, seat)];
}

/** How much richer one is than all others, or the richest than oneself; nothing where purses are hidden. */
function standing(view: View, seat: number): string {
	const { players } = read(view);
	const own = players[seat]?.purse ?? null;
	const others = players.filter((_, other) => other !== seat).map((player) => player.purse);
	if (own === null || !others.length || others.some((purse) => purse === null)) return "";
	const ahead = own - Math.max(...others.map(Number));
	if (ahead === 0) return t("rallye_code.goal.level");
	return t(ahead > 0 ? "rallye_code.goal.richest" : "rallye_code.goal.poorer", { francs: francs(Math.abs(ahead)) });
}
