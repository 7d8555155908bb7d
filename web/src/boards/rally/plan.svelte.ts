// The drive as it is planned: the square to reach, and the gear and the brakes that lead there. Which ones, and how likely
// they leave the car unharmed, is the server's to say (`effect.brakes`, `odds.to`); here the best of them is taken.

import { fraction, t } from "../../lib/i18n.svelte";
import { perTable } from "../../lib/per_table";
import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction } from "../../lib/types";
import { facts, gearOf, numberAt } from "./facts";
import type { RallyCar, RallyView } from "./view";

/** One way to a place of the road; the place after the last square is off the road, the stage done. */
export interface Way {
	place: number;
	action: LegalAction; // what begins it: a gear, or the next square
	gear: number;
	brakes: number[]; // on each square of it
	chance: number | null; // to come there unharmed; null where nobody tells
}

/** Where the driver means to go. Kept from square to square, so that one commit is a whole drive. */
export class Drive {
	goal = $state<number | null>(null); // a place of the road
	gear = $state<number | null>(null); // the gear that was taken for it
	promised = $state<number | null>(null); // the chance that was told when it was chosen

	clear(): void {
		this.goal = this.gear = this.promised = null;
	}

	take(way: Way): void {
		this.goal = way.place;
		this.gear = way.gear;
		this.promised = way.chance;
	}
}

export const driveOf = perTable(() => new Drive());

/** What is offered, without odds where they are not to be told. */
export function offered(table: TableModel): LegalAction[] {
	return table.odds ? table.choices : table.choices.map((action) => ({ ...action, odds: [] }));
}

/** All ways that the offered actions begin. */
export function waysOf(choices: LegalAction[], view: RallyView, car: RallyCar): Way[] {
	return choices.flatMap((action) => {
		const { brakes: lists = [] } = action.effect;
		return lists.flatMap((brakes, i) => {
			const place = car.place + i + 1;
			const out = place > view.road.length;
			if (!brakes.length && !(out && gearOf(action))) return []; // another action leads there better
			const gear = gearOf(action) ?? car.gear ?? 1;
			return [{ place, action, gear, brakes, chance: chanceOf(action, out ? null : numberAt(view, place)) }];
		});
	});
}

function chanceOf(action: LegalAction, number: string | null): number | null {
	const told = facts(action, number === null ? "odds.out" : "odds.to");
	const found = told.find((args) => number === null || String(args.to) === number);
	return found ? fraction(String(found.chance)) : null;
}

export function braked(way: Way): number {
	return way.brakes.reduce((sum, one) => sum + one, 0);
}

/** The best way to a place: the likeliest, without the over-rev card, with the fewest brakes, in the highest gear. */
export function best(ways: Way[], place: number, gear: number | null = null): Way | null {
	const there = ways.filter((way) => way.place === place && (gear === null || way.gear === gear));
	const card = (way: Way): number => (way.action.form.kind === "overrev" ? 1 : 0);
	return (
		there.sort(
			(a, b) => (b.chance ?? 0) - (a.chance ?? 0) || card(a) - card(b) || braked(a) - braked(b) || b.gear - a.gear,
		)[0] ?? null
	);
}

/** How the drive goes on after a square: what to do next, and whether that is still what was promised. */
export function next(
	choices: LegalAction[],
	view: RallyView,
	car: RallyCar,
	drive: Pick<Drive, "goal" | "gear" | "promised">,
): { notation: string; kept: boolean } | null {
	if (drive.goal === null || drive.gear !== car.gear) return null;
	const halt = choices.find((action) => action.form.kind === "halt");
	if (car.place >= drive.goal) return halt ? { notation: halt.notation, kept: true } : null;
	const ends = choices.find((action) => action.effect.ends === "stage");
	const way = best(waysOf(choices, view, car), drive.goal);
	const action = way?.action ?? (drive.goal > view.road.length ? ends : undefined);
	if (!action) return null;
	const worse = (way?.chance ?? 1) < (drive.promised ?? 1) - 1e-9;
	const blind = drive.promised === null && !action.effect.safe && action !== ends; // no odds are told: who drives decides
	return { notation: action.notation, kept: !worse && !blind };
}

/** Plan the drive to a place, in this gear or in the best; what cannot be reached is refused with the reason (RA-17). */
export function aim(
	table: TableModel,
	view: RallyView,
	car: RallyCar,
	place: number,
	gear: number | null = null,
): void {
	if (!table.awake || place <= car.place) return;
	const way = best(waysOf(offered(table), view, car), Math.min(place, view.road.length + 1), gear);
	if (way) {
		driveOf(table).take(way);
		if (table.draft !== way.action.notation) table.pick(way.action.notation);
		table.refusal = null;
	} else refuse(table, view, car, place);
}

/** One's own car is on the road, and others are to move. */
export function mayPlan(table: TableModel, car: RallyCar | undefined): boolean {
	const own = table.seat !== null && car?.car === table.seat + 1 && car.status === "running";
	return own && !table.over && table.toAct.some((seat) => seat !== table.seat);
}

/** Others move: the square to reach next, planned or, clicked again, not any more. */
export function planAhead(table: TableModel, view: RallyView, place: number): void {
	const plan = `square:${numberAt(view, place)}`;
	table.plan = table.plan === plan ? null : plan;
}

/** The number of the square that is planned; empty where none is. */
export function plannedNumber(table: TableModel): string {
	return table.plan?.startsWith("square:") ? table.plan.slice("square:".length) : "";
}

/** The turn has come: plan the drive to the square that was meant. */
export function layPlan(table: TableModel, view: RallyView, car: RallyCar): void {
	const number = plannedNumber(table);
	const place = view.road.squares.findIndex((square) => String(square[0]) === number) + 1;
	table.layPlan(() => aim(table, view, car, place));
}

function refuse(table: TableModel, view: RallyView, car: RallyCar, place: number): void {
	const gears = table.choices.filter((action) => gearOf(action) !== null);
	const farthest = gears.sort((a, b) => Number(b.effect.most) - Number(a.effect.most))[0];
	const reason = t("rally.too_far", {
		number: numberAt(view, place),
		n: place - car.place,
		gear: t(`rally.gear.${gearOf(farthest) ?? car.gear ?? 1}`),
		most: Number(farthest?.effect.most ?? view.move?.room ?? 0),
	});
	table.refusal = { code: "", clause: "RA-17", args: { reason } };
}
