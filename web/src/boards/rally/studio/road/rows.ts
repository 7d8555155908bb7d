// A road as a list: the race and the stage, then its cards in order.

import { t } from "../../../../lib/i18n.svelte";
import type { Adder, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import type { RoadCard } from "../../view";
import { append, lift, read, reorder, STAGES, set, swap } from "./tools";

type Choices = { value: string; text: string }[];
const word = (key: string, args = {}): string => t(`rally.studio.${key}`, args);
export const stageChoices = (): Choices => STAGES.map((value) => ({ value, text: word(`stage.${value}`) }));

/** "10 squares, ford". */
export function about({ levels, features }: RoadCard): string {
	return [word("squares", { n: levels.length }), ...features.map((feature) => word(`feature.${feature}`))].join(", ");
}

const cardChoices = (cards: RoadCard[]): Choices =>
	cards.map(({ no, name }) => ({ value: String(no), text: `${no} ${name}` }));

function cardRow(document: Doc, deck: RoadCard[], no: number, at: number): Row {
	const card = deck.find((one) => one.no === no);
	const { cards } = read(document);
	return {
		key: String(at),
		group: word("road"),
		name: `${at + 1}. ${no} ${card?.name ?? ""}`,
		note: card && about(card),
		fields: [
			{
				label: word("card"),
				value: String(no),
				choices: cardChoices(deck.filter((one) => one.no === no || !cards.includes(one.no))),
				set: (other) => swap(document, at, Number(other)),
			},
		],
		acts: [
			{ text: word("earlier"), make: () => reorder(document, at, -1) },
			{ text: word("later"), make: () => reorder(document, at, 1) },
			{ text: t("studio.lift"), make: () => lift(document, at) },
		],
	};
}

export function rowsOf(document: Doc, deck: RoadCard[], races: Choices): Row[] {
	const { race, stage, cards } = read(document);
	const head: Row = {
		key: "race",
		group: word("race"),
		name: word("race"),
		fields: [
			{ label: word("race"), value: race, choices: races, set: (value) => set(document, { race: value }) },
			{ label: word("stage"), value: stage, choices: stageChoices(), set: (value) => set(document, { stage: value }) },
		],
	};
	return [head, ...cards.map((no, at) => cardRow(document, deck, no, at))];
}

export function addersOf(document: Doc, deck: RoadCard[]): Adder[] {
	const { cards } = read(document);
	const left = cardChoices(deck.filter(({ no }) => !cards.includes(no)));
	const fields = [{ name: "card", label: word("card"), value: left[0]?.value ?? "", choices: left }];
	return [{ text: word("lay"), fields, make: ({ card = "" }) => append(document, Number(card)) }];
}
