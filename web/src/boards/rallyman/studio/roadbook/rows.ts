// A roadbook as a list: each special with its roads, assistance and snow.

import { gt, t } from "../../../../lib/i18n.svelte";
import type { Adder, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import { spacesOf, zonesOf } from "../../roadbook";
import type { ZoneFile } from "../../zones";
import {
	ASSISTANCE,
	assist,
	drop,
	join,
	MOST_SPECIALS,
	read,
	reorder,
	snowIn,
	takeOff,
	turnedLeg,
	turnLast,
} from "./tools";

const word = (key: string, args = {}): string => t(`rallyman.studio.${key}`, args);
export const assistanceChoices = (): { value: string; text: string }[] =>
	ASSISTANCE.map((value) => ({ value, text: gt("rallyman", `choice.assistance.${value}`) }));

/** Roads as they are read: "C8-C3, J1-J4". */
export const told = (legs: string[]): string => legs.join(", ");

export const nameOf = (file: ZoneFile | undefined, letter: string): string =>
	file?.zones.find(({ zone }) => zone === letter)?.name ?? letter;

/** Every road of every zone, both ways. */
export function allLegs(file: ZoneFile | undefined): string[] {
	return (file?.zones ?? []).flatMap(({ zone, roads }) =>
		roads.flatMap(({ ends: [a, b] }) => [`${zone}${a}-${zone}${b}`, turnedLeg(`${zone}${a}-${zone}${b}`)]),
	);
}

function specialRow(document: Doc, file: ZoneFile | undefined, special: number): Row {
	const { stages, snow } = read(document);
	const legs = stages[special] ?? [];
	const zones = zonesOf(legs.join("/"));
	return {
		key: String(special),
		group: word("sheet"),
		name: `${t("rallyman.ss", { n: special + 1 })}: ${told(legs)}`,
		note: gt("rallyman", "figure.spaces", { spaces: spacesOf(legs.join("/"), file).length }),
		fields: zones.map((zone) => ({
			label: word("snow_in", { zone: nameOf(file, zone) }),
			value: snow[special]?.includes(zone) ? "snow" : "dry",
			choices: ["dry", "snow"].map((value) => ({ value, text: word(value) })),
			set: () => snowIn(document, special, zone),
		})),
		acts: [
			{ text: word("turn"), make: () => turnLast(document, special) },
			{ text: word("off"), make: () => takeOff(document, special) },
			{ text: word("earlier"), make: () => reorder(document, special, -1) },
			{ text: word("later"), make: () => reorder(document, special, 1) },
			{ text: word("drop"), make: () => drop(document, special) },
		],
	};
}

export function rowsOf(document: Doc, file: ZoneFile | undefined): Row[] {
	const { stages, assistance } = read(document);
	const help: Row = {
		key: "assistance",
		group: word("rally"),
		name: word("assistance"),
		fields: [
			{
				label: word("assistance"),
				value: assistance,
				choices: assistanceChoices(),
				set: (value) => assist(document, value),
			},
		],
	};
	return [help, ...stages.map((_, special) => specialRow(document, file, special))];
}

export function addersOf(document: Doc, file: ZoneFile | undefined): Adder[] {
	const specials = Math.min(MOST_SPECIALS, read(document).stages.length + 1);
	return [
		{
			text: word("join"),
			fields: [
				{
					name: "special",
					label: word("special"),
					value: "0",
					choices: Array.from({ length: specials }, (_, n) => ({
						value: String(n),
						text: t("rallyman.ss", { n: n + 1 }),
					})),
				},
				{
					name: "leg",
					label: word("road"),
					value: allLegs(file)[0] ?? "",
					choices: allLegs(file).map((value) => ({ value, text: value })),
				},
			],
			make: ({ special = "0", leg = "" }) => join(document, Number(special), leg),
		},
	];
}
