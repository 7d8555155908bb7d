// A map as a list: its squares by colour with what lies on them and the roads they join, then names of places and roads,
// tracks and shapes.

import { t } from "../../../../lib/i18n.svelte";
import { list } from "../../../../lib/paths";
import type { Act, Adder, Field, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import type { Colour } from "../../view";
import { sides } from "../route/rows";
import * as tools from "./tools";

export const word = (key: string, args = {}): string => t(`rally_round.map.${key}`, args);
const choices = (values: string[], text: (value: string) => string): { value: string; text: string }[] =>
	values.map((value) => ({ value, text: text(value) }));
export const colours = (): { value: string; text: string }[] =>
	choices(tools.COLOURS, (one) => t(`rally_round.colour.${one}`));
const colourOf = (value: string): Colour => tools.COLOURS.find((one) => one === value) ?? "W";
const toolName = (tool: string): string => word(`tool.${tool}`);

/** The roads a sign may point along: "west, 19". */
export function ways(document: Doc, square: tools.Square): { value: string; text: string }[] {
	const spots = new Map(tools.read(document).squares.map((one) => [one.id, one]));
	return sides(new Map([[square.id, tools.aims(document, square)]]), spots, square.id);
}

/** What can be set of a feature: where it points, how steep it is, what its sign says. */
export function signFields(document: Doc, square: tools.Square): Field[] {
	const { id, feature } = square;
	const set = (told: tools.Entry): Doc => tools.change(document, id, { feature: { ...feature, ...told } });
	const fields: Field[] = [];
	if (feature?.type === "gradient" || feature?.type === "giveway")
		fields.push({
			label: word(feature.type === "gradient" ? "down_to" : "major"),
			value: String(tools.aimOf(square)),
			choices: ways(document, square),
			set: (to) => tools.aim(document, square, Number(to)),
		});
	if (feature?.type === "gradient")
		fields.push({
			label: word("strength"),
			value: String(feature.strength),
			choices: choices(["1", "2"], (one) => word(`strength.${one}`)),
			set: (strength) => set({ strength: Number(strength) }),
		});
	if (feature?.type === "bend")
		fields.push({
			label: word("limit"),
			value: String(feature.limit),
			choices: choices(
				Array.from({ length: tools.BENDS.most / tools.BENDS.least }, (_, n) => String((n + 1) * tools.BENDS.least)),
				(one) => one,
			),
			set: (limit) => set({ limit: Number(limit) }),
		});
	if (square.chequered)
		fields.push({
			label: word("name"),
			value: square.chequered,
			set: (name) => (name.trim() ? tools.change(document, id, { chequered: name.trim() }) : null),
		});
	return fields;
}

/** The name of the road that a square lies on. */
export function roadField(document: Doc, { id }: tools.Square): Field {
	const drawn = tools.read(document);
	const road = drawn.roads[tools.roadAt(drawn, id)];
	const set = (name: string): Doc => tools.nameRoad(document, id, name.trim());
	return { label: word("road_name"), value: String(road?.name ?? ""), set };
}

/** What lies on a square, by the name of its tool; empty where nothing does. */
export const lying = ({ feature, chequered }: tools.Square): string =>
	chequered ? "chequered" : String(feature?.type ?? "");

const LAID = ["", ...tools.FEATURES, "chequered"];

function put(document: Doc, square: tools.Square, tool: string): Doc | null {
	if (!tool) return tools.change(document, square.id, { feature: null, chequered: "" });
	return tools.lay(document, tool, square.id, word("place_no", { n: square.id }));
}

function squareRow(document: Doc, square: tools.Square, beside: number[]): Row {
	return {
		key: String(square.id),
		group: t(`rally_round.colour.${square.colour}`),
		name: word("square", { n: square.id }),
		note: word("lies", { x: square.x, y: square.y, to: beside.join(", ") || "–" }),
		fields: [
			{
				label: word("colour"),
				value: square.colour,
				choices: colours(),
				set: (colour) => tools.change(document, square.id, { colour: colourOf(colour) }),
			},
			{
				label: word("on_it"),
				value: lying(square),
				choices: choices(LAID, (one) => (one ? toolName(one) : word("nothing"))),
				set: (tool) => put(document, square, tool),
			},
			...signFields(document, square),
			roadField(document, square),
		],
		acts: [
			...DIRECTIONS.map(([way, x, y]) => ({
				text: word(`move.${way}`),
				make: () => tools.shift(document, String(square.id), { x: square.x + x, y: square.y + y }),
			})),
			{ text: t("studio.lift"), make: () => tools.rub(document, String(square.id)) },
		],
	};
}

const DIRECTIONS: [string, number, number][] = [
	["n", 0, -0.5],
	["e", 0.5, 0],
	["s", 0, 0.5],
	["w", -0.5, 0],
];

function nameField(document: Doc, key: string, name: unknown): Field {
	return { label: word("name"), value: String(name ?? ""), set: (to) => tools.rename(document, key, to.trim()) };
}

/** Names, tracks, rivers and woods. */
function besideRow(document: Doc, kind: string, entry: tools.Entry, at: number): Row {
	const key = `${kind}:${at}`;
	const ends = list(entry.ends).join(", ");
	const lift: Act = { text: t("studio.lift"), make: () => tools.rub(document, key) };
	const moves = DIRECTIONS.map(([way, x, y]): Act => {
		const to = { x: tools.labelAt(entry).x + x, y: tools.labelAt(entry).y + y };
		return { text: word(`move.${way}`), make: () => tools.shift(document, key, to) };
	});
	return {
		key,
		group: toolName(kind),
		name: ends ? `${toolName(kind)}, ${ends}` : String(entry.name ?? toolName(kind)),
		fields: kind === "track" ? [] : [nameField(document, key, entry.name)],
		acts: kind === "place" ? [...moves, lift] : [lift],
	};
}

export function rowsOf(document: Doc): Row[] {
	const { squares, places, tracks, rivers, woods, roads } = tools.read(document);
	const near = tools.near(document);
	const inOrder = tools.COLOURS.flatMap((colour) => squares.filter((one) => one.colour === colour));
	const beside = Object.entries({ place: places, track: tracks, river: rivers, wood: woods, road: roads });
	return [
		...inOrder.map((square) => squareRow(document, square, near.get(square.id) ?? [])),
		...beside.flatMap(([kind, all]) => all.map((entry, at) => besideRow(document, kind, entry, at))),
	];
}

const numbered = (text: string): number => Number(text.replace(",", "."));
/** A point as it is typed; null where it does not lie on the sheet. */
function pointIn(document: Doc, x: string, y: string): tools.Point | null {
	const point = { x: x.trim() ? numbered(x) : Number.NaN, y: y.trim() ? numbered(y) : Number.NaN };
	const { width, height } = tools.sheetOf(document);
	return point.x >= 0 && point.y >= 0 && point.x <= width && point.y <= height ? tools.snapped(point) : null;
}
const AT = (): Adder["fields"] => ["x", "y"].map((name) => ({ name, label: word(`at.${name}`), value: "" }));

/** A road in words: its colour, the square it leaves from (or none) and where it goes. */
function roadAdder(document: Doc): Adder {
	return {
		text: word("draw"),
		fields: [
			{ name: "colour", label: word("colour"), value: "R", choices: colours() },
			{ name: "from", label: word("from"), value: "" },
			...AT(),
		],
		make: ({ colour = "", from = "", x = "", y = "" }) => {
			const point = pointIn(document, x, y);
			const there = tools.read(document).squares.some(({ id }) => id === Number(from));
			return point && (there || !from) ? tools.road(document, colourOf(colour), Number(from), point).document : null;
		},
	};
}

function joinAdder(document: Doc, tool: "join" | "track"): Adder {
	return {
		text: word(tool),
		fields: ["one", "other"].map((name) => ({ name, label: word(`end.${name}`), value: "" })),
		make: ({ one = "", other = "" }) => {
			const [from, to] = [one, other].map((id) => tools.read(document).squares.find((each) => each.id === Number(id)));
			if (!from || !to || from === to) return null;
			return tool === "track"
				? tools.addTrack(document, from.id, to.id)
				: tools.road(document, from.colour, from.id, to).document;
		},
	};
}

export function addersOf(document: Doc): Adder[] {
	return [
		roadAdder(document),
		joinAdder(document, "join"),
		{
			text: word("name_place"),
			fields: [{ name: "name", label: word("name"), value: "" }, ...AT()],
			make: ({ name = "", x = "", y = "" }) => {
				const point = pointIn(document, x, y);
				return name && point ? tools.addPlace(document, name, point) : null;
			},
		},
		joinAdder(document, "track"),
	];
}
