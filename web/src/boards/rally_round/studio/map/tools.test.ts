import { expect, test } from "vitest";
import type { Doc } from "../../../../lib/studio";
import * as tools from "./tools";

const BLANK: Doc = {
	format: "rally-round-map/1",
	name: "",
	source: "",
	licence: "",
	squares: [],
	edges: [],
	places: [],
};

/** A red road of five squares from 1 to 5, then a white one of three down from its middle. */
function crossing(): Doc {
	const start = tools.road(BLANK, "R", 0, { x: 2, y: 2 });
	const main = tools.road(start.document, "R", start.end, { x: 6, y: 2 });
	return tools.road(main.document, "W", 3, { x: 4, y: 5 }).document;
}
const idsOf = (document: Doc): number[] => tools.read(document).squares.map(({ id }) => id);

test("a road is a square for each square of way, joined one to the next", () => {
	const { squares, edges } = tools.read(crossing());
	expect(squares.map(({ x, y, colour }) => [x, y, colour])).toEqual([
		[2, 2, "R"],
		[3, 2, "R"],
		[4, 2, "R"],
		[5, 2, "R"],
		[6, 2, "R"],
		[4, 3, "W"],
		[4, 4, "W"],
		[4, 5, "W"],
	]);
	expect(edges).toEqual([
		[1, 2],
		[2, 3],
		[3, 4],
		[4, 5],
		[3, 6],
		[6, 7],
		[7, 8],
	]);
});

test("a road that meets another joins it there and says so", () => {
	const laid = tools.road(crossing(), "Y", 5, { x: 4, y: 5 });
	expect(laid).toMatchObject({ end: 8, joins: true, squares: 3 });
	expect(tools.near(laid.document).get(8)).toEqual([7, 11]);
	expect(idsOf(tools.road(laid.document, "Y", 8, { x: 4, y: 5.5 }).document)).toHaveLength(11);
});

test("points lie on the half grid, inside the sheet", () => {
	expect(tools.placed(BLANK, { x: 3.3, y: -2 })).toEqual({ x: 3.5, y: 0 });
	expect(tools.placed(BLANK, { x: 99, y: 29.8 })).toEqual({ x: 45, y: 30 });
});

test("the sheet is as large as a file says, else as its squares ask for", () => {
	const far = tools.road(BLANK, "R", 0, { x: 59, y: 12 }).document;
	expect([tools.sheetOf(BLANK), tools.sheetOf(far)]).toEqual([
		{ width: 45, height: 30 },
		{ width: 60, height: 30 },
	]);
	expect(tools.sheetOf({ ...far, units: { width: 80, height: 20 } })).toEqual({ width: 80, height: 20 });
	const on = tools.road(far, "R", 1, { x: 56, y: 12 }).document;
	expect(tools.read(on).squares.map(({ x }) => x)).toEqual([59, 58, 57, 56]);
});

test("features are laid with a sign that fits, and turn along the roads that are there", () => {
	const sloped = tools.lay(crossing(), "gradient", 3) as Doc;
	const square = (document: Doc, id: number) => tools.read(document).squares.find((one) => one.id === id);
	expect(square(sloped, 3)?.feature).toEqual({ type: "gradient", to: 2, strength: 1 });
	expect(square(tools.turn(sloped, 3) as Doc, 3)?.feature).toMatchObject({ to: 4 });
	const yielding = tools.lay(sloped, "giveway", 6) as Doc;
	expect(square(yielding, 6)?.feature).toEqual({ type: "giveway", major: [3] });
	const bent = tools.lay(yielding, "bend", 7) as Doc;
	expect(square(bent, 7)?.feature).toEqual({ type: "bend", limit: 20 });
	expect(square(tools.turn(bent, 7) as Doc, 7)?.feature).toMatchObject({ limit: 30 });
	expect(tools.turn(bent, 1)).toBeNull();
	expect(tools.lay(bent, "hazard", 99)).toBeNull();
});

test("a chequered square carries a name and no feature", () => {
	const document = tools.lay(tools.lay(crossing(), "hazard", 1) as Doc, "chequered", 1, "Mill End") as Doc;
	expect(tools.read(document).squares[0]).toMatchObject({ chequered: "Mill End", feature: null });
	expect(tools.count(tools.read(document), "chequered")).toBe(1);
});

