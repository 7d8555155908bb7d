// The end of a part of the rally: the penalties so far.

import { t } from "../../lib/i18n.svelte";
import type { StageBook } from "../../lib/interval";
import { read } from "./view";

export const stages: StageBook = {
	ends: ["part_over"],
	next: [],
	name: ({ args }) => t("rally_round.part", { n: Number(args.part) }),
	onward: (view) => t("rally_round.onward", { n: read(view).part }),
	totals(view) {
		const { crews } = read(view);
		const seats = [...new Set(crews.map((crew) => crew.seat))].sort((a, b) => a - b);
		const least = (seat: number): number =>
			Math.min(...crews.filter((crew) => crew.seat === seat).map((crew) => crew.penalty));
		return { measure: "penalty", values: seats.map(least) };
	},
};
