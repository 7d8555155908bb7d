// Rallyman in the browser.

import { type GameBoard, MAP } from "../../lib/boards";
import { documentOf } from "../../lib/content";
import { clock, t } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { Json, LegalAction, View } from "../../lib/types";
import Board from "./Board.svelte";
import Cockpit from "./Cockpit.svelte";
import { commit, dice } from "./commit";
import { lossOf } from "./dice";
import { goal } from "./goal";
import { legs } from "./legs";
import { moments } from "./moments";
import { withOwn } from "./own";
import { spaceName } from "./places";
import { rolled, rolls } from "./rolls";
import Sheet from "./Sheet.svelte";
import Strip from "./Strip.svelte";
import { stages } from "./stages";
import english from "./text/en.json";
import { turns } from "./turns";
import { read, specialName } from "./view";
import type { ZoneFile } from "./zones";

function order(view: View): number[] {
	const { order, cars } = read(view);
	const queue = [...(order.now === null ? [] : [order.now]), ...order.waiting];
	const rest = cars.map((car) => car.seat).filter((seat) => !queue.includes(seat));
	return [...queue, ...rest.sort((a, b) => (cars[b]?.progress ?? 0) - (cars[a]?.progress ?? 0))];
}

function place(view: View, seat: number): string {
	const car = read(view).cars[seat];
	if (!car) return "";
	if (car.status === "finished") return t("rallyman.finished");
	if (car.status === "retired") return t("rallyman.retired");
	if (car.progress === 0) return t("rallyman.at_start");
	return t("rallyman.where", {
		space: car.progress,
		gear: car.gear ? t(`rallyman.gear.${car.gear}`) : t("rallyman.neutral"),
	});
}

/** Zones of a table's own lie among the house's. */
function own(content: Record<string, Json>, { zones }: Record<string, Json>): Record<string, Json> {
	const file = documentOf<ZoneFile>(content["zones.json"]);
	return zones && file ? { ...content, "zones.json": withOwn(file, zones) as object as Json } : content;
}

/** A die with several ways goes on to the next of them. */
function again({ form }: LegalAction, { choices }: TableModel): boolean {
	return !form.die || choices.filter((one) => one.form.kind === form.kind && one.form.die === form.die).length < 2;
}

const board: GameBoard = {
	again,
	own,
	texts: english,
	moments,
	risk: (action) => (["roll", "lock", "place"].includes(String(action.form.kind)) ? lossOf(action) : 0),
	turns,
	stages,
	legs,
	out: (view, seat) => (read(view).cars[seat]?.status === "retired" ? t("rallyman.retired") : ""),
	rolled,
	rolls,
	keys: [
		{ press: ["1", "…", "5", "W"], text: "rallyman.keys.dice" },
		{ press: ["S"], text: "rallyman.keys.stop" },
	],
	steady: true,
	share: 30,
	Board,
	Cockpit,
	goal,
	Strip,
	Sheet,
	modes: [MAP, { id: "ribbon", text: "board.ribbon", icon: "ribbon" }],
	order,
	heading: (view) => t(read(view).round ? "rallyman.heading" : "rallyman.heading.start", { round: read(view).round }),
	crumbs: (view, content) => [
		{ text: t("rallyman.ss", { n: read(view).special }), plate: true },
		{ text: specialName(read(view).road.route, content) },
		{ text: t("rallyman.spaces", { n: read(view).road.length }) },
	],
	seatLine: (view, seat) => ({ figure: clock(read(view).cars[seat]?.net ?? 0), where: place(view, seat) }),
	summary(view, seat) {
		const { cars, turn, special } = read(view);
		const own =
			seat === null ? "" : t("rallyman.you_are", { place: place(view, seat), net: clock(cars[seat]?.net ?? 0) });
		const now = turn ? t("rallyman.hazards", { n: turn.hazards, limit: turn.limit }) : "";
		return [t("rallyman.summary", { special }), own, now].filter(Boolean).join(" ");
	},
	seatOf: (event) => (typeof event.args.car === "number" ? event.args.car : null),
	clock: (view, seat) => read(view).cars[seat]?.net ?? 0,
	stage: (view) => read(view).special,
	words(args, nameOf, view, content) {
		const said: Record<string, unknown> = { ...args };
		if (typeof args.car === "number") said.driver = nameOf(args.car);
		if (Array.isArray(args.order)) said.order = args.order.map((seat) => nameOf(Number(seat))).join(", ");
		// drivers without a name of their own are numbered
		if (typeof args.drivers === "string")
			said.drivers = args.drivers.replace(/\bDriver (\d)\b/g, (_, n) => nameOf(Number(n) - 1));
		if (typeof args.hazards === "string")
			said.hazards = args.hazards === "-" ? t("rallyman.no_die") : dice(args.hazards);
		if (typeof args.dice === "string") said.dice = dice(args.dice);
		if (typeof args.route === "string") said.route = specialName(args.route, content);
		if (args.gear === 0) said.gear = t("rallyman.neutral");
		else if (typeof args.gear === "number") said.nth = t(`rallyman.gear.${args.gear}`);
		for (const name of ["space", "to"])
			if (typeof args[name] === "string") said[name] = spaceName(String(args[name]), view, content);
		return said;
	},
	commit,
	first: ({ choices }) => t(choices.some((action) => action.form.die) ? "rallyman.first" : "table.pick_first"),
	faulty: ({ form, effect }) => (form.path && effect.loses === "control" ? t("rallyman.wide_question") : null),
};

export default board;
