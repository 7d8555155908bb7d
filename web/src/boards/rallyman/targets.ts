// Which spaces the legal dice lead to, read off the odds the server sends with each action.

import type { LegalAction } from "../../lib/types";
import type { RallymanView } from "./view";

export interface Aim {
	key: string;
	progress: number;
	pose: string; // how the car would stand there
	lost: boolean; // control is lost for certain
	notations: string[];
}

const POSES: Record<string, string> = { in: "inside", skid: "skid", cut: "cut", wide: "skid", go: "straight" };

/** The space a die leads to, by the facts of its odds. */
export function landing(action: LegalAction, view: RallymanView): number | null {
	for (const fact of action.odds) {
		const space = fact.args.space;
		if (typeof space !== "string") continue;
		if (space === "FINISH") return view.road.spaces.length + 1;
		const found = view.road.spaces.findIndex((one) => one.id === space || `${one.id}k` === space);
		if (found >= 0) return found + 1;
	}
	return null;
}

export function targets(actions: LegalAction[], view: RallymanView, seat: number | null): Aim[] {
	if (seat === null) return [];
	const aims = new Map<string, Aim>();
	for (const action of actions) {
		const path = action.form.path;
		if (typeof path !== "string" || action.form.kind === "lock") continue;
		const progress = landing(action, view);
		if (progress === null) continue;
		const key = `${progress}/${path}`;
		const aim = aims.get(key);
		if (aim) aim.notations.push(action.notation);
		else
			aims.set(key, {
				key,
				progress,
				pose: POSES[path] ?? "straight",
				lost: path === "wide",
				notations: [action.notation],
			});
	}
	return [...aims.values()];
}
