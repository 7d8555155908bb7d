// How the shell knows a game's board: by its folder's name under src/boards, and by nothing else.

import type { Component } from "svelte";
import { catalogue } from "./catalogue.svelte";
import type { FilmBook } from "./film.svelte";
import { fraction, gt, percent, t, texts } from "./i18n.svelte";
import type { StageBook } from "./interval";
import type { KeyHelp } from "./keys";
import type { MomentBook } from "./moments";
import type { Die } from "./rolls";
import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";
import type { TurnBook } from "./turns";
import type { GameEvent, Happening, Json, Kit, LegalAction, Refusal, View } from "./types";

export interface SeatLine {
	figure: string; // the one big figure of a seat: net time, purse, points
	where: string; // one short line: "space 11, 3rd"
}

export interface Crumb {
	text: string;
	plate?: boolean; // shown reversed, like a stage plate
}

/** The door plate a seat wears: which of the six cars, and another label than its number, or none. */
export interface PlateLook {
	car: number;
	label?: string;
	bare?: boolean;
}

/** The stages of a time card: a head for each, and by seat what it made of them, in words and in figures. */
export interface Legs {
	heads: string[];
	rows: { text: string; best: boolean }[][];
	values: (number | null)[][];
	more: boolean; // the highest is best
}

/** Time card columns from figures by seat and stage; `more`: the highest is best. */
export function legsOf(
	heads: string[],
	values: (number | null)[][],
	say: (value: number) => string,
	more = false,
): Legs {
	const best = heads.map((_, n) => {
		const known = values.map((row) => row[n] ?? null).filter((value) => value !== null);
		return more ? Math.max(...known) : Math.min(...known);
	});
	const told = (value: number | null, n: number): { text: string; best: boolean } => ({
		text: value === null ? "–" : say(value),
		best: value === best[n] && values.length > 1,
	});
	return { heads, rows: values.map((row) => row.map(told)), values, more };
}

export interface BoardProps {
	table: TableModel;
	content: Record<string, Json>; // the game's content files by name
	mode: string; // one of `modes`
}

export interface SeatProps {
	table: TableModel;
	seat: number;
}

/** The part of a time sheet that is the game's own: what a crew takes along. */
export interface SheetKitProps {
	kit: string[];
	content: Record<string, Json>;
	options: Record<string, Json>; // of the event
	fixed?: boolean; // only to be looked at
	onchange?: (kit: string[]) => void;
}

/** The map beside a time sheet. */
export interface SheetMapProps {
	content: Record<string, Json>;
	view: View; // the position before the start
	section: number; // that is being written, from 0
	reached: number[]; // squares the typed speeds add up to, turn by turn
}

/** A view of the board. */
export interface Mode {
	id: string;
	text: string; // a key
	icon: string;
}

export const MAP: Mode = { id: "map", text: "board.map", icon: "map" };

export interface GameBoard {
	texts: Record<string, string>; // its own words in English, under whatever another language lacks
	Board: Component<BoardProps>;
	Cockpit?: Component<BoardProps>; // the choices as this game shows them; without it the plain list
	Steps?: Component<BoardProps>; // above the board, where there is room: where the game has got to
	Strip?: Component<BoardProps>; // under the board: pace notes, phases
	Sheet?: Component<BoardProps>; // under the log: course sheet, standings
	SheetKit?: Component<SheetKitProps>; // on the time sheets of events …
	SheetMap?: Component<SheetMapProps>; // … and beside them
	Seat?: Component<SeatProps>; // under a name in the seat list, where a line of text is not enough
	Piece?: Component<{ car: number }>; // what a crew drives, on the podium; without it a car
	/** The content with what a table brings of its own, as its options say, in the house's place. */
	own?(content: Record<string, Json>, options: Record<string, Json>): Record<string, Json>;
	modes: Mode[]; // views of the board beside the list
	order(view: View): number[]; // seats in the order the panel lists them
	heading(view: View): string;
	crumbs(view: View, content: Record<string, Json>): Crumb[];
	seatLine(view: View, seat: number): SeatLine;
	summary(view: View, seat: number | null): string; // one or two sentences for a screen reader
	commit(action: LegalAction, table: TableModel): string; // the whole act in words
	first?(table: TableModel): string; // what is still to be picked before there is an act to commit
	faulty?(action: LegalAction): string | null; // a question to ask before a move that breaks something
	seatOf?(event: GameEvent, view: View | null): number | null; // whose event it is, for the log; null is nobody's
	plate?(view: View, seat: number): PlateLook; // where a game deals out its own colours or numbers
	stage?(view: View): string | number; // changes where a stage, section or race begins: a replay jumps there
	/** It draws another run (`table.ghost`) beside the one shown. The seconds, minutes or turns a seat has driven match
	 * the two. */
	clock?(view: View, seat: number): number;
	moments?: MomentBook; // events that nobody should miss, and how they are told
	secret?(view: View): boolean; // a seat sees what the others at the same screen must not
	/** An event's arguments in words: seats as names, spaces as people call them. */
	words?(
		args: Record<string, Json>,
		nameOf: (seat: number) => string,
		view: View,
		content: Record<string, Json>,
	): Record<string, unknown>;
	risk?(action: LegalAction): number | null; // the chance that it goes wrong at once; null where nobody tells
	/** A second click on what is picked reaches it again, so that it may commit; not where it takes the choice back or goes
	 * on to the next way. Without this it always does. */
	again?(action: LegalAction, table: TableModel): boolean;
	turns?: TurnBook; // how its turns are told
	stages?: StageBook; // what ends a stage, and how it stands then
	out?(view: View, seat: number): string; // why a seat is not classified, in words; empty where it is
	legs?(view: View): Legs; // what each seat has made of each stage so far
	/** The headline of the finish where no figure tells it; `named`: for everybody to read. */
	finish?(table: TableModel, named?: boolean): string | null;
	/** The dice that events tell of, as they have fallen. */
	rolled?(events: GameEvent[], view: View): Die[];
	/** The dice that an action will roll, before they have fallen. */
	rolls?(action: LegalAction, view: View): Die[];
	goal?(view: View, seat: number | null): string[]; // what wins, and how far this seat is from it
	keys?: KeyHelp[]; // what its keys do, for the help
	share?: number; // how much of a phone's height its board takes, in percent, where it needs another than most
	steady?: boolean; // on a phone the board stays in sight while the choices are scrolled
	film?: FilmBook; // where one move makes so much happen that it is watched step by step
	/** Positions to show between two others, where one move makes many things happen. */
	between?(before: View, after: View, events: GameEvent[]): View[];
}

