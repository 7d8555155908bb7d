// What the stages of a race, or the races of a championship, have brought so far, for time cards.

import { type Legs, legsOf } from "../../lib/boards";
import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { read } from "./view";

export function legs(view: View): Legs {
	const { scope, players, races, race, sheet } = read(view);
	const seats = Array.from({ length: players }, (_, seat) => seat);
	const columns =
		scope === "championship"
			? races.filter((one) => one.points.length).map((one, n) => ({ head: `${n + 1}`, values: one.points, more: true }))
			: sheet
					.filter((row) => row.race === race)
					.map((row) => ({ head: t("rally.leg", { n: row.stage + 1 }), values: row.scores, more: false }));
	return legsOf(
		columns.map((column) => column.head),
		seats.map((seat) => columns.map((column) => column.values[seat] ?? null)),
		(value) => String(value).replace("-", "−"),
		columns.some((column) => column.more),
	);
}
