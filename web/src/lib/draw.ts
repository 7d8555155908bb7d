// The draw of a round, drawn again on this device from its published seed: the same function of the entries, the results
// so far and the seed as the server's (organise/draws.py), so that nobody has to believe anybody.

import type { EventInfo } from "./wire";

/** What a draw follows from: rounds in order, each with its tables as they were drawn. */
export interface Drawn {
	draw: string;
	seats: number;
	most: number; // seats the game has at most
	points: number[];
	rounds: { seed: string; tables: { crews: string[]; places: number[]; absent: string[] }[] }[];
}

type Tables = string[][]; // the entries of each table, by seat; one alone has a bye

const PARTS = 60; // points are shared by two to six: in sixtieths all of them are whole

/** The dice of a seed: a whole number below a limit, for an index. */
class SeedDice {
	private constructor(private readonly key: CryptoKey) {}

	static async of(seed: string): Promise<SeedDice> {
		const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
		const how = { name: "HMAC", hash: "SHA-256" };
		return new SeedDice(await crypto.subtle.importKey("raw", bytes, how, false, ["sign"]));
	}

	async number(index: number, limit: number): Promise<number> {
		const bits = limit.toString(2).length;
		for (let attempt = 0; ; attempt++) {
			const text = new TextEncoder().encode(`${index}/${attempt}`);
			const digest = new DataView(await crypto.subtle.sign("HMAC", this.key, text));
			const number = digest.getUint32(0) >>> (32 - bits);
			if (number < limit) return number;
		}
	}
}

/** Can this browser draw? Pages that did not come by a safe way have no cryptography. */
export function canDraw(): boolean {
	return globalThis.crypto?.subtle !== undefined;
}

/** The tables of a round (from 1), drawn again. */
export async function drawAgain(event: Drawn, round: number): Promise<Tables> {
	const made = event.rounds[round - 1];
	if (!made) return [];
	const [entries, before] = [made.tables.flatMap(({ crews }) => crews), event.rounds.slice(0, round - 1)];
	const dice = await SeedDice.of(made.seed);
	if (event.draw === "everybody") return everybody(entries, round, dice);
	const byes = new Set(before.flatMap(({ tables }) => tables.filter((table) => table.crews.length === 1)).map(first));
	const sizes = tableSizes(entries.length, event.seats, event.most);
	const order = await shuffled(entries, dice);
	if (event.draw !== "ladder") return seated(byesLast(order, sizes, byes), sizes, new Set());
	const points = pointsSoFar(event, before);
	const ranked = order.toSorted((one, other) => (points.get(other) ?? 0) - (points.get(one) ?? 0));
	return seated(byesLast(ranked, sizes, byes), sizes, metSoFar(before));
}

function first(table: { crews: string[] }): string {
	return table.crews[0] ?? "";
}

/** Tables as even as can be, none larger than agreed on, but for threes in place of a bye. */
function tableSizes(entries: number, seats: number, most: number): number[] {
	let tables = Math.max(1, Math.ceil(entries / seats));
	if (Math.floor(entries / tables) < 2 && entries >= 2) {
		if (most <= seats) return [...tableSizes(entries - 1, seats, most), 1];
		tables = Math.floor(entries / seats);
	}
	return Array.from({ length: tables }, (_, n) => Math.floor(entries / tables) + (n < entries % tables ? 1 : 0));
}

/** The entries in an order that follows from the seed, whatever order they came in. */
async function shuffled(entries: string[], dice: SeedDice): Promise<string[]> {
	const [left, order] = [entries.toSorted(), [] as string[]];
	while (left.length) order.push(...left.splice(await dice.number(order.length, left.length), 1));
	return order;
}

/** Whoever sits alone is the last in the order who has had no bye yet. */
function byesLast(order: string[], sizes: number[], byes: Set<string>): string[] {
	if (sizes.at(-1) !== 1) return order;
	const alone = order.findLast((id) => !byes.has(id)) ?? order.at(-1) ?? "";
	return [...order.filter((id) => id !== alone), alone];
}

/** Table by table: the first who is left, then the next who have met nobody there, then simply the next. Then two crews
 * change places wherever that leaves fewer who have met at one table. */
function seated(order: string[], sizes: number[], met: Set<string>): Tables {
	const left = [...order];
	const tables = sizes.map((size) => {
		const table = left.splice(0, 1);
		while (table.length < size) {
			const next = left.findIndex((id) => table.every((other) => !met.has(pair(id, other))));
			table.push(...left.splice(Math.max(0, next), 1));
		}
		return table;
	});
	for (const [number, table] of tables.entries()) while (repeats(table, met) && exchange(tables, number, met));
	return tables;
}

