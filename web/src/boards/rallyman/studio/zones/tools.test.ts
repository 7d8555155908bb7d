import { expect, test } from "vitest";
import zonesFile from "../../../../../../src/parcferme/games/rallyman/content/zones.json";
import { documentOf } from "../../../../lib/content";
import type { Doc } from "../../../../lib/studio";
import { drawnZone, type OwnZone } from "../../own";
import { headingOn, NO_ZONES, type Point, pointOn, type Space, type ZoneFile } from "../../zones";
import { divide } from "./line";
import * as tools from "./tools";

const file = documentOf<ZoneFile>(zonesFile) ?? NO_ZONES;
const exits = zonesFile.zones[0]?.exits;
const BLANK: Doc = { zones: [{ zone: "A", name: "", exits, roads: [] }] };
const zoneOf = (document: Doc): OwnZone => tools.read(document)[0] as OwnZone;
const port = (exit: string): Point => tools.gateOf(zoneOf(BLANK), file, exit).xy;

/** The points clicked one after another. */
const drawn = (...points: Point[]): Doc =>
	points.reduce<Doc>((document, at) => tools.draw(document, 0, file, at) ?? document, BLANK);

function faults(spaces: Space[]): string[] {
	const joins = spaces.slice(1).flatMap((next, n) => {
		const here = spaces[n] as Space;
		const [[x, y], [u, v]] = [pointOn(here, here.len / 2), pointOn(next, -next.len / 2)];
		const kink = Math.abs(((headingOn(here, here.len / 2) - headingOn(next, -next.len / 2) + 540) % 360) - 180);
		return Math.hypot(x - u, y - v) > 0.6 || kink > 0.4 ? [`${n}: ${Math.hypot(x - u, y - v)}, ${kink}`] : [];
	});
	const bends = spaces.filter(({ kind, bend }) => (kind === "corner" ? Math.abs(bend) < 30 : Math.abs(bend) > 15.5));
	return [...joins, ...bends.map(({ kind, bend }) => `${kind} bends ${bend}`)];
}

test("a road through points joins its exits without gap or kink, two straights at either end", () => {
	const ways: Point[][] = [[], [[500, 300]], [[300, 400], [600, 420], [420, 700]], [[500, 550], [520, 560], [480, 900]]]; // biome-ignore format: one way a list
	for (const points of ways) {
		const road = zoneOf(drawn(port("0"), ...points, port("5"))).roads[0];
		const spaces = road?.spaces ?? [];
		expect(road?.ends).toEqual(["0", "5"]);
		expect(faults(spaces)).toEqual([]);
		expect([...spaces.slice(0, 2), ...spaces.slice(-2)].map(({ kind }) => kind)).toEqual(Array(4).fill("straight"));
		expect(pointOn(spaces[0] as Space, -(spaces[0]?.len ?? 0) / 2)).toEqual(
			port("0").map((at) => expect.closeTo(at, 0)),
		);
		const last = spaces.at(-1) as Space;
		expect(pointOn(last, last.len / 2)).toEqual(port("5").map((at) => expect.closeTo(at, 0)));
	}
});

test("what is straight is divided evenly", () => {
	const spaces = divide({ xy: [370, 0], inward: 90 }, [], { xy: [370, 1100], inward: 270 });
	expect(new Set(spaces.map(({ dir }) => dir))).toEqual(new Set([90]));
	expect(spaces.reduce((sum, { len }) => sum + len, 0)).toBeCloseTo(1100, 0);
	expect(spaces.every(({ len }) => len > 60 && len < 85)).toBe(true);
});

test("corners get a turn and notes; an exit has one road", () => {
	const document = drawn(port("0"), [420, 330], port("9"));
	const corners = zoneOf(document).roads[0]?.spaces.filter(({ kind }) => kind === "corner") ?? [];
	expect(corners.length).toBeGreaterThan(0);
	for (const { turn, bend, in: inside = 0, out } of corners) {
		expect(turn).toBe(bend > 0 ? "R" : "L");
		expect(inside).toBeGreaterThan(0);
		expect(out).toBeUndefined();
	}
	expect(tools.draw(document, 0, file, port("0"))).toBeNull();
	expect(tools.draw(BLANK, 0, file, [500, 500])).toBeNull();
	expect(tools.join(document, 0, file, "9", "1")).toBeNull();
});

