// RALLY in the browser.

import "./palette.css";
import { actionText, type GameBoard, MAP } from "../../lib/boards";
import { percent, t } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction, View } from "../../lib/types";
import Board from "./Board.svelte";
import Cockpit from "./Cockpit.svelte";
import { crewOf, noted, wished } from "./crew.svelte";
import { numberAt } from "./facts";
import { goal } from "./goal";
import { legs } from "./legs";
import { moments } from "./moments";
import { best, driveOf, offered, waysOf } from "./plan.svelte";
import { rolled, rolls } from "./rolls";
import Sheet from "./Sheet.svelte";
import Steps from "./Steps.svelte";
import Strip from "./Strip.svelte";
import { stages } from "./stages";
import { figure, raceName, standing, where } from "./standing";
import english from "./text/en.json";
import { turns } from "./turns";
import { hero, type RallyCar, type RallyView, read } from "./view";

/** How long the road of a stage is, once it has been laid. */
function roadText(cards: number, squares: number, special: boolean): string {
	const key = special ? "rally.road.special" : "rally.road";
	return t(squares ? key : `${key}.open`, { cards, squares });
}

const FIRST: Record<string, string> = { setup: "setup", lay: "lay", fit: "fit", gear: "gear", overrev: "gear" };

/** What is still to be picked before there is a move to make, as the coach says it. */
function first({ choices, asked }: TableModel): string {
	const what = asked?.key === "ask.gear_out" ? "gear_out" : FIRST[String(choices[0]?.form.kind)];
	return t(what ? `rally.first.${what}` : "table.pick_first");
}

function commit(action: LegalAction, table: TableModel): string {
	const view = read(table.view ?? {});
	const car = hero(view, table.seat);
	const place = car?.place ?? 0;
	const way = car && driveOf(table).goal !== null ? planned(action, table, view, car) : null;
	if (way) return way;
	if (action.form.kind === "mechanic") return t("rally.commit.mechanics", { numbers: crewNumbers(table, view) });
	const key = `rally.commit.${decided(action, table)}`;
	const said = t(key, {
		...action.form,
		gear: t(`rally.gear.${action.form.gear}`),
		setup: t(`rally.setup.${action.form.setup}`),
		tyres: t(`rally.tyres.${action.form.tyres}`),
		next: String(action.effect.to ?? ""),
		here: numberAt(view, place),
	});
	return said === key ? actionText(table, action) : said;
}

/** What the action decides: who may not change tyres keeps none, but drives on. */
function decided(action: LegalAction, table: TableModel): string {
	if (action.effect.ends === "stage") return "out";
	return action.form.kind === "drive_on" && table.choices.length === 1 ? "only_on" : action.form.kind;
}

/** "Drive to 82 in 4th, 100 %", where the action begins the drive that is planned. */
function planned(action: LegalAction, table: TableModel, view: RallyView, car: RallyCar): string | null {
	const drive = driveOf(table);
	const ways = waysOf(offered(table), view, car).filter((way) => way.action.notation === action.notation);
	const way = best(ways, drive.goal ?? 0, drive.gear);
	if (!way) return null;
	const key = way.place > view.road.length ? "rally.commit.drive_out" : "rally.commit.drive";
	const said = t(key, { number: numberAt(view, way.place), gear: t(`rally.gear.${way.gear}`) });
	return way.chance === null ? said : `${said}, ${percent(way.chance)}`;
}

function crewNumbers(table: TableModel, view: RallyView): string {
	return wished(crewOf(table, view).places, noted(view))
		.map((place) => numberAt(view, place))
		.join(", ");
}

function order(view: View): number[] {
	const { order, cars } = read(view);
	return [...order, ...cars.map((car) => car.car - 1).filter((seat) => !order.includes(seat))];
}

const board: GameBoard = {
	texts: english,
	moments,
	turns,
	stages,
	legs,
	rolled,
	rolls,
	again: ({ form }, table) => form.kind !== "mechanic" && driveOf(table).goal === null, // squares are aimed at, again and again
	keys: [
		{ press: ["1", "…", "6"], text: "rally.keys.gears" },
		{ press: ["←", "→"], text: "rally.keys.goal" },
		{ press: ["D"], text: "rally.keys.on" },
		{ press: ["B"], text: "rally.keys.brake" },
		{ press: ["S"], text: "rally.keys.halt" },
	],
	Board,
	Cockpit,
	goal,
	Steps,
	Strip,
	Sheet,
	modes: [MAP, { id: "close", text: "rally.close", icon: "search" }],
	order,
	heading: (view) => t(read(view).turn ? "rally.heading" : "rally.heading.start", { turn: read(view).turn }),
	crumbs(view) {
		const { races, race, stage, turn, road } = read(view);
		return [
			{ text: raceName(races[race]) },
			{ text: t("rally.stage", { n: stage.index + 1, of: stage.of }), plate: true },
			...(turn ? [{ text: t("rally.turn", { n: turn }) }] : []),
			{ text: roadText(stage.cards, road.length, stage.special) },
		];
	},
	seatLine(view, seat) {
		const seen = read(view);
		return { figure: figure(seen, seen.cars[seat]), where: where(seen, seen.cars[seat]) };
	},
	summary(view, seat) {
		const seen = read(view);
		const sky = seen.weather
			? t("rally.weather_is", { weather: t(`rally.sky.${seen.weather.weather}`), n: seen.weather.points })
			: "";
		const car = seat === null ? undefined : seen.cars[seat];
		const own = car ? standing(seen, car) : "";
		const roll = seen.move?.level !== undefined ? t("rally.bears", { n: seen.move.level }) : "";
		return [t(`rally.phase.${seen.phase}`), sky, own, roll].filter(Boolean).join(" ");
	},
	seatOf: (event) => (typeof event.args.car === "number" ? event.args.car - 1 : null),
	stage: (view) => `${read(view).race}/${read(view).stage.index}`,
	clock: (view) => (read(view).race * 100 + read(view).stage.index) * 1000 + read(view).turn, // the same for all
	secret: (view) => read(view).mechanics.length > 0 || ["setup", "mechanics"].includes(read(view).phase),
	words(args, nameOf) {
		const said: Record<string, unknown> = { ...args };
		// cars are numbered from one; lists of scores have one entry for each of them
		if (typeof args.car === "number") said.car = nameOf(args.car - 1);
		if (Array.isArray(args.cars)) said.cars = args.cars.map((car) => nameOf(Number(car) - 1)).join(", ");
		for (const name of ["scores", "totals", "points", "places"]) {
			const list = args[name];
			if (Array.isArray(list)) said[name] = list.map((value, seat) => `${nameOf(seat)} ${value}`).join(", ");
		}
		if (typeof args.outcome === "string")
			said.outcome = t(`rally.end.${args.outcome === "-" ? "clean" : args.outcome}`);
		if (typeof args.exit === "string") said.exit = t(`rally.exit.${args.exit}`);
		if (typeof args.ring === "string") said.ring = t(`rally.ring.${args.ring}`);
		return said;
	},
	commit,
	first,
};

export default board;
