// A board as a list: the main road in order, then each road across, every square with its town and what stands there.

import { gt, t } from "../../../../lib/i18n.svelte";
import type { Adder, Field, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import type { Point } from "../../geometry";
import type { Cell } from "../../view";
import { across, change, close, drawnOn, extend, KINDS, lift, MAIN, mainOf, place, read, SIGNS, START } from "./tools";

type Choices = { value: string; text: string }[];
export const word = (key: string, args = {}): string => t(`rallye_code.studio.${key}`, args);
export const townOf = (n: number): string => word("town_n", { n });
export const kindChoices = (): Choices => KINDS.map((value) => ({ value, text: word(`tool.${value}`) }));
export const signChoices = (): Choices => SIGNS.map((value) => ({ value, text: gt("rallye_code", `sign.${value}`) }));
export const geranceChoices = (): Choices => ["2", "3", "4", "5"].map((value) => ({ value, text: value }));
/** May something else be put there? The start and the no-entries stay what they are. */
export const isFree = ({ kind }: Cell): boolean => kind !== "paris" && kind !== "no_entry";
/** The way back has the name of the first square, once there is one. */
export const closeText = (document: Doc): string => word("close", { town: mainOf(read(document))[0]?.town ?? START });
export const kindText = ({ kind }: Cell): string => word(`tool.${kind}`);

function fieldsOf(document: Doc, cell: Cell): Field[] {
	const fields: Field[] = [
		{
			label: word("town"),
			value: cell.town,
			set: (town) => (town.trim() ? change(document, cell.id, { town: town.trim().slice(0, 40) }) : null),
		},
	];
	if (isFree(cell))
		fields.push({
			label: word("stands"),
			value: cell.kind,
			choices: kindChoices(),
			set: (kind) => place(document, cell.id, kind),
		});
	if (cell.kind === "red")
		fields.push({
			label: word("sign"),
			value: cell.sign ?? "",
			choices: signChoices(),
			set: (sign) => change(document, cell.id, { sign }),
		});
	if (cell.kind === "gerance")
		fields.push({
			label: word("number"),
			value: String(cell.gerance ?? 2),
			choices: geranceChoices(),
			set: (n) => change(document, cell.id, { gerance: Number(n) }),
		});
	return fields;
}

const LETTERS = 26;
/** Columns go by letters: A to Z, then AA. */
export const columnName = (x: number): string =>
	(x < LETTERS ? "" : columnName(Math.floor(x / LETTERS) - 1)) + String.fromCharCode(65 + (x % LETTERS));
/** "A3": a column by its letter and a row by its number, as one reads them off the edge. */
export const placeName = ({ x, y }: Point): string => `${columnName(x)}${y + 1}`;

function placeNamed(text: string, cells: Cell[]): Point | null {
	const [, letters = "", row = ""] = /^([A-Z]{1,2})(\d{1,2})$/.exec(text.trim().toUpperCase()) ?? [];
	const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0);
	const found = { x: column - 1, y: Number(row) - 1 };
	const { columns, rows } = drawnOn(cells);
	return found.x >= 0 && found.x < columns && found.y >= 0 && found.y < rows ? found : null;
}

export function rowsOf(document: Doc): Row[] {
	return read(document).map((cell) => ({
		key: cell.id,
		group: cell.road === MAIN ? word("main") : word("transverse_n", { n: cell.road.replace(/\D/g, "") }),
		name: `${cell.town}, ${placeName(cell)}`,
		note: kindText(cell),
		fields: fieldsOf(document, cell),
		acts: [{ text: t("studio.lift"), make: () => lift(document, cell.id) }],
	}));
}

export function addersOf(document: Doc): Adder[] {
	const plain = read(document)
		.filter(({ road, kind }) => road === MAIN && kind === "road")
		.map((cell) => ({ value: cell.id, text: `${cell.town}, ${placeName(cell)}` }));
	const end = (name: string): Adder["fields"][number] => ({
		name,
		label: word(name),
		value: plain[0]?.value ?? "",
		choices: plain,
	});
	const on: Adder = {
		text: word("extend"),
		fields: [{ name: "place", label: word("to_place"), value: "" }],
		make: ({ place: text = "" }) => {
			const to = placeNamed(text, read(document));
			return to && extend(document, to, townOf);
		},
	};
	const home: Adder = { text: closeText(document), fields: [], make: () => close(document, townOf) };
	const cross: Adder = {
		text: word("cross"),
		fields: [end("from"), end("to")],
		make: ({ from = "", to = "" }) => across(document, from, to, townOf),
	};
	return plain.length > 1 ? [on, home, cross] : [on];
}
