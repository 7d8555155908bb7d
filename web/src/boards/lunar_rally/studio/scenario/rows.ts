// A scenario as a list: each thing with its hexes; it is moved, turned and lifted there, too.

import { t } from "../../../../lib/i18n.svelte";
import type { Act, Adder, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import { labels } from "../../hexes";
import {
	lay,
	lift,
	read,
	resize,
	type Symmetry,
	shift,
	type Thing,
	TOOLS,
	things,
	toolFor,
	toolOf,
	turn,
} from "./tools";

const name = (key: string, args = {}): string => t(`lunar_rally.studio.${key}`, args);

function isHex(document: Doc, hex: string): boolean {
	return labels(read(document).sections * 8).includes(hex);
}

function thingRow(document: Doc, thing: Thing): Row {
	const first = thing.hexes[0] ?? "";
	const tool = name(`tool.${toolFor(thing).id}`);
	const acts: Act[] = [{ text: t("studio.lift"), make: () => lift(document, first) }];
	if (thing.hexes.length > 1) acts.unshift({ text: name("turn"), make: () => turn(document, first) });
	return {
		key: first,
		group: name(`part.${thing.part}`),
		name: `${tool}, ${first}`,
		note: thing.hexes.length > 1 ? thing.hexes.join(", ") : undefined,
		fields: [
			{
				label: name("hex"),
				value: first,
				set: (typed) => {
					const hex = typed.trim().toUpperCase();
					return isHex(document, hex) ? shift(document, first, hex) : null;
				},
			},
		],
		acts,
	};
}

export function rowsOf(document: Doc): Row[] {
	const sections: Row = {
		key: "sections",
		group: name("board"),
		name: name("sections"),
		fields: [
			{
				label: name("sections"),
				value: String(read(document).sections),
				choices: ["2", "3"].map((value) => ({ value, text: value })),
				set: (value) => resize(document, Number(value)),
			},
		],
	};
	return [sections, ...things(document).map((thing) => thingRow(document, thing))];
}

export function addersOf(document: Doc, symmetry: Symmetry): Adder[] {
	return [
		{
			text: name("lay"),
			fields: [
				{
					name: "tool",
					label: name("piece"),
					value: "crater7",
					choices: TOOLS.map(({ id }) => ({ value: id, text: name(`tool.${id}`) })),
				},
				{ name: "hex", label: name("hex"), value: "" },
				{
					name: "turns",
					label: name("turns"),
					value: "0",
					choices: ["0", "1", "2", "3", "4", "5"].map((value) => ({ value, text: value })),
				},
				{
					name: "symmetry",
					label: name("symmetry"),
					value: symmetry,
					choices: ["none", "mirror", "turn"].map((value) => ({ value, text: name(`symmetry.${value}`) })),
				},
			],
			make: ({ tool = "", hex = "", turns = "0", symmetry: wished = "none" }) => {
				const at = hex.toUpperCase();
				if (!isHex(document, at)) return null;
				const both = (["mirror", "turn"] as const).find((one) => one === wished) ?? "none";
				const { document: next, laid } = lay(document, toolOf(tool), at, Number(turns), both);
				return laid.length ? next : null;
			},
		},
	];
}
