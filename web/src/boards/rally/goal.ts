// What wins a race, and how far it is.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { read } from "./view";

export function goal(view: View, seat: number | null): string[] {
	const { cars, road, stage } = read(view);
	const car = seat === null ? undefined : cars[seat];
	const told = { n: road.length - (car?.place ?? 0), stage: stage.index + 1, of: stage.of };
	const driving = car && road.length > 0 && car.exit === 0;
	return [t("rally.goal"), driving ? t(stage.of > 1 ? "rally.goal.left" : "rally.goal.left_of_one", told) : ""];
}
