// Zones as a list: each with its roads, each road with its points and its spaces.

import { gt, t } from "../../../../lib/i18n.svelte";
import { moved, replaced } from "../../../../lib/paths";
import type { Adder, Field, Row } from "../../../../lib/rows";
import type { Doc } from "../../../../lib/studio";
import type { OwnRoad, OwnZone } from "../../own";
import type { Point, Space, ZoneFile } from "../../zones";
import * as tools from "./tools";

export const word = (key: string, args = {}): string => t(`rallyman.zones.${key}`, args);
type Choices = { value: string; text: string }[];
const choices = (values: string[], text: (value: string) => string): Choices =>
	values.map((value) => ({ value, text: text(value) }));
const gears = (): Choices => choices(["1", "2", "3", "4", "5"], (one) => one);
export const terrains = (): Choices => choices(tools.TERRAINS, (one) => word(`terrain.${one}`));

/** "A0–A9", or "A0–" as long as it leads nowhere. */
export const roadName = ({ zone }: OwnZone, { ends: [from = "", to] }: OwnRoad): string =>
	`${zone}${from}–${to ? zone + to : ""}`;

/** What a road is in a line: "12 spaces, 2nd". */
export function roadNote({ spaces, ends }: OwnRoad): string {
	if (ends.length < 2) return word("open");
	const slowest = Math.min(...spaces.flatMap((space) => space.in ?? space.note ?? []));
	const told = gt("rallyman", "figure.spaces", { spaces: spaces.length });
	return Number.isFinite(slowest) ? word("slowest", { spaces: told, gear: t(`rallyman.gear.${slowest}`) }) : told;
}

function cornerFields(document: Doc, zone: number, key: string, space: Space): Field[] {
	const inside = space.in ?? 1;
	const above = space.cut ? space.cut.note - inside : 0;
	return [
		{
			label: word("inside"),
			value: String(inside),
			choices: gears(),
			set: (gear) => tools.note(document, zone, key, Number(gear)),
		},
		{
			label: word("outside"),
			value: space.out ? "yes" : "no",
			choices: choices(["yes", "no"], (one) => (one === "yes" && inside < 5 ? String(inside + 1) : word("none"))),
			set: (there) => tools.outside(document, zone, key, there === "yes"),
		},
		{
			label: word("cut"),
			value: String(above),
			choices: choices(
				["0", "1", "2"].filter((one) => inside + Number(one) <= 5),
				(one) => (one === "0" ? word("none") : String(inside + Number(one))),
			),
			set: (gears) => tools.shortcut(document, zone, key, Number(gears)),
		},
	];
}

/** Everything that can be said of a space. */
export function spaceFields(document: Doc, zone: number, key: string, space: Space): Field[] {
	const sides: Field[] = (["left", "right"] as const).map((side) => ({
		label: word(side),
		value: space[side],
		choices: terrains(),
		set: (terrain) => tools.paint(document, zone, key, side, terrain),
	}));
	if (space.kind === "corner") return [...cornerFields(document, zone, key, space), ...sides];
	const shape: Field = {
		label: word("shape"),
		value: tools.shapeOf(space),
		choices: choices(tools.KINDS, (one) => word(`tool.${one}`)),
		set: (kind) => tools.shape(document, zone, key, kind),
	};
	const note: Field = {
		label: word("note"),
		value: String(space.note ?? 3),
		choices: gears(),
		set: (gear) => tools.note(document, zone, key, Number(gear)),
	};
	return [shape, ...(space.kind === "bump" ? [note] : []), ...sides];
}

/** A space in words: "Space 4, corner to the left". */
export function spaceName(space: Space, index: number): string {
	const kind = space.kind === "corner" ? `corner.${space.turn ?? "R"}` : `kind.${tools.shapeOf(space)}`;
	return word("space", { n: index + 1, kind: word(kind) });
}

function pointFields(document: Doc, zone: number, file: ZoneFile, road: number, n: number): Field[] {
	const points = tools.read(document)[zone]?.roads[road]?.points ?? [];
	const most = (axis: number): number => file.board[axis] ?? 0;
	return [0, 1].map((axis) => ({
		label: word(axis ? "y" : "x"),
		value: String(points[n]?.[axis] ?? 0),
		number: { least: 0, most: most(axis) },
		set: (to) => {
			const at = Number(to);
			if (!(at >= 0 && at <= most(axis))) return null;
			const [x, y] = points[n] ?? [0, 0];
			return tools.bend(document, zone, file, road, replaced(points, n, axis ? [x, at] : [at, y]));
		},
	}));
}

