// Rallyman's dice as they fall: one for a space, or all of a time attack together.

import type { Die } from "../../lib/rolls";
import type { GameEvent, LegalAction, View } from "../../lib/types";
import { read } from "./view";

function die(face: string, bad = false): Die {
	return { face, look: face === "W" ? "white" : "black", bad };
}

/** All dice of an attack; of two white ones it does not matter which shows the hazard. */
function faces(dice: string, hazards: string): Die[] {
	const left = [...hazards];
	return [...dice].map((face) => {
		const at = left.indexOf(face);
		if (at >= 0) left.splice(at, 1);
		return die(face, at >= 0);
	});
}

/** The dice of an attack whose faces are seen: those that found their place at once, and those that are left. */
function attackDice(events: GameEvent[], view: View): string {
	const placed = events.filter(({ kind }) => kind.startsWith("place")).map(({ args }) => String(args.die));
	return [...placed, read(view).turn?.attack?.left ?? ""].join("");
}

export function rolled(events: GameEvent[], view: View): Die[] {
	return events.flatMap(({ kind, args }) => {
		if (kind === "roll_clean" || kind === "roll_hazard") return [die(String(args.die), kind === "roll_hazard")];
		return kind === "faces" ? faces(attackDice(events, view), String(args.hazards)) : [];
	});
}

export function rolls({ form }: LegalAction): Die[] {
	if (form.kind === "roll") return [die(String(form.die))];
	return form.kind === "attack" ? faces(String(form.dice ?? ""), "") : [];
}
