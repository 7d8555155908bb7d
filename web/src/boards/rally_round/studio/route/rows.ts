// A marked map as a list: the controls in running order with arrow, kind and speed, then the Black Spots.

import { t } from "../../../../lib/i18n.svelte";
import type { Adder, Field, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import { compass, type Spot } from "../../survey";
import type { Ground } from "./maps";
import { change, KINDS, labelOf, lay, lift, MPH, over, ownMap, read, reorder, shift, TOOLS } from "./tools";

export type Near = Map<number, number[]>;
const word = (key: string, args = {}): string => t(`rally_round.studio.${key}`, args);
export const kindText = (kind: string): string => t(`rally_round.kind.${kind}`);

/** The sides a marker may be entered from: "west, 19". */
export function sides(near: Near, spots: Map<number, Spot>, square: number): { value: string; text: string }[] {
	const here = spots.get(square);
	return (near.get(square) ?? []).map((id) => {
		const there = spots.get(id);
		const side = here && there ? t(`rally_round.compass.${compass(here, there)}`) : "";
		return { value: String(id), text: `${side}, ${id}` };
	});
}

function squareField(document: Doc, near: Near, square: number): Field {
	return { label: word("square"), value: String(square), set: (to) => shift(document, near, square, Number(to)) };
}

function controlRow(document: Doc, near: Near, spots: Map<number, Spot>, at: number): Row {
	const { controls } = read(document);
	const control = controls[at] ?? { type: "TC", square: 0, from: null, kind: "", mph: 0 };
	const fields = [squareField(document, near, control.square)];
	if (at > 0)
		fields.push({
			label: word("from"),
			value: String(control.from ?? ""),
			choices: sides(near, spots, control.square),
			set: (from) => change(document, at, { from: Number(from) }),
		});
	if (at > 0 && control.type === "TC")
		fields.push({
			label: word("section"),
			value: control.kind,
			choices: KINDS.map((value) => ({ value, text: kindText(value) })),
			set: (kind) => change(document, at, { kind }),
		});
	if (control.kind === "regularity")
		fields.push({
			label: "mph",
			value: String(control.mph),
			number: MPH,
			set: (mph) => change(document, at, { mph: Number(mph) }),
		});
	return {
		key: String(control.square),
		group: word("card"),
		name: labelOf(control, at),
		fields,
		acts: [
			{ text: word("earlier"), make: () => reorder(document, at, -1) },
			{ text: word("later"), make: () => reorder(document, at, 1) },
			{ text: t("studio.lift"), make: () => lift(document, control.square) },
		],
	};
}

/** The map a route lies on: the house's, or one of the maker's own. */
export function mapField(document: Doc, grounds: Ground[]): Field {
	const own = ownMap(document);
	const here = own ? String(Object(own).name) : "";
	const known = grounds.some(({ name }) => name === here);
	const all = known ? grounds : [...grounds, { name: here, title: here, map: own ?? null }];
	return {
		label: word("map"),
		value: here,
		choices: all.map(({ name, title }) => ({ value: name, text: title })),
		set: (name) => over(document, all.find((one) => one.name === name)?.map ?? null),
	};
}

export function rowsOf(document: Doc, near: Near, spots: Map<number, Spot>, grounds: Ground[]): Row[] {
	const marked = read(document);
	return [
		{ key: "map", group: word("map"), name: word("map"), fields: [mapField(document, grounds)] },
		...marked.controls.map((_, at) => controlRow(document, near, spots, at)),
		...marked.spots.map((square) => ({
			key: String(square),
			group: word("tool.spot"),
			name: `${word("tool.spot")}, ${square}`,
			fields: [squareField(document, near, square)],
			acts: [{ text: t("studio.lift"), make: () => lift(document, square) }],
		})),
	];
}

export function addersOf(document: Doc, near: Near): Adder[] {
	return [
		{
			text: word("lay"),
			fields: [
				{
					name: "tool",
					label: word("marker"),
					value: "road",
					choices: TOOLS.map((value) => ({ value, text: word(`tool.${value}`) })),
				},
				{ name: "square", label: word("square"), value: "" },
			],
			make: ({ tool = "", square = "" }) => lay(document, near, tool, Number(square)),
		},
	];
}
