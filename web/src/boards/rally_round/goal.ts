// What wins a rally of regularity, and the speed that is on the minute from here.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { crewOf, read, toGo } from "./view";

const MPH_A_SQUARE = 10; // in a minute

export function goal(view: View, seat: number | null): string[] {
	return [t("rally_round.goal"), seat === null ? "" : pace(view, seat)];
}

function pace(view: View, seat: number): string {
	const shown = read(view);
	const crew = crewOf(shown, seat);
	const section = crew && shown.route?.sections[crew.section];
	const n = crew?.status === "driving" ? toGo(shown, crew) : null;
	if (!crew || !section || !n || n < 0 || section.kind === "stage") return "";
	const minutes = section.target / 60 - crew.turns;
	if (minutes <= 0) return t("rally_round.goal.late", { n, control: section.to });
	const mph = Math.round((n / minutes) * MPH_A_SQUARE);
	return t("rally_round.goal.left", { n, control: section.to, minutes: Math.round(minutes * 10) / 10, mph });
}
