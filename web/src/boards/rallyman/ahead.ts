// If one keeps going: the next spaces, the highest gear each of them takes, and the safest dice there with their risk in all.
// The risks are the server's (`odds.loc`, `odds.ahead`); of the actions that lead to a space the safest is taken.

import { fraction } from "../../lib/i18n.svelte";
import type { LegalAction } from "../../lib/types";
import { lossOf } from "./dice";
import type { Car, RallymanView } from "./view";
import type { RoadSpace } from "./wire";

export interface AheadSpace {
	progress: number;
	kind: string; // straight, corner, bump, finish
	most: number; // the highest gear that takes it; 0: any
	slow: boolean; // the engaged gear is too high for it
	dice: string; // none: no die reaches it, or nobody tells
	risk: number | null;
}

const FAR = 3;

export function lookAhead(choices: LegalAction[], view: RallymanView, car: Car): AheadSpace[] {
	const rolls = choices.filter((action) => action.form.kind === "roll");
	const { spaces, length } = view.road;
	return Array.from({ length: Math.min(FAR, length + 1 - car.progress) }, (_, i) => {
		const progress = car.progress + i + 1;
		const space = spaces[progress - 1];
		const id = space?.id ?? "FINISH";
		const most = space ? highest(space, view) : 0;
		const [dice, risk] = safest(rolls, id, i);
		return { progress, kind: space?.kind ?? "finish", most, slow: most > 0 && most < car.gear, dice, risk };
	});
}

/** The next spaces that the engaged gear is too high for, while dice are chosen. */
export function slowAhead(choices: LegalAction[], view: RallymanView, car: Car | undefined): AheadSpace[] {
	if (!car || !choices.some((action) => action.form.kind === "roll")) return [];
	return lookAhead(choices, view, car).filter((space) => space.slow);
}

/** The highest note of a space, dirt counted in (RM-53); nought where none is printed. */
function highest(space: RoadSpace, view: RallymanView): number {
	const notes = view.road.dirt.find((one) => one.space === space.id) ?? space;
	return Math.max(notes.in ?? 0, notes.out ?? 0, space.cut?.note ?? 0, space.note ?? 0);
}

function safest(rolls: LegalAction[], id: string, further: number): [string, number | null] {
	const found = rolls.flatMap((action): [string, number][] => {
		if (further === 0) {
			const loss = lossOf(action);
			return loss === null ? [] : [[String(action.form.die), loss]];
		}
		const told = (action.odds ?? []).filter((one) => one.key === "odds.ahead" && one.args.to === id);
		return told.map(({ args }) => [String(args.dice), fraction(String(args.chance))]);
	});
	return found.sort(([, a], [, b]) => a - b)[0] ?? ["", null];
}
