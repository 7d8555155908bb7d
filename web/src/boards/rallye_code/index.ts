// Rallye-Code in the browser.

import { actionText, type GameBoard, MAP } from "../../lib/boards";
import { t, word } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction, View } from "../../lib/types";
import { grouped } from "../../lib/typography";
import Board from "./Board.svelte";
import Cockpit from "./Cockpit.svelte";
import { between } from "./drive";
import { goal } from "./goal";
import { moments } from "./moments";
import { francs, gerance } from "./money";
import { rolled, rolls } from "./rolls";
import Sheet from "./Sheet.svelte";
import Strip from "./Strip.svelte";
import english from "./text/en.json";
import { turns } from "./turns";
import { read, townOf } from "./view";
import { seatOf, words } from "./words";

/** In order of play, whoever plays now first; those that are out at the end. */
function order(view: View): number[] {
	const { players, turn } = read(view);
	const first = turn.seat ?? 0;
	const seats = players.map((_, i) => (first + i) % players.length);
	return [...seats.filter((seat) => players[seat]?.in), ...seats.filter((seat) => !players[seat]?.in)];
}

function where(view: View, seat: number): string {
	const shown = read(view);
	const player = shown.players[seat];
	if (!player?.in) return t("rallye_code.out");
	const towns = shown.cars
		.filter((car) => car.owner === seat && car.cell)
		.map((car) => word("rallye_code", townOf(shown, car.cell)));
	const offices = [player.gendarme ? t("rallye_code.gendarme") : "", ...player.gerances.map((n) => gerance(n))];
	return [towns.join(" / "), ...offices].filter(Boolean).join("\u00a0· "); // the dot never begins a line
}

function round(view: View): string {
	const { limit, turn } = read(view);
	return t(`rallye_code.limit.${limit.kind}`, { n: turn.round, of: limit.rounds, minutes: limit.minutes ?? "" });
}

/** Which of one's cars rolls, where one has two: "1.2" is the second of the first player. */
function commitRoll({ effect }: LegalAction): string {
	const n = String(effect.car).split(".")[1];
	return n ? t("rallye_code.commit.roll", { n }) : t("rallye_code.commit.roll_one");
}

function commit(action: LegalAction, table: TableModel): string {
	if (action.form.kind === "roll" && action.effect.car) return commitRoll(action);
	if (action.form.kind === "accept")
		return t("rallye_code.commit.accept", { price: francs(Number(action.effect.gains)) });
	return actionText(table, action);
}

const board: GameBoard = {
	texts: english,
	moments,
	turns,
	out: (view, seat) => (read(view).players[seat]?.in === false ? t("rallye_code.out") : ""),
	rolled,
	rolls,
	keys: [{ press: ["1", "…", "9"], text: "rallye_code.keys.choices" }],
	Board,
	Cockpit,
	goal,
	Strip,
	Sheet,
	modes: [
		{ id: "near", text: "rallye_code.near", icon: "search" }, // first: on all of France no screen has room for the towns' names
		MAP,
	],
	order,
	heading: round,
	crumbs: (view) => [
		{ text: t("rallye_code.edition", { edition: read(view).edition }), plate: true },
		{ text: read(view).board.title },
		{ text: t(`rallye_code.enforcement.${read(view).enforcement}`) },
	],
	seatLine: (view, seat) => {
		const purse = read(view).players[seat]?.purse ?? null;
		return { figure: purse === null ? "–" : grouped(purse), where: where(view, seat) };
	},
	summary(view, seat) {
		const own =
			seat === null
				? ""
				: t("rallye_code.you_are", {
						where: where(view, seat),
						purse: francs(read(view).players[seat]?.purse ?? null),
					});
		const boxes = read(view).boxes.map((box) => `${gerance(box.number)} ${francs(box.amount)}`);
		return [`${round(view)}.`, own, t("rallye_code.boxes_are", { boxes: boxes.join(", ") })].filter(Boolean).join(" ");
	},
	commit,
	faulty: (action) => (action.form.kind === "give_up" ? t("rallye_code.give_up_question") : null),
	seatOf,
	stage: (view) => read(view).turn.round,
	secret: (view) => read(view).players.some((player) => player.purse === null),
	words: (args, nameOf, view) => words(args, nameOf, read(view)),
	between,
};

export default board;
