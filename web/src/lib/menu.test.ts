import { describe, expect, test } from "vitest";
import { isEmpty, mayFollow, mayPlayAgain, menuOf } from "./menu";
import type { Link, SeatInfo, TableInfo } from "./types";

const person = (seat: number, away = ""): SeatInfo => ({
	seat,
	kind: "person",
	person: `p${seat}`,
	name: "",
	level: "",
	away,
});
const open = (seat: number): SeatInfo => ({ ...person(seat), kind: "open", person: "" });
const bot = (seat: number): SeatInfo => ({ ...open(seat), kind: "bot", level: "novice" });
const links = (...seats: number[]): Link[] =>
	seats.map((seat) => ({ seat, key: `k${seat}`, path: `/table/t?key=k${seat}` }));

const table = (change: Partial<TableInfo>): TableInfo =>
	({ visibility: "private", pace: { kind: "untimed" }, yours: [], hosting: false, links: [], ...change }) as TableInfo;
const host = (change: Partial<TableInfo> = {}): TableInfo =>
	table({ hosting: true, links: links(-1, 0), yours: [0], ...change });

/** The menu in short: each seat with its deed and whether its link can be replaced. */
function rows(info: TableInfo, seats: SeatInfo[], status: string): string[] {
	return menuOf(info, seats, status).seats.map((row) => `${row.seat} ${row.deed ?? "-"}${row.link ? " link" : ""}`);
}

describe("the menu of a table", () => {
	test("has nothing for who only watches", () => {
		for (const status of ["gathering", "playing", "finished", "closed"])
			expect(isEmpty(menuOf(table({}), [person(0), open(1), bot(2)], status))).toBe(true);
	});

	test("lets a player get up, and come back once a bot drives", () => {
		const mine = table({ yours: [1] });
		expect(rows(mine, [person(0), person(1)], "gathering")).toEqual(["1 leave"]);
		expect(rows(mine, [person(0), person(1)], "playing")).toEqual(["1 leave"]);
		expect(rows(mine, [person(0), person(1, "time")], "playing")).toEqual(["1 return"]);
		expect(isEmpty(menuOf(mine, [person(0), person(1)], "finished"))).toBe(true);
	});

	test("names each seat of who holds several", () => {
		const mine = table({ yours: [0, 2] });
		expect(rows(mine, [person(0), person(1), person(2, "left")], "playing")).toEqual(["0 leave", "2 return"]);
	});

	test("lets the host free seats, and replace the links of free seats and one's own, as far as that does something", () => {
		const taken = [person(0), person(1), bot(2)];
		const free = [person(0), open(1), bot(2)];
		expect(rows(host(), taken, "gathering")).toEqual(["0 leave link", "1 free", "2 free"]);
		expect(rows(host(), taken, "playing")).toEqual(["0 leave link", "1 free"]);
		expect(rows(host({ links: links(-1, 0, 1) }), free, "gathering")).toEqual(["0 leave link", "1 - link", "2 free"]);
		expect(rows(host(), [person(0), person(1, "left")], "playing")).toEqual(["0 leave link"]);
		expect(rows(host(), taken, "finished")).toEqual(["0 - link"]);
		expect(rows(host({ visibility: "public" }), taken, "finished")).toEqual([]);
	});

	test("leaves the link to one's seat alone where somebody else hosts", () => {
		expect(rows(table({ yours: [1], links: links(1) }), [person(0), person(1)], "playing")).toEqual(["1 leave"]);
	});

	test("has the link to watch only where one is needed", () => {
		expect(menuOf(host(), [], "playing").watch?.key).toBe("k-1");
		expect(menuOf(host(), [], "closed").watch?.key).toBe("k-1");
		expect(menuOf(host({ visibility: "public" }), [], "playing").watch).toBeNull();
	});

	test("sends nobody away from a rated match, and does not close it", () => {
		const rated = host({ rated: true });
		expect(rows(rated, [person(0), person(1)], "playing")).not.toContain("1 free");
		expect(menuOf(rated, [], "playing").close).toBe(false);
		expect(rows(rated, [person(0), person(1)], "gathering")).toContain("1 free");
		expect(menuOf(rated, [], "gathering").close).toBe(true);
	});

	test("closes what is open, for the host alone", () => {
		const may = (info: TableInfo): boolean[] =>
			["gathering", "playing", "finished", "closed"].map((status) => menuOf(info, [], status).close);
		expect(may(host())).toEqual([true, true, false, false]);
		expect(may(table({ yours: [0] }))).toEqual([false, false, false, false]);
	});

	test("mutes where there is something to mute: over days, for who plays, until the end", () => {
		const pace = { kind: "correspondence", days: 2 };
		expect(menuOf(table({ yours: [0], pace }), [], "playing").mute).toBe(true);
		expect(menuOf(table({ yours: [0] }), [], "playing").mute).toBe(false);
		expect(menuOf(table({ pace }), [], "playing").mute).toBe(false);
		expect(menuOf(table({ yours: [0], pace }), [], "finished").mute).toBe(false);
	});
});

test("a match is played again by who has a seat or hosts, not by who only watches", () => {
	expect(mayPlayAgain(table({ yours: [1] }))).toBe(true);
	expect(mayPlayAgain(host({ yours: [] }))).toBe(true);
	expect(mayPlayAgain(table({}))).toBe(false);
});

test("who watched a private match stays with its result when it is played again", () => {
	expect(mayFollow(table({ visibility: "public" }))).toBe(true);
	expect(mayFollow(table({ visibility: "private", yours: [1] }))).toBe(true);
	expect(mayFollow(table({ visibility: "private" }))).toBe(false);
});
