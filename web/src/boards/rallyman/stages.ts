// The end of a special: the totals so far, and what the next one brings.

import { t } from "../../lib/i18n.svelte";
import type { StageBook } from "../../lib/interval";
import { read } from "./view";

export const stages: StageBook = {
	ends: ["stage_time"],
	next: ["start_order", "special", "weather_dry", "weather_snow", "assistance"],
	name: ({ args }) => t("rallyman.ss", { n: Number(args.special) }),
	onward: (view) => t("rallyman.onward", { n: read(view).special, spaces: read(view).road.length }),
	pace: {
		measure: "seconds",
		of(view) {
			const { cars, road } = read(view);
			return cars.map((car) => ({ at: car.status === "finished" ? road.length + 1 : car.progress, spent: car.net }));
		},
	},
	totals: (view) => ({ measure: "seconds", values: read(view).cars.map((car) => car.total) }),
};
