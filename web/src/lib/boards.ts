// How the shell knows a game's board: by its folder's name under src/boards, and by nothing else.

import type { Component } from "svelte";
import { gt, t, texts } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";
import type { GameEvent, Json, LegalAction, View } from "./types";

export interface SeatLine {
	figure: string; // the one big figure of a seat: net time, purse, points
	where: string; // one short line: "space 11, 3rd"
}

export interface Crumb {
	text: string;
	plate?: boolean; // shown reversed, like a stage plate
}

export interface BoardProps {
	table: TableModel;
	content: Record<string, Json>; // the game's content files by name
	mode: string; // one of `modes`
}

export interface GameBoard {
	Board: Component<BoardProps>;
	Cockpit?: Component<BoardProps>; // the choices as this game shows them; without it the plain list
	Strip?: Component<BoardProps>; // under the board: pace notes, phases
	Sheet?: Component<BoardProps>; // under the log: course sheet, standings
	modes: { id: string; text: string; icon: string }[]; // views of the board beside the list
	content: string[]; // names of the content files it draws from
	order(view: View): number[]; // seats in the order the panel lists them
	heading(view: View): string;
	crumbs(view: View): Crumb[];
	seatLine(view: View, seat: number): SeatLine;
	summary(view: View, seat: number | null): string; // one or two sentences for a screen reader
	commit(action: LegalAction, table: TableModel): string; // the whole act in words
	faulty?(action: LegalAction): string | null; // a question to ask before a move that breaks something
	seatOf?(event: GameEvent): number | null; // whose event it is, for the log
	/** An event's arguments in words: seats as names, spaces as people call them. */
	words?(args: Record<string, Json>, nameOf: (seat: number) => string, view: View): Record<string, unknown>;
	/** Positions to show between two others, where one move makes many things happen. */
	between?(before: View, after: View, events: GameEvent[]): View[];
}

const folders = import.meta.glob<{ default: GameBoard }>("../boards/*/index.ts");
const catalogues = import.meta.glob<{ default: Record<string, string> }>("../boards/*/text/*.json");

/** A game's board with its own texts, English under whatever the language lacks. */
export async function loadBoard(game: string): Promise<GameBoard | null> {
	const load = folders[`../boards/${game}/index.ts`];
	if (!load) return null;
	for (const language of new Set(["en", settings.values.language])) {
		const found = await catalogues[`../boards/${game}/text/${language}.json`]?.();
		if (found) texts.addBoard(found.default);
	}
	return (await load()).default;
}

/** The action in the game's own words. */
export function actionText(game: string, action: LegalAction): string {
	return gt(game, `action.${action.form.kind}`, action.form);
}

/** What the shell shows where a game brings nothing of its own. */
export const plain = {
	order: (seats: number): number[] => Array.from({ length: seats }, (_, seat) => seat),
	heading: (): string => t("table.seats"),
	line: (): SeatLine => ({ figure: "", where: "" }),
};
