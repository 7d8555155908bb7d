// The moments of a special: control lost, and how it ends; a puncture; the end of one's rally.

import { percent, t } from "../../lib/i18n.svelte";
import type { Chosen, Moment, MomentBook } from "../../lib/moments";
import { lossOf } from "./dice";
import { spaceName } from "./places";
import { read } from "./view";

/** The risk of the die that led there, and what stopping before it would have cost. */
function hindsight({ before, seat }: Moment, { action, from }: Chosen): string[] {
	const loss = lossOf(action);
	if (action.form.kind !== "roll" || loss === null || !before) return [];
	const { turn, cars } = read(before);
	const n = turn?.hazards ?? 0;
	const rolled = { die: String(action.form.die), chance: percent(loss), n };
	const said = [t(n ? "rallyman.hindsight.hazards" : "rallyman.hindsight", rolled)];
	const stop = from.find((one) => one.form.kind === "end");
	const space = spaceName(cars.find((car) => car.seat === seat)?.space ?? "", before);
	return stop ? [...said, t("rallyman.hindsight.stop", { space, seconds: String(stop.effect.price) })] : said;
}

export const moments: MomentBook = {
	what: ["retired_damage", "retired_flats", "off_left", "off_right", "spun", "card_puncture"],
	why: ["roll_hazard", "hazard", "too_fast", "lost"],
	costs: ["card_flipped", "lost", "damage", "card_puncture"],
	hindsight,
};
