// The end of a stage or a race: score A so far or, between two races, the points of the championship.

import { t, word } from "../../lib/i18n.svelte";
import type { StageBook } from "../../lib/interval";
import { raceName } from "./standing";
import { read } from "./view";

export const stages: StageBook = {
	ends: ["race_over", "stage_over"],
	next: ["race", "start_order", "stage", "special_stage", "first_weather"],
	name: ({ kind, args }) =>
		kind === "race_over" ? word("rally", String(args.name)) : t("rally.leg", { n: Number(args.stage) }),
	onward(view) {
		const { races, race, stage } = read(view);
		if (stage.index === 0) return t("rally.onward.race", { name: raceName(races[race]) });
		return t("rally.onward", { n: stage.index + 1, cards: stage.cards });
	},
	pace: {
		measure: "turns",
		of(view) {
			const { cars, road, turn } = read(view);
			return cars.map(({ status, place, exit }) =>
				status === "finished" ? { at: road.length + 1, spent: exit } : { at: place, spent: turn },
			);
		},
	},
	totals(view, { kind }) {
		const { points, races, race } = read(view);
		if (kind === "race_over") return { measure: "points", values: points, more: true };
		return { measure: "score", values: races[race]?.totals ?? [] };
	},
};
