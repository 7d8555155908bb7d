// Events in words: people by name, cars by whose they are, amounts grouped, squares by their towns, lists with commas.

import { t } from "../../lib/i18n.svelte";
import type { Json } from "../../lib/types";
import { grouped } from "../../lib/typography";

import { type RallyeView, townOf } from "./view";

export function words(
	args: Record<string, Json>,
	nameOf: (seat: number) => string,
	view: RallyeView,
): Record<string, unknown> {
	const said: Record<string, unknown> = { ...args };
	for (const name of ["amount", "price", "left"]) if (typeof args[name] === "number") said[name] = grouped(args[name]);
	for (const name of ["at", args.town === undefined ? "to" : ""])
		if (typeof args[name] === "string") said[name] = townOf(view, args[name]) || t("rallye_code.on_the_road");
	// players are numbered from one
	for (const name of ["player", "payee", "holder"])
		if (typeof args[name] === "number") said[name] = nameOf(Number(args[name]) - 1);
	for (const name of ["players", "winners"]) {
		const list = args[name];
		if (Array.isArray(list)) said[name] = list.map((one) => nameOf(Number(one) - 1)).join(", ");
	}
	for (const name of ["car", "other"])
		if (typeof args[name] === "string") said[name] = carName(args[name], nameOf, view);
	return said;
}

/** A car by whose it is, and by its number where somebody has two: "2.1" is the second player's first. */
export function carName(car: string, nameOf: (seat: number) => string, view: RallyeView): string {
	const [player = "", n = ""] = car.split(".");
	const seat = Number(player) - 1;
	const several = view.cars.filter((one) => one.owner === seat).length > 1;
	return several ? t("rallye_code.car_of", { name: nameOf(seat), n }) : nameOf(seat);
}

/** Whose event it is: events name players as they are numbered at the table, cars by their roofs. */
export function seatOf({ args: { player, car } }: { args: Record<string, Json> }): number | null {
	if (typeof player === "number") return player - 1;
	return typeof car === "string" ? Number.parseInt(car, 10) - 1 : null;
}