test("notes follow one another: outside one more, a shortcut one or two", () => {
	const document = drawn(port("0"), [420, 330], port("9"));
	const index = zoneOf(document).roads[0]?.spaces.findIndex(({ kind }) => kind === "corner") ?? 0;
	const key = `0:${index}`;
	const space = (one: Doc): Space => tools.spaceOf(zoneOf(one), key) as Space;
	const noted = tools.shortcut(tools.outside(tools.note(document, 0, key, 2), 0, key, true), 0, key, 2);
	expect(space(noted)).toMatchObject({ in: 2, out: 3, cut: { note: 4 } });
	expect(space(tools.note(noted, 0, key, 3))).toMatchObject({ in: 3, out: 4, cut: { note: 4 } });
	expect(space(tools.outside(tools.shortcut(noted, 0, key, 0), 0, key, false))).not.toHaveProperty("cut");
	expect(tools.shape(noted, 0, key, "narrow")).toBeNull();
});

test("a road that is bent keeps what its spaces were", () => {
	const painted = tools.paint(drawn(port("0"), [420, 330], port("9")), 0, "0:0", "left", "f");
	const narrow = tools.shape(painted, 0, "0:1", "narrow") as Doc;
	const bent = zoneOf(tools.bend(narrow, 0, file, 0, [[430, 340]])).roads[0]?.spaces ?? [];
	expect(bent[0]).toMatchObject({ left: "f", right: "g" });
	expect(bent[1]).toMatchObject({ width: 1 });
	expect(faults(bent)).toEqual([]);
});

test("a point is on one side of a space, and scenery shows its terrain there", () => {
	const document = tools.paint(drawn(port("0"), port("5")), 0, "0:0", "right", "r");
	const [x, y] = port("0");
	expect(tools.spaceAt(zoneOf(document), [x - 30, y + 36])).toEqual({ key: "0:0", side: "right" });
	expect(tools.spaceAt(zoneOf(document), [x + 30, y + 36])).toEqual({ key: "0:0", side: "left" });
	expect(drawnZone(zoneOf(document), file).props.filter(([kind]) => kind === "boulder")).toHaveLength(3);
});

test("a stranger’s file is read as numbers, and in short as people write it", () => {
	const evil = {
		zones: [
			{ zone: "<b>", name: "<img>", roads: [{ ends: ["0", "1"], spaces: [{ kind: "x", xy: ["a", 2], left: "<" }] }] },
		],
	};
	expect(zoneOf(evil).roads[0]?.spaces[0]).toEqual({ kind: "straight", width: 2, left: "g", right: "g", xy: [0, 2], dir: 0, bend: 0, len: 0 }); // biome-ignore format: one space a line
	const short = { zones: [{ zone: "Q", roads: [{ ends: ["0", "1"], spaces: "Sgf K345Ldr B3gg" }] }] };
	expect(
		zoneOf(short).roads[0]?.spaces.map(({ kind, in: inside, cut, note }) => [kind, inside, cut?.note, note]),
	).toEqual([
		["straight", undefined, undefined, undefined],
		["corner", 3, 5, undefined],
		["bump", undefined, undefined, 3],
	]);
	expect(drawnZone(zoneOf(short), file).roads).toEqual([]);
});

test("zones come and go, each under its own letter", () => {
	const two = tools.addZone(BLANK) as Doc;
	expect(tools.read(two).map(({ zone }) => zone)).toEqual(["A", "B"]);
	expect(tools.read(tools.rename(two, 1, { zone: "N", name: "Nordstrand" }))[1]).toMatchObject({
		zone: "N",
		name: "Nordstrand",
	});
	expect(tools.read(tools.dropZone(two, 0)).map(({ zone }) => zone)).toEqual(["B"]);
	const many = [0, 1, 2].reduce<Doc>((document) => tools.addZone(document) ?? document, two);
	expect(tools.addZone(many)).toBeNull();
});
