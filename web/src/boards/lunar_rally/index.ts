// Lunar Rally in the browser.

import { actionText, type GameBoard, MAP } from "../../lib/boards";
import { gt, t } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { Json, View } from "../../lib/types";
import Board from "./Board.svelte";
import Cockpit from "./Cockpit.svelte";
import { caption, onward } from "./captions";
import { goal, wayLeft } from "./goal";
import { laidOf } from "./laid.svelte";
import { moments } from "./moments";
import PodiumRover from "./PodiumRover.svelte";
import Seat from "./Seat.svelte";
import Strip from "./Strip.svelte";
import { between, steps } from "./show";
import english from "./text/en.json";
import { turns } from "./turns";
import { absence, CAR_OF, type LunarView, type Rover, read } from "./view";

function rovers(view: View, seat: number): Rover[] {
	return read(view).rovers.filter((rover) => rover.seat === seat);
}

function where(view: View, seat: number): string {
	if (read(view).seats[seat]?.conceded) return t("lunar_rally.conceded");
	const there = rovers(view, seat).filter((rover) => rover.hex);
	if (!there.length) return t(absence(read(view)));
	return there
		.map((rover) =>
			t("lunar_rally.at", { n: rover.number, hex: rover.hex ?? "", facing: gt("lunar_rally", `word.${rover.facing}`) }),
		)
		.join("\u00a0· "); // the dot never begins a line
}

function toGo(view: View, seat: number): string {
	const n = wayLeft(view, seat);
	return n === null ? "" : t("lunar_rally.to_go", { n });
}

const LETTERS: Record<string, string> = { blue: "B", green: "G", red: "R", yellow: "Y" };

function cardName(card: string): string {
	return t(`lunar_rally.card.${card}`);
}

/** Events name rovers ("B1") or crews by their letter. */
function ownerOf(args: Record<string, Json>, view: LunarView): number | null {
	const rover = view.rovers.find((one) => one.id === args.rover);
	if (rover) return rover.seat;
	const seat = view.seats.findIndex((one) => LETTERS[one.colour] === args.letter);
	return seat >= 0 ? seat : null;
}

/** Whose rover was first over the line, where one was. */
function finish(table: TableModel, named = false): string | null {
	const { reason, rovers } = read(table.view ?? {});
	const arrived = table.log.lines.findLast((line) => line.event.kind === "finish")?.event.args.rover;
	const rover = reason === "finish" ? rovers.find((one) => one.id === arrived) : undefined;
	if (!rover) return null;
	const mine = !named && table.yours.length === 1 && table.yours[0] === rover.seat;
	const words = { n: rover.number, name: table.nameOf(rover.seat) };
	return t(mine ? "lunar_rally.first" : "lunar_rally.first_other", words);
}

/** How many cards are still to be laid, or that the rover is to be placed. */
function first(table: TableModel): string {
	const n = laidOf(table).slots.filter((card) => card === null).length;
	const programs = table.choices.some((action) => action.form.kind === "program");
	return programs ? t("lunar_rally.first_cards", { n }) : t("lunar_rally.first_hex");
}

const board: GameBoard = {
	texts: english,
	moments,
	turns,
	finish,
	out: (view, seat) => (rovers(view, seat).some((rover) => rover.hex) ? "" : t("lunar_rally.no_rover")),
	steady: true,
	again: () => false, // cards are laid and taken back, a rover's heading is only turned
	film: { steps, caption, onward, part: "lunar_rally.phase" },
	keys: [
		{ press: ["1", "…", "8"], text: "lunar_rally.keys.cards" },
		{ press: ["Backspace"], text: "lunar_rally.keys.back" },
	],
	Board,
	Cockpit,
	goal,
	Strip,
	Seat,
	Piece: PodiumRover,
	modes: [MAP],
	order: (view) => read(view).seats.map((_, seat) => seat),
	heading: (view) =>
		read(view).round ? t("lunar_rally.round", { n: read(view).round }) : t("lunar_rally.round.before"),
	crumbs: (view) => (read(view).map ? [{ text: read(view).map?.title ?? "" }] : []),
	seatLine: (view, seat) => ({
		figure: toGo(view, seat),
		where: where(view, seat),
	}),
	summary: (view, seat) => (seat === null ? "" : t("lunar_rally.you_are", { where: where(view, seat) })),
	commit: (action, table) =>
		action.form.kind === "program"
			? t("lunar_rally.seal", { n: Number(action.form.number) })
			: actionText(table, action),
	first,
	seatOf: (event, view) => (view ? ownerOf(event.args, read(view)) : null),
	plate: (view, seat) => ({ car: CAR_OF[read(view).seats[seat]?.colour ?? ""] ?? seat + 1, bare: true }), // numbers are the rovers'
	stage: (view) => read(view).round,
	clock: (view) => 10 * read(view).round + 4 * (read(view).moon - 1) + read(view).phase, // the same for all
	secret: () => true,
	words(args, nameOf, view) {
		const said: Record<string, unknown> = { ...args };
		const seats = read(view).seats;
		const colour = (letter: string): string => Object.keys(LETTERS).find((one) => LETTERS[one] === letter) ?? "";
		const crew = (letter: string): string => {
			const seat = seats.findIndex((one) => one.colour === colour(letter));
			return seat >= 0 ? nameOf(seat) : t(`lunar_rally.colour.${colour(letter)}`);
		};
		const rover = (id: Json): string =>
			t("lunar_rally.rover_of", { name: crew(String(id).slice(0, 1)), n: String(id).slice(1) });
		for (const name of ["rover", "other", "victim", "pushed", "target"])
			if (typeof args[name] === "string") said[name] = rover(args[name]);
		const several = typeof args.rovers === "string" ? args.rovers.split("+") : args.rovers;
		if (Array.isArray(several)) said.rovers = several.map(rover).join(", ");
		if (typeof args.letter === "string") said.letter = crew(args.letter);
		if (Array.isArray(args.seats)) said.letters = args.seats.map((seat) => nameOf(Number(seat))).join(", ");
		if (typeof args.tokens === "string")
			said.tokens = args.tokens.replace(/[BGRY]/g, (letter) => ` ${t(`lunar_rally.colour.${colour(letter)}`)}`).trim();
		if (typeof args.card === "string") said.card = cardName(args.card);
		const cards = typeof args.cards === "string" ? args.cards.split(".") : args.cards;
		if (Array.isArray(cards)) said.cards = said.text = cards.map((card) => cardName(String(card))).join(", ");
		return said;
	},
	between,
};

export default board;
