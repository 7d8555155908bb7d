// The seven dice as the tray shows them: on offer with their odds, used, or not on offer (the rules say why when asked).

import { fraction } from "../../lib/i18n.svelte";
import type { Json, LegalAction } from "../../lib/types";
import type { Car, RallymanView } from "./view";

export interface DieSlot {
	key: string;
	face: string;
	look: "black" | "white" | "no" | "used";
	hazard: boolean; // rolled already, in an attack
	loss: number | null; // chance to lose control now, the least of its paths; null where nobody tells
	notations: string[];
}

/** The arguments of one of an action's facts. */
export function fact(action: LegalAction, key: string): Record<string, Json> | null {
	return action.odds?.find((one) => one.key === key)?.args ?? null;
}

const KINDS = ["roll", "place", "lock"]; // locking is a variation of rolling: it is offered beside the drafted die

/** The chance to lose control; null where nobody tells. */
export function lossOf(action: LegalAction): number | null {
	const told = fact(action, "odds.loc");
	return told && fraction(String(told.chance));
}

function leastLoss(actions: LegalAction[]): number | null {
	const told = actions.map(lossOf).filter((loss) => loss !== null);
	return told.length ? Math.min(...told) : null;
}

export function diceOffered(choices: LegalAction[], view: RallymanView, car: Car | undefined): DieSlot[] {
	const turn = view.turn?.car === car?.seat ? view.turn : null;
	const used = [...(turn?.used ?? "")];
	const usedWhite = used.filter((die) => die === "W").length;
	const slots: DieSlot[] = [];
	for (const [place, face] of [..."12345WW"].entries()) {
		const isSpent = face === "W" ? place - 5 < usedWhite : used.includes(face);
		const offered = isSpent ? [] : ofDie(choices, face, place);
		const rolled = turn?.attack?.hazards ?? "";
		slots.push({
			key: `${place}`,
			face,
			look: offered.length ? (face === "W" ? "white" : "black") : isSpent ? "used" : "no",
			hazard: offered.length > 0 && view.phase === "placing" && (face === "W" ? place === 6 : rolled.includes(face)),
			loss: leastLoss(offered),
			notations: offered.map((action) => action.notation),
		});
	}
	return slots;
}

function ofDie(choices: LegalAction[], face: string, place: number): LegalAction[] {
	const all = choices.filter((action) => KINDS.includes(String(action.form.kind)));
	const placing = all.some((action) => action.form.kind === "place");
	if (placing && face === "W") return all.filter((action) => action.form.die === (place === 6 ? "W!" : "W"));
	const own = all.filter((action) => action.form.die === face && action.form.kind !== "lock");
	return own.length ? own : all.filter((action) => action.form.die === face);
}
