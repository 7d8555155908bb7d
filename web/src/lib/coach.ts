// The one sentence at the head of the cockpit: what is asked, or whom one waits for. Facts of the server in words.

import { gt, t, texts } from "./i18n.svelte";
import type { TableModel } from "./table.svelte";

const NAMED = 3; // of those who play before one's own turn

/** What the seat at the screen is asked, in the board's words or else the game's. */
function asked(table: TableModel): string {
	const { asked, game } = table;
	if (!asked) return "";
	const words = table.words(asked.args);
	const own = asked.key.replace(/^ask/, `${game}.coach`);
	return own in texts.page ? t(own, words) : gt(game, asked.key, words);
}

/** "Jari plays, then Tarmo, then you." */
function waiting(table: TableModel): string {
	const { seats } = table.turn;
	const names = listed(seats.map((seat) => table.nameOf(seat)));
	if (table.ownSeal !== null) return t(seats.length > 1 ? "coach.sealed_many" : "coach.sealed", { names });
	if (!seats.length) return t("coach.moving");
	const { later } = table;
	const own = later.indexOf(table.seat ?? -1);
	const queue = later.slice(0, own < 0 ? NAMED : Math.min(own + 1, NAMED));
	const said = queue.map((seat) =>
		t("coach.then", { name: seat === table.seat ? t("coach.you") : table.nameOf(seat) }),
	);
	return `${t(seats.length > 1 ? "coach.play" : "coach.plays", { names })}${said.join("")}.`;
}

/** "Anouk", "Anouk and Jari", "Anouk, Jari and Tarmo". */
export function listed(names: string[]): string {
	if (names.length < 2) return names[0] ?? "";
	return t("coach.and", { names: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });
}

/** The sentence, and whether it asks the seat at the screen for something. */
export function coach(table: TableModel): { text: string; due: boolean } {
	const { film } = table.showing;
	const { interval } = table.witness;
	if (film) return { text: table.board?.film?.caption(table, film.step) ?? "", due: table.turn.mine };
	if (table.over && !table.playing) return { text: t(table.result ? "coach.over" : "coach.closed"), due: false };
	if (table.seat !== null && table.seats[table.seat]?.away) return { text: t("coach.away"), due: false };
	if (table.task) return { text: table.task, due: true };
	if (interval && !table.playing) return { text: t("coach.interval"), due: true };
	if (table.turn.mine) return { text: asked(table) || `${t("state.your_turn")}.`, due: true };
	return { text: waiting(table), due: false };
}

/** Whose turn it is, in two words: the chip in the header. */
export function turnText(table: TableModel): string {
	const { seats, mine } = table.turn;
	if (mine) return t("state.your_turn");
	if (!seats.length) return t("state.moving");
	return t(seats.length > 1 ? "coach.play" : "coach.plays", { names: listed(seats.map((seat) => table.nameOf(seat))) });
}