function repeats(table: string[], met: Set<string>): number {
	return table.flatMap((one, n) => table.slice(n + 1).filter((other) => met.has(pair(one, other)))).length;
}

/** Somebody of a table changes places with somebody of the nearest one where it helps; whoever sits alone stays. */
function exchange(tables: Tables, number: number, met: Set<string>): boolean {
	const table = tables[number] ?? [];
	for (const other of nearest(tables, number)) {
		const before = repeats(table, met) + repeats(other, met);
		for (const own of table.keys())
			for (const theirs of other.keys()) {
				swap(table, own, other, theirs);
				if (repeats(table, met) + repeats(other, met) < before) return true;
				swap(table, own, other, theirs);
			}
	}
	return false;
}

/** The other tables, of two as near the one before first. */
function nearest(tables: Tables, number: number): Tables {
	const order = [...tables.keys()].sort((one, other) => Math.abs(one - number) - Math.abs(other - number));
	return order.flatMap((other) => (other === number ? [] : [tables[other] ?? []])).filter((one) => one.length > 1);
}

function swap(table: string[], own: number, other: string[], theirs: number): void {
	[table[own], other[theirs]] = [other[theirs] ?? "", table[own] ?? ""];
}

function pair(one: string, other: string): string {
	return [one, other].toSorted().join(" ");
}

function metSoFar(rounds: Drawn["rounds"]): Set<string> {
	const tables = rounds.flatMap((round) => round.tables.map((table) => table.crews));
	return new Set(tables.flatMap((crews) => crews.flatMap((one) => crews.map((other) => pair(one, other)))));
}

/** What everybody has scored in some rounds, in sixtieths. */
function pointsSoFar(event: Drawn, rounds: Drawn["rounds"]): Map<string, number> {
	const total = new Map<string, number>();
	for (const { crews, places, absent } of rounds.flatMap((round) => round.tables)) {
		const bye = crews.length === 1;
		for (const [seat, id] of crews.entries()) {
			const place = bye ? 1 : places[seat];
			if (place && !absent.includes(id))
				total.set(id, (total.get(id) ?? 0) + share(bye ? [1] : places, place, event.points));
		}
	}
	return total;
}

/** The points of a place, shared by all who have it: equal parts of the places they cover. */
function share(places: number[], place: number, points: number[]): number {
	const tied = places.filter((one) => one === place).length;
	const covered = points.slice(place - 1, place - 1 + tied).reduce((sum, one) => sum + one, 0);
	return (covered * PARTS) / tied;
}

/** One stays, the others go round; with an odd number whoever is opposite nobody has a bye. */
async function everybody(entries: string[], round: number, dice: SeedDice): Promise<Tables> {
	const order: (string | null)[] = entries.toSorted();
	if (order.length % 2) order.push(null);
	const turns = (round - 1) % (order.length - 1);
	const [stays = null, ...ring] = order;
	const seats = [stays, ...ring.slice(turns), ...ring.slice(0, turns)];
	const made: Tables = [];
	for (let n = 0; n < seats.length / 2; n++) {
		const both = [seats[n], seats[seats.length - 1 - n]].filter((id) => typeof id === "string");
		made.push(both.length === 1 || (await dice.number(n, 2)) === 0 ? both : both.reverse());
	}
	return [...made.filter((one) => one.length === 2), ...made.filter((one) => one.length === 1)];
}

/** What the page tells of an event, as a draw reads it. */
export function drawnOf(event: EventInfo, most: number): Drawn {
	const rounds = event.drawn.map(({ seed, tables }) => ({
		seed,
		tables: tables.map(({ crews, seats, places, absent }) => ({
			crews,
			places,
			absent: crews.filter((_, seat) => absent.includes(seats[seat] ?? "")),
		})),
	}));
	return { draw: event.draw, seats: event.seats, most, points: event.points, rounds };
}

/** Where a draw differs from another: table and seat from 1, or nowhere; and how many seats there are. */
export function difference(told: Tables, again: Tables): { seats: number; table: number; seat: number } {
	const seats = told.flat().length;
	for (const [table, crews] of told.entries()) {
		const seat = crews.findIndex((id, n) => again[table]?.[n] !== id);
		if (seat >= 0 || again[table]?.length !== crews.length) return { seats, table: table + 1, seat: seat + 1 };
	}
	return { seats, table: again.length === told.length ? 0 : told.length + 1, seat: 0 };
}
