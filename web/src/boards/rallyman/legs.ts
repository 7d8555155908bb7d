// The times of the specials so far, for time cards.

import { type Legs, legsOf } from "../../lib/boards";
import { clock, t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { read } from "./view";

export function legs(view: View): Legs {
	const { specials, drivers } = read(view).sheet;
	const driven = specials.filter((_, n) => drivers.some((driver) => driver.times[n] != null));
	const heads = driven.map(({ number }) => t("rallyman.ss", { n: number }));
	return legsOf(
		heads,
		drivers.map(({ times }) => times.slice(0, driven.length)),
		clock,
	);
}