const folders = import.meta.glob<{ default: GameBoard }>("../boards/*/index.ts");
const catalogues = import.meta.glob<{ default: Record<string, string> }>("../boards/*/text/{fr,it}.json");

/** A game's board with its own texts, English under whatever the language lacks. */
export async function loadBoard(game: string): Promise<GameBoard | null> {
	const load = folders[`../boards/${game}/index.ts`];
	if (!load) return null;
	const [module, other] = await Promise.all([
		load(),
		catalogues[`../boards/${game}/text/${settings.values.language}.json`]?.(),
	]);
	texts.addBoard({ ...module.default.texts, ...other?.default });
	return module.default;
}

/** Lay a game out on a table: its board, and what that is drawn from. What the table brings of its own its options say. */
export async function layOut(table: TableModel, game: string, options: Record<string, Json> = {}): Promise<Kit> {
	const [board, kit] = await Promise.all([loadBoard(game), catalogue.kit(game)]);
	const content = board?.own?.(kit.content, options) ?? kit.content;
	Object.assign(table, { game, board, content });
	return kit;
}

/** Fetch a game's board before it is asked for. */
export function warmBoard(game: string): void {
	void folders[`../boards/${game}/index.ts`]?.();
}

/** What makes a button draft an action, or take the draft back. */
export function drafts(table: TableModel, notation: string): { "aria-pressed": boolean; onclick: () => void } {
	return { "aria-pressed": table.draft === notation, onclick: () => table.pick(notation) };
}

/** The action in the game's own words. */
export function actionText(table: TableModel, action: Pick<LegalAction, "form">): string {
	const said = gt(table.game, `action.${action.form.kind}`, table.words(action.form));
	return said.slice(0, 1).toUpperCase() + said.slice(1); // it stands alone, on a button or in a list
}

/** What the action does, a sentence for each thing. Those of the game's words that are in its texts are said. */
export function effectTexts(table: TableModel, { effect }: Pick<LegalAction, "effect">): string[] {
	const known = texts.games[table.game] ?? {};
	const { happens = [], ...words } = effect;
	const args = Object.fromEntries(
		Object.entries(words).map(([word, told]) => [word, Array.isArray(told) ? told.join(" ") : told]),
	);
	const said = Object.keys(words).filter((word) => known[`effect.${word}`]);
	return [
		...said.map((word) => gt(table.game, `effect.${word}`, table.words(args))),
		...happens.map((one) => happeningText(table, one)),
	];
}

/** One thing that happens on the way, in the words for the event itself where the game has no shorter ones. */
export function happeningText(table: TableModel, [kind, args]: Happening): string {
	const short = texts.games[table.game]?.[`effect.${kind}`];
	return gt(table.game, `${short ? "effect" : "event"}.${kind}`, table.words(args));
}

/** Fractions are; a chance of nought or one is written without a stroke. Figures are numbers, dice are letters or digits. */
function isChance(name: string, value: unknown): value is string {
	return typeof value === "string" && name !== "dice" && /^(\d+\/\d+|[01])$/.test(value);
}

/** The odds of an action in words, fractions as percentages; none where they are switched off. */
export function oddsTexts(table: TableModel, { odds }: Pick<LegalAction, "odds">): string[] {
	return ((table.odds && odds) || []).map(({ key, args }) => {
		const read = Object.entries(args).map(([name, value]) => [
			name,
			isChance(name, value) ? percent(fraction(value)) : value,
		]);
		return gt(table.game, key, table.words(Object.fromEntries(read)));
	});
}

/** Why something was not done: in the game's words where its rules refused, else in the page's. */
export function refusalText(table: TableModel, refusal: Refusal): string {
	const key = `refusal.${refusal.code}`;
	if (texts.games[table.game]?.[key]) return gt(table.game, key, table.words(refusal.args));
	return String(refusal.args.reason ?? t("table.refused"));
}

/** What the shell shows where a game brings nothing of its own. */
export const plain = {
	order: (seats: number): number[] => Array.from({ length: seats }, (_, seat) => seat),
	heading: (): string => t("table.seats"),
	line: (): SeatLine => ({ figure: "", where: "" }),
};
