// The end of a stage or a race: score A so far or, between two races, the points of the championship.

import { t } from "../../lib/i18n.svelte";
import type { StageBook } from "../../lib/interval";
import { read } from "./view";

export const stages: StageBook = {
	ends: ["race_over", "stage_over"],
	next: ["race", "start_order", "stage", "special_stage", "first_weather"],
	name: ({ kind, args }) => (kind === "race_over" ? String(args.name) : t("rally.leg", { n: Number(args.stage) })),
	pace: {
		measure: "turns",
		of: (view) => read(view).cars.map((car) => ({ at: car.place, spent: read(view).turn })),
	},
	totals(view, { kind }) {
		const { points, races, race } = read(view);
		if (kind === "race_over") return { measure: "points", values: points, more: true };
		return { measure: "score", values: races[race]?.totals ?? [] };
	},
};
