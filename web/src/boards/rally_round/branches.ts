// A branch at a fork as a co-driver would say it.

import { t } from "../../lib/i18n.svelte";
import { compass, surveyOf } from "./survey";
import { type Crew, placeOf, type RallyView } from "./view";

export interface Branch {
	side: string; // the point of the compass, in words
	hidden: boolean;
	correct: boolean; // on along the Correct Route
}

export function branchOf(view: RallyView, crew: Crew | null, square: number): Branch | null {
	const survey = surveyOf(view);
	const [from, to] = [survey.squares.get(crew?.square ?? 0), survey.squares.get(square)];
	if (!from || !to) return null;
	return {
		side: t(`rally_round.compass.${compass(from, to)}`),
		hidden: to.feature === "hidden",
		correct: view.route?.path[placeOf(view, crew) + 1] === square,
	};
}