function roadRows(document: Doc, zone: number, own: OwnZone, file: ZoneFile, road: number): Row[] {
	const told = own.roads[road] as OwnRoad;
	const name = roadName(own, told);
	const bend = (points: OwnRoad["points"]): Doc => tools.bend(document, zone, file, road, points);
	return [
		{
			key: `${road}`,
			group: name,
			name,
			note: roadNote(told),
			acts: [{ text: t("studio.lift"), make: () => tools.rub(document, zone, road) }],
		},
		...told.points.map((_, n) => ({
			key: `${road}.${n}`,
			group: name,
			name: word("point", { n: n + 1 }),
			fields: pointFields(document, zone, file, road, n),
			acts: [
				{ text: word("earlier"), make: () => (n ? bend(moved(told.points, n, n - 1)) : null) },
				{ text: t("studio.lift"), make: () => bend(replaced(told.points, n)) },
			],
		})),
		...told.spaces.map((space, index) => ({
			key: `${road}:${index}`,
			group: name,
			name: spaceName(space, index),
			fields: spaceFields(document, zone, `${road}:${index}`, space),
		})),
	];
}

export function zoneFields(document: Doc, zone: number, own: OwnZone): Field[] {
	return [
		{
			label: word("letter"),
			value: own.zone,
			choices: choices([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"], (one) => one),
			set: (letter) => tools.rename(document, zone, { zone: letter }),
		},
		{ label: word("name"), value: own.name, set: (name) => tools.rename(document, zone, { name: name.trim() }) },
	];
}

function zoneRows(document: Doc, zone: number, file: ZoneFile, own: OwnZone): Row[] {
	const head: Row = {
		key: "zone",
		group: word("zone"),
		name: own.name || own.zone,
		fields: zoneFields(document, zone, own),
		acts: [{ text: word("drop"), make: () => tools.dropZone(document, zone) }],
	};
	return [head, ...own.roads.flatMap((_, road) => roadRows(document, zone, own, file, road))];
}

/** Every zone; the keys of the one that is looked at are as they are chosen by. */
export function rowsOf(document: Doc, shown: number, file: ZoneFile): Row[] {
	return tools.read(document).flatMap((own, zone) => {
		const rows = zoneRows(document, zone, file, own);
		return zone === shown ? rows : rows.map((row) => ({ ...row, key: `${zone}/${row.key}` }));
	});
}

const letters = (document: Doc): Choices =>
	tools.read(document).map(({ zone }, n) => ({ value: String(n), text: zone || "?" }));

function joinAdder(document: Doc, shown: number, file: ZoneFile): Adder {
	const own = tools.read(document)[shown];
	const free = tools.EXITS.filter((exit) => !own || !tools.isTaken(own, exit));
	const exits = choices(tools.EXITS, (one) => one);
	return {
		text: word("join"),
		fields: [
			{ name: "zone", label: word("zone"), value: String(shown), choices: letters(document) },
			...["from", "to"].map((name, n) => ({ name, label: word(name), value: free[n] ?? "0", choices: exits })),
		],
		make: ({ zone = "", from = "", to = "" }) => tools.join(document, Number(zone), file, from, to),
	};
}

/** "zone:road" of every road. */
function roadChoices(document: Doc): Choices {
	return tools
		.read(document)
		.flatMap((own, zone) => own.roads.map((road, n) => ({ value: `${zone}:${n}`, text: roadName(own, road) })));
}

function pointAdder(document: Doc, file: ZoneFile): Adder {
	const roads = roadChoices(document);
	return {
		text: word("add_point"),
		fields: [
			{ name: "road", label: word("road"), value: roads[0]?.value ?? "", choices: roads },
			{ name: "x", label: word("x"), value: "" },
			{ name: "y", label: word("y"), value: "" },
		],
		make: ({ road = "", x = "", y = "" }) => {
			const [zone = 0, n = 0] = road.split(":").map(Number);
			const at: Point = [Number(x), Number(y)];
			const points = tools.read(document)[zone]?.roads[n]?.points;
			const inside = at.every((value, axis) => value >= 0 && value <= (file.board[axis] ?? 0));
			return points && x && y && inside ? tools.bend(document, zone, file, n, [...points, at]) : null;
		},
	};
}

export function addersOf(document: Doc, shown: number, file: ZoneFile): Adder[] {
	return [
		joinAdder(document, shown, file),
		pointAdder(document, file),
		{ text: word("new_zone"), fields: [], make: () => tools.addZone(document) },
	];
}
