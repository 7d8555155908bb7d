// Where a car is, in words: for the seat list, and for who listens to the position.

import { t, word } from "../../lib/i18n.svelte";
import { numberAt } from "./facts";
import type { RallyCar, RallyView } from "./view";

/** A race as the reader's language calls it; one of somebody's own by its title. */
export function raceName(race: RallyView["races"][number] | undefined): string {
	return race ? word("rally", race.name) : "";
}

export function where(view: RallyView, car: RallyCar | undefined): string {
	if (!car) return "";
	const words = {
		gear: car.restart ? t("rally.where.restart") : car.gear ? t(`rally.gear.${car.gear}`) : "",
		number: numberAt(view, car.place),
		turn: Math.abs(car.exit),
		stop: car.stop,
	};
	if (car.status === "waiting") return car.setup ? t(`rally.setup.${car.setup}`) : t("rally.where.waiting");
	if (car.restart && (car.status === "running" || (car.status === "off" && car.stop === 0)))
		return t("rally.where.restarts", words);
	return t(`rally.where.${car.status}`, words);
}

/** Where one's car is, in a sentence; a car that has left the road has no place on it. */
export function standing(view: RallyView, car: RallyCar): string {
	const words = { where: where(view, car), place: car.place, length: view.road.length };
	return t(car.place > view.road.length ? "rally.you_left" : "rally.you_are", words);
}

export function figure(view: RallyView, car: RallyCar | undefined): string {
	if (!car || !view.road.length) return "";
	if (car.status === "finished") return t("rally.figure.finished", { n: car.exit });
	return car.status === "out" ? "×" : `${Math.min(car.place, view.road.length)}/${view.road.length}`;
}
