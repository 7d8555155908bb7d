// Lunar Rally in the browser.

import { actionText, type GameBoard } from "../../lib/boards";
import { t } from "../../lib/i18n.svelte";
import type { Json, View } from "../../lib/types";
import Board from "./Board.svelte";
import { between } from "./between";
import Cockpit from "./Cockpit.svelte";
import { moments } from "./moments";
import Seat from "./Seat.svelte";
import Strip from "./Strip.svelte";
import english from "./text/en.json";
import { absence, CAR_OF, type LunarView, type Rover, read } from "./view";

function rovers(view: View, seat: number): Rover[] {
	return read(view).rovers.filter((rover) => rover.seat === seat);
}

function where(view: View, seat: number): string {
	if (read(view).seats[seat]?.conceded) return t("lunar_rally.conceded");
	const there = rovers(view, seat).filter((rover) => rover.hex);
	if (!there.length) return t(absence(read(view)));
	return there
		.map((rover) => t("lunar_rally.at", { n: rover.number, hex: rover.hex ?? "", facing: rover.facing ?? "" }))
		.join(" · ");
}

const LETTERS: Record<string, string> = { blue: "B", green: "G", red: "R", yellow: "Y" };

/** Events name rovers ("B1") or crews by their letter. */
function ownerOf(args: Record<string, Json>, view: LunarView): number | null {
	const rover = view.rovers.find((one) => one.id === args.rover);
	if (rover) return rover.seat;
	const seat = view.seats.findIndex((one) => LETTERS[one.colour] === args.letter);
	return seat >= 0 ? seat : null;
}

const board: GameBoard = {
	texts: english,
	mishaps: ["stuck", "damage", "phase_lost", "explode"],
	moments,
	Board,
	Cockpit,
	Strip,
	Seat,
	modes: [{ id: "map", text: "board.map", icon: "map" }],
	order: (view) => read(view).seats.map((_, seat) => seat),
	heading: (view) => t("lunar_rally.round", { n: read(view).round }),
	crumbs: (view) => (read(view).map ? [{ text: read(view).map?.title ?? "" }] : []),
	seatLine: (view, seat) => ({
		figure: rovers(view, seat)
			.map((rover) => (rover.hex ? rover.phases : "–"))
			.join(" · "),
		where: where(view, seat),
	}),
	summary: (view, seat) => (seat === null ? "" : t("lunar_rally.you_are", { where: where(view, seat) })),
	commit: (action) =>
		action.form.kind === "program"
			? t("lunar_rally.seal", { n: Number(action.form.number) })
			: actionText("lunar_rally", action),
	seatOf: (event, view) => (view ? ownerOf(event.args, read(view)) : null),
	plate: (view, seat) => ({ car: CAR_OF[read(view).seats[seat]?.colour ?? ""] ?? seat + 1, bare: true }), // numbers are the rovers'
	stage: (view) => read(view).round,
	clock: (view) => 10 * read(view).round + 4 * (read(view).moon - 1) + read(view).phase, // the same for all
	secret: () => true,
	words(args, nameOf, view) {
		const said: Record<string, unknown> = { ...args };
		const seats = read(view).seats;
		if (typeof args.letter === "string") {
			const seat = seats.findIndex((one) => LETTERS[one.colour] === args.letter);
			if (seat >= 0) said.letter = nameOf(seat);
		}
		if (Array.isArray(args.seats)) said.letters = args.seats.map((seat) => nameOf(Number(seat))).join(", ");
		if (typeof args.card === "string") said.card = t(`lunar_rally.card.${args.card}`);
		if (Array.isArray(args.rovers)) said.rovers = args.rovers.join(", ");
		return said;
	},
	between,
};

export default board;
