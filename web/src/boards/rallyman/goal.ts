// What wins a rally, and how far it is.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { read } from "./view";

export function goal(view: View, seat: number | null): string[] {
	const { sheet, special, road, cars } = read(view);
	const car = seat === null ? undefined : cars[seat];
	const n = road.length - (car?.progress ?? 0); // the header counts the special's spaces in the same way
	const driving = car && ["driving", "waiting"].includes(car.status);
	const left = t(n ? "rallyman.goal.left" : "rallyman.goal.last", { n, special });
	return [t("rallyman.goal", { of: sheet.specials.length }), driving ? left : ""];
}
