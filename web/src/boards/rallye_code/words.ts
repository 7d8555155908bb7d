// Events in words: amounts grouped, squares by their towns, lists with commas.

import type { Json } from "../../lib/types";
import { grouped } from "./money";
import { type RallyeView, townOf } from "./view";

export function words(
	args: Record<string, Json>,
	nameOf: (seat: number) => string,
	view: RallyeView,
): Record<string, unknown> {
	const said: Record<string, unknown> = { ...args };
	for (const name of ["amount", "price", "left"]) if (typeof args[name] === "number") said[name] = grouped(args[name]);
	for (const name of ["at", args.town === undefined ? "to" : ""])
		if (typeof args[name] === "string") said[name] = townOf(view, args[name]) || args[name];
	if (Array.isArray(args.players)) said.players = args.players.join(", ");
	// players are numbered from one
	if (Array.isArray(args.winners)) said.winners = args.winners.map((one) => nameOf(Number(one) - 1)).join(", ");
	return said;
}

/** Whose event it is: events name players as they are numbered at the table, cars by their roofs. */
export function seatOf({ args: { player, car } }: { args: Record<string, Json> }): number | null {
	if (typeof player === "number") return player - 1;
	return typeof car === "string" ? Number.parseInt(car, 10) - 1 : null;
}
