// Rallye-Code's two dice as they fall.

import type { Die } from "../../lib/rolls";
import type { GameEvent, LegalAction } from "../../lib/types";

export function rolled(events: GameEvent[]): Die[] {
	const dice = events.find((event) => Array.isArray(event.args.dice))?.args.dice as number[] | undefined;
	return (dice ?? []).map((face) => ({ face: String(face), look: "pips" }));
}

export function rolls({ form }: LegalAction): Die[] {
	return form.kind === "roll" ? [0, 1].map(() => ({ face: "", look: "pips" })) : [];
}
