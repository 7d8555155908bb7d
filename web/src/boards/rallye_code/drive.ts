// What the last turn did, told by its events, and the positions between two views while a car drives.

import type { LogLine } from "../../lib/log.svelte";
import type { GameEvent, View } from "../../lib/types";
import { Roads } from "./geometry";
import { type Cell, type Drive, read } from "./view";

const OPENINGS = new Set(["roll", "missed_turn", "first_roll"]);

/** The events since the last time somebody rolled for a car. */
export function lastTurn(lines: LogLine[]): GameEvent[] {
	let first = lines.length;
	while (first > 0 && !OPENINGS.has(lines[first - 1]?.event.kind ?? "")) first--;
	return lines.slice(Math.max(0, first - 1)).map((line) => line.event);
}

/** The way a car took, with the first square of the transverse road where it was sent there. */
export function driveOf(events: GameEvent[]): Drive | null {
	const move = events.find((event) => event.kind === "move");
	if (!move) return null;
	const path = [...(move.args.path as string[])];
	const diverted = events.find((event) => event.kind === "diverted");
	if (typeof diverted?.args.to === "string") path.push(diverted.args.to);
	return { car: String(move.args.car), path };
}

/** Money that went into or out of a box or the table money, by place: "box:2", "table". */
export function flows(events: GameEvent[]): Map<string, number> {
	const found = new Map<string, number>();
	const add = (place: string, amount: number) => found.set(place, (found.get(place) ?? 0) + amount);
	for (const { kind, args } of events) {
		const amount = Number(args.amount ?? 0);
		if (kind.startsWith("pay_") && /^(box:|table)/.test(String(args.to))) add(String(args.to), amount);
		else if (["own_box", "gerant", "new_gerant", "half_box"].includes(kind)) add(`box:${args.gerance}`, -amount);
		else if (kind === "table_money") add("table", -amount);
	}
	return found;
}

let known: { cells: Cell[]; roads: Roads } | null = null;

/** The roads of a board; the board never changes during a game, so they are worked out once. */
export function roadsOf(cells: Cell[]): Roads {
	if (known?.cells !== cells) {
		// every view brings its own copy of the same board
		const same = known && JSON.stringify(known.cells) === JSON.stringify(cells);
		known = { cells, roads: same && known ? known.roads : new Roads(cells) };
	}
	return known.roads;
}

/** A car drives corner by corner, with the dice already on the table. */
export function between(before: View, after: View, events: GameEvent[]): View[] {
	const drive = driveOf(events);
	if (!drive) return [];
	const start = read(before);
	const end = read(after);
	return roadsOf(end.board.cells)
		.corners(drive.path)
		.map((cell) => ({
			...before,
			turn: { ...start.turn, dice: end.turn.dice, total: end.turn.total },
			cars: start.cars.map((car) => (car.name === drive.car ? { ...car, cell } : car)),
			drive,
		}));
}
