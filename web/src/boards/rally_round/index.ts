// Rally Round in the browser.

import { actionText, type GameBoard, MAP } from "../../lib/boards";
import { clock, gt, t } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction, View } from "../../lib/types";
import Board from "./Board.svelte";
import { branchOf } from "./branches";
import Cockpit from "./Cockpit.svelte";
import { between } from "./drive";
import { faults, find } from "./facts";
import { goal } from "./goal";
import { moments } from "./moments";
import Sheet from "./Sheet.svelte";
import SheetKit from "./SheetKit.svelte";
import SheetMap from "./SheetMap.svelte";
import Strip from "./Strip.svelte";
import { stages } from "./stages";
import english from "./text/en.json";
import { turns } from "./turns";
import { type Crew, crewOf, plateOf, read, toGo } from "./view";

// Events name crews, the log wants seats: who drives which crew is fixed once the cars are drawn.
let owners: number[] = [];

function crewsOf(view: View, seat: number): Crew[] {
	return read(view).crews.filter((crew) => crew.seat === seat);
}

function order(view: View): number[] {
	const { crews, order } = read(view);
	owners = crews.map((crew) => crew.seat);
	const drives = order.map((number) => crews.find((crew) => crew.crew === number)?.seat);
	const seats = [...drives, ...crews.map((crew) => crew.seat)].filter((seat): seat is number => seat !== undefined);
	// before the cars are drawn there are no crews, and still people to list
	return seats.length ? [...new Set(seats)] : [0, 1, 2, 3, 4, 5];
}

function place(view: View, crew: Crew): string {
	const rally = read(view);
	const section = rally.route?.sections[crew.section];
	const car = crew.number ? t("rally_round.car", { n: crew.number }) : "";
	const where = ((): string => {
		if (["finished", "disqualified", "retired"].includes(crew.status)) return t(`rally_round.status.${crew.status}`);
		if (!section || rally.turn === 0) return "";
		if (crew.missing) return t("rally_round.missing", { n: crew.missing });
		if (crew.status === "waiting") return t("rally_round.status.waiting");
		const left = toGo(rally, crew);
		const off = left === null ? t("rally_round.off_route") : t("rally_round.left", { n: left, to: section.to });
		return t("rally_round.at_speed", { where: off, speed: crew.speed });
	})();
	return [car, where].filter(Boolean).join("\u00a0· "); // the dot never begins a line
}

/** A seat is classified with any crew that came home. */
function out(view: View, seat: number): string {
	const crews = crewsOf(view, seat);
	const lost = crews.every((crew) => ["disqualified", "retired"].includes(crew.status));
	return crews[0] && lost ? t(`rally_round.status.${crews[0].status}`) : "";
}

function commit(action: LegalAction, table: TableModel): string {
	const view = read(table.view ?? {});
	if (view.node === "fork") {
		const found = branchOf(view, crewOf(view, table.seat), Number(action.form.square));
		if (found) return t(found.correct ? "rally_round.commit_on" : "rally_round.commit_leave", { side: found.side });
	}
	if (action.form.kind !== "speed") return actionText(table, action);
	const booked = find(action, "booked");
	const speed = Number(action.form.speed);
	if (booked) return t("rally_round.commit_to", { speed, to: String(booked.control) });
	return t("rally_round.commit", { speed });
}

/** What is still to be picked before there is a move to make. */
const FIRST: Record<string, string> = { take: "rally_round.first.kit", speed: "rally_round.first.speed" };

const board: GameBoard = {
	again: ({ form }) => form.kind !== "take", // a card of a kit is put back
	own: (content, { map }) => (map ? { ...content, "map.json": map } : content),
	texts: english,
	moments,
	turns,
	stages,
	out,
	keys: [{ press: ["1", "…", "9", "0"], text: "rally_round.keys.speeds" }],
	Board,
	Cockpit,
	goal,
	Strip,
	Sheet,
	SheetKit,
	SheetMap,
	modes: [MAP, { id: "sheet", text: "rally_round.sheets", icon: "rules" }],
	order,
	heading: (view) => {
		const { turn, node } = read(view);
		return turn > 0
			? t("rally_round.minute", { n: turn })
			: t(node === "kit" ? "rally_round.kits" : "rally_round.before");
	},
	crumbs(view) {
		const { route, map, part } = read(view);
		const crumbs = [{ text: map }];
		if (part > 1) crumbs.push({ text: t("rally_round.part", { n: part }) });
		if (route)
			crumbs.push({ text: t("rally_round.length", { n: route.path.length - 1, sections: route.sections.length }) });
		return crumbs;
	},
	seatLine: (view, seat) => ({
		figure: crewsOf(view, seat)
			.slice(0, 2)
			.map((crew) => clock(crew.penalty))
			.join(" · "),
		where: crewsOf(view, seat)
			.map((crew) => place(view, crew))
			.join(" | "),
	}),
	summary(view, seat) {
		const crew = crewOf(read(view), seat);
		if (!crew || read(view).turn === 0) return t(`rally_round.ask.${read(view).node}`);
		return t("rally_round.you_are", { place: place(view, crew), penalty: clock(crew.penalty) });
	},
	commit,
	first: ({ choices }) => t(FIRST[String(choices[0]?.form.kind)] ?? "table.pick_first"),
	faulty(action) {
		const broken = faults(action);
		if (!broken.length) return null;
		const what = broken.map(([kind, args]) => gt("rally_round", `effect.${kind}`, args)).join(" ");
		return t("rally_round.fault_question", { what });
	},
	seatOf(event) {
		if (typeof event.args.seat === "number") return event.args.seat - 1;
		return typeof event.args.crew === "number" ? (owners[event.args.crew - 1] ?? null) : null;
	},
	plate(view, seat) {
		const crews = crewsOf(view, seat);
		const crew = crews.find((one) => one.adopted) ?? crews[0];
		return crew?.number ? { car: plateOf(read(view), crew), label: String(crew.number) } : { car: seat + 1 };
	},
	clock: (view) => read(view).turn,
	stage(view) {
		const { part, turn, node, crews } = read(view);
		return turn === 0
			? `${part}/${node === "kit" ? "kit" : "lay"}`
			: `${part}/${Math.max(...crews.map((one) => one.section))}`;
	},
	words(args, nameOf) {
		const said: Record<string, unknown> = { ...args };
		const crew = args.crew;
		if (typeof args.seat === "number") said.seat = nameOf(args.seat - 1);
		if (typeof crew !== "number" || args.kind === "adopt") return said; // which is told by its number
		const seat = owners[crew - 1] ?? crew - 1; // before the cars are drawn crews are numbered like the seats
		const several = owners.filter((owner) => owner === seat).length > 1;
		said.crew = several ? t("rally_round.crew_of", { name: nameOf(seat), n: crew }) : nameOf(seat);
		if (typeof args.seat === "number") said.crew = t("rally_round.car", { n: crew });
		return said;
	},
	between,
};

export default board;