test("what hangs on a square goes with it, and an arrow to it turns away", () => {
	const sloped = tools.aim(
		crossing(),
		{ ...(tools.read(crossing()).squares[6] as tools.Square), feature: { type: "gradient", strength: 2 } },
		8,
	);
	const tracked = tools.addTrack(sloped, 1, 8) as Doc;
	expect(tools.addTrack(tracked, 8, 1)).toBeNull();
	expect(tools.addTrack(tracked, 1, 2)).toBeNull();
	const rubbed = tools.read(tools.rub(tracked, "8"));
	expect(rubbed.squares).toHaveLength(7);
	expect(rubbed.edges.flat()).not.toContain(8);
	expect(rubbed.tracks).toEqual([]);
	expect(rubbed.squares[6]?.feature).toMatchObject({ to: 6, strength: 2 });
});

test("fords lie on the nearest river, and leave it when they go", () => {
	const drawn = [
		{ x: 0, y: 4 },
		{ x: 9, y: 4 },
	].reduce((document, point) => tools.addPoint(document, "river", 0, point, "Withy"), crossing());
	const far = tools.addPoint(drawn, "river", 1, { x: 2, y: 20 }, "Beck");
	const wet = tools.lay(far, "ford", 7) as Doc;
	expect(tools.read(wet).rivers.map(({ crossings }) => crossings)).toEqual([[7], []]);
	expect(tools.read(tools.rub(wet, "7")).rivers[0]?.crossings).toEqual([]);
	expect(Reflect.get(tools.rub(tools.rub(wet, "river:1"), "river:0"), "rivers")).toBeUndefined();
});

test("squares and names are put elsewhere, but not one square on another", () => {
	const named = tools.addPlace(crossing(), "Long Sallow", { x: 8, y: 8 });
	expect(tools.placeAt(named, { x: 8.4, y: 8 })).toBe("place:0");
	expect(tools.read(tools.shift(named, "place:0", { x: 9, y: 9 }) as Doc).places[0]).toMatchObject({
		x: 9,
		label: [9, 9],
	});
	expect(tools.read(tools.rename(named, "place:0", "Sallow")).places[0]?.name).toBe("Sallow");
	expect(tools.shift(named, "8", { x: 4, y: 4 })).toBeNull();
	expect(tools.read(tools.shift(named, "8", { x: 4, y: 5.5 }) as Doc).squares[7]).toMatchObject({ y: 5.5 });
});

test("whatever else a file holds stays in it", () => {
	const document = { ...crossing(), units: { width: 20, height: 10 }, roads: [{ name: "A1", squares: [1, 2] }] };
	expect(tools.rub(document, "1")).toMatchObject({ units: { width: 20 }, roads: [{ name: "A1", squares: [2] }] });
});

test("a road is named by any of its squares, from where it leaves another of its colour to where it ends", () => {
	const roads = (document: Doc) => tools.read(document).roads;
	const named = tools.nameRoad(crossing(), 4, "Mill Lane");
	expect(roads(named)).toEqual([{ name: "Mill Lane", colour: "R", squares: [5, 4, 3, 2, 1], label: true }]);
	const both = tools.nameRoad(named, 7, "Drove");
	expect(roads(both)[1]).toMatchObject({ name: "Drove", colour: "W", squares: [8, 7, 6] });
	expect(roads(tools.nameRoad(both, 1, "A9")).map(({ name }) => name)).toEqual(["A9", "Drove"]);
	expect(roads(tools.rename(both, "road:1", "Track"))[1]).toMatchObject({ name: "Track", label: true });
	expect(roads(tools.nameRoad(both, 3, "")).map(({ name }) => name)).toEqual(["Drove"]);
	expect(Reflect.get(tools.rub(named, "road:0"), "roads")).toBeUndefined();
	expect(tools.nameRoad(named, 99, "Nowhere")).toBe(named);
});

test("a ring is named once round", () => {
	const side = tools.road(BLANK, "Y", 0, { x: 2, y: 2 });
	const far = tools.road(side.document, "Y", side.end, { x: 4, y: 2 });
	const low = tools.road(far.document, "Y", far.end, { x: 4, y: 4 });
	const ring = tools.road(low.document, "Y", low.end, { x: 2, y: 2 }).document;
	const [road] = tools.read(tools.nameRoad(ring, 1, "Ring")).roads;
	expect(new Set(road?.squares as number[]).size).toBe(idsOf(ring).length);
	expect(road?.squares).toHaveLength(idsOf(ring).length);
});
