// A deck as a list: every card with what it is, what it costs or brings, and what it says.

import { language, t } from "../../../../lib/i18n.svelte";
import { type Adder, actsOnCard, type Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import { LANGUAGES } from "../../../../lib/wire";
import { francs } from "../../money";
import { add, again, type Card, change, lift, MOST_FRANCS, read, reorder, say, sentence, UNIT } from "./tools";

export const word = (key: string, args = {}): string => t(`rallye_code.studio.${key}`, args);
export const sortChoices = (): { value: string; text: string }[] =>
	["offence", "indemnity"].map((value) => ({ value, text: word(value) }));
export const sortOf = ({ offence }: Card): string => (offence ? "offence" : "indemnity");

function cardRow(document: Doc, card: Card, at: number): Row {
	return {
		key: String(at),
		group: word("cards"),
		name: `${at + 1}. ${sentence(card, language())}`,
		note: `${word(sortOf(card))}, ${francs(card.amount)}`,
		fields: [
			{
				label: word("sort"),
				value: sortOf(card),
				choices: sortChoices(),
				set: (sort) => change(document, at, { offence: sort === "offence" }),
			},
			{
				label: word("francs"),
				value: String(card.amount),
				number: { least: UNIT, most: MOST_FRANCS },
				set: (amount) => change(document, at, { amount: Number(amount) }),
			},
			...Object.entries(LANGUAGES).map(([code, name]) => ({
				label: name,
				value: card.text[code] ?? "",
				set: (text: string) => say(document, at, code, text),
			})),
		],
		acts: actsOnCard(word, { again, reorder, lift }, document, at),
	};
}

export const rowsOf = (document: Doc): Row[] => read(document).map((card, at) => cardRow(document, card, at));

export function addersOf(document: Doc): Adder[] {
	return [
		{
			text: word("add_card"),
			fields: [
				{ name: "sort", label: word("sort"), value: "offence", choices: sortChoices() },
				{ name: "amount", label: word("francs"), value: "2000" },
				{ name: "text", label: word("says"), value: "" },
			],
			make: ({ sort = "", amount = "", text = "" }) =>
				add(document, sort === "offence", Number(amount) || UNIT, language(), text),
		},
	];
}
