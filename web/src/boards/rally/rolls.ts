// RALLY's dice as they fall: weather, risk and damage.

import type { Die } from "../../lib/rolls";
import type { GameEvent, LegalAction } from "../../lib/types";

const FACES: Record<string, string> = { first_weather: "roll", weather: "roll", risk: "face", damage: "face" };

export function rolled(events: GameEvent[]): Die[] {
	return events.flatMap(({ kind, args }) => {
		const face = args[FACES[kind] ?? ""];
		return face === undefined
			? []
			: [{ face: String(face), look: "pips", bad: kind === "damage" && args.outcome !== "-" }];
	});
}

/** A gear is set by rolling for its risk. */
export function rolls({ form }: LegalAction): Die[] {
	return form.kind === "gear" ? [{ face: "", look: "pips" }] : [];
}
