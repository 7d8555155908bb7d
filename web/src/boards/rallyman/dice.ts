// The seven dice as the tray shows them: on offer with their odds, used, or not on offer (the rules say why when asked).

import { fraction } from "../../lib/i18n.svelte";
import type { LogLine } from "../../lib/log.svelte";
import type { Json, LegalAction } from "../../lib/types";
import type { Car, RallymanView } from "./view";
import type { Attack } from "./wire";

export interface DieSlot {
	key: string;
	face: string;
	look: "black" | "white" | "no" | "used";
	hazard: boolean; // rolled already, in an attack
	loss: number | null; // chance to lose control now, the least of its paths; null where nobody tells
	notations: string[];
	fell: Fallen | null; // used: how it fell, if that is still known
	steps: number; // not on offer: how many gears it is away, where that is too far
}

/** A die that was used this turn: how it fell and which space it led to. */
export interface Fallen {
	die: string;
	how: string; // "clean", "hazard" or "lock"
	space: string;
}

const FELL: Record<string, string> = {
	roll_clean: "clean",
	roll_hazard: "hazard",
	lock: "lock",
	place: "clean",
	place_hazard: "hazard",
};

/** The dice of the turn that is being driven, as the log tells them. */
export function fallenDice(lines: LogLine[]): Fallen[] {
	const begins = lines.findLastIndex(({ event }) => event.kind === "turn");
	const events = lines.slice(begins + 1).flatMap(({ back, event }) => (back ? [] : [event]));
	return events.flatMap(({ kind, args }, at) => {
		const how = FELL[kind];
		const moved = events.slice(at).find((event) => event.kind.startsWith("move_"));
		return how ? [{ die: String(args.die).charAt(0), how, space: String(moved?.args.space ?? "") }] : [];
	});
}

/** How many gears a die is above (or, below nought, under) the one engaged, where the next die may not be so far. */
function stepsTo(face: string, gear: number): number {
	if (gear === 0) return face === "1" ? 0 : 1; // from a standstill the 1 comes first
	const steps = face === "W" ? 0 : Number(face) - gear;
	return Math.abs(steps) > 1 ? steps : 0;
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

export function diceOffered(
	choices: LegalAction[],
	view: RallymanView,
	car: Car | undefined,
	fallen: Fallen[],
): DieSlot[] {
	const turn = view.turn?.car === car?.seat ? view.turn : null;
	const used = [...(turn?.used ?? "")];
	const usedWhite = used.filter((die) => die === "W").length;
	const placing = view.phase === "placing" ? (turn?.attack ?? null) : null;
	const slots: DieSlot[] = [];
	for (const [place, face] of [..."12345WW"].entries()) {
		const isSpent = face === "W" ? place - 5 < usedWhite : used.includes(face);
		const die = placing ? rolledDie(placing, face, place - 5 - usedWhite) : face;
		const offered = isSpent ? [] : ofDie(choices, die);
		slots.push({
			key: `${place}`,
			face,
			look: offered.length ? (face === "W" ? "white" : "black") : isSpent ? "used" : "no",
			hazard: offered.length > 0 && (placing?.hazards ?? "").includes(face) && (face !== "W" || die === "W!"),
			loss: leastLoss(offered),
			notations: offered.map((action) => action.notation),
			fell: isSpent ? (fallen.filter(({ die }) => die === face)[face === "W" ? place - 5 : 0] ?? null) : null,
			steps: offered.length || isSpent ? 0 : stepsTo(face, car?.gear ?? 0),
		});
	}
	return slots;
}

/** In an attack all dice have fallen: the white ones still to be placed, clean before hazards, fill the slots not used. */
function rolledDie(attack: Attack, face: string, white: number): string {
	if (face !== "W") return face;
	const count = (dice: string | null): number => (dice ?? "").split("W").length - 1;
	const clean = count(attack.left) - count(attack.hazards);
	return white < clean ? "W" : white < count(attack.left) ? "W!" : "";
}

function ofDie(choices: LegalAction[], die: string): LegalAction[] {
	const all = choices.filter((action) => KINDS.includes(String(action.form.kind)) && action.form.die === die);
	const own = all.filter((action) => action.form.kind !== "lock");
	return own.length ? own : all;
}
