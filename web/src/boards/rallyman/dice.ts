// The seven dice as the tray shows them: legal with their odds, or with two words why not.

import { fraction, t } from "../../lib/i18n.svelte";
import type { Json, LegalAction } from "../../lib/types";
import type { Car, RallymanView } from "./view";

export interface DieSlot {
	key: string;
	face: string;
	look: "black" | "white" | "no" | "used";
	hazard: boolean; // rolled already, in an attack
	loss: number; // chance to lose control now, the least of its paths
	notations: string[];
	why: string;
}

/** The arguments of one of an action's facts. */
export function fact(action: LegalAction, key: string): Record<string, Json> | null {
	return action.odds.find((one) => one.key === key)?.args ?? null;
}

const KINDS = ["roll", "place", "lock"]; // locking is a variation of rolling: it is offered beside the drafted die

function lossOf(action: LegalAction): number {
	return fraction(String(fact(action, "odds.loc")?.chance ?? "0"));
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
			loss: offered.length ? Math.min(...offered.map(lossOf)) : 0,
			notations: offered.map((action) => action.notation),
			why: isSpent ? t("rallyman.why.used") : why(face, car, turn !== null),
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

function why(face: string, car: Car | undefined, turn: boolean): string {
	if (!car || !turn) return "";
	if (face === "W") return car.dashboard.flats > 0 ? t("rallyman.why.flat") : t("rallyman.why.not_now");
	const steps = Number(face) - car.gear;
	if (Math.abs(steps) > 1) return t(steps > 0 ? "rallyman.why.up" : "rallyman.why.down");
	return car.dashboard.damage > 0 ? t("rallyman.why.damage") : t("rallyman.why.note");
}
