// Road cards as a list: number, name, exit and squares of each.

import { t } from "../../../../lib/i18n.svelte";
import { type Adder, actsOnCard, type Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import { add, again, type Card, change, EXITS, lift, read, reorder, typed } from "./tools";

export const word = (key: string, args = {}): string => t(`rally.studio.${key}`, args);
export const exitChoices = (): { value: string; text: string }[] =>
	EXITS.map((value) => ({ value, text: word(`exit.${value}`) }));
const yesNo = (): { value: string; text: string }[] => ["no", "yes"].map((value) => ({ value, text: word(value) }));

function cardRow(document: Doc, card: Card, at: number): Row {
	return {
		key: String(at),
		group: word("deck"),
		name: `${card.no} ${card.name}`,
		note: word("squares", { n: card.squares.length }),
		fields: [
			{
				label: word("name"),
				value: card.name,
				set: (name) => (name.trim() ? change(document, at, { name: name.trim().slice(0, 40) }) : null),
			},
			{ label: word("exit"), value: card.exit, choices: exitChoices(), set: (exit) => change(document, at, { exit }) },
			{ label: word("levels"), value: card.squares.join(" "), set: (text) => typed(document, at, text) },
			{
				label: word("fast_road"),
				value: card.fast ? "yes" : "no",
				choices: yesNo(),
				set: (fast) => change(document, at, { fast: fast === "yes" }),
			},
		],
		acts: actsOnCard(word, { again, reorder, lift }, document, at),
	};
}

export const rowsOf = (document: Doc): Row[] => read(document).map((card, at) => cardRow(document, card, at));

export function addersOf(document: Doc): Adder[] {
	const fields = [
		{ name: "name", label: word("name"), value: "" },
		{ name: "exit", label: word("exit"), value: "S", choices: exitChoices() },
	];
	return [{ text: word("add"), fields, make: ({ name = "", exit = "S" }) => add(document, name, exit) }];
}
