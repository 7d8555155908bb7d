// Which spaces the legal dice lead to, by what the server says each action does.

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

/** The space a die leads to, counted along the special. */
export function landing({ effect }: LegalAction, view: RallymanView): number | null {
	if (effect.to === "FINISH") return view.road.spaces.length + 1;
	const found = view.road.spaces.findIndex((one) => one.id === effect.to || `${one.id}k` === effect.to);
	return found < 0 ? null : found + 1;
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
				lost: action.effect.loses === "control",
				notations: [action.notation],
			});
	}
	return [...aims.values()];
}
