import { expect, test } from "vitest";
import type { Json } from "../../lib/types";
import { landOf } from "./land";

const SQUARES = [1, 2, 3].map((id) => ({ id, x: id, y: 1, colour: "W" }));
const map = (told: object): Json => ({ name: "Own", squares: SQUARES, edges: [], ...told }) as object as Json;
const named = (told: object): string[] => landOf(map(told), "Own")?.labels.map(({ text }) => text) ?? [];

test("numbers of roads stand on the map, other names where their maker wants them", () => {
	const road = (name: string, label?: boolean) => ({ name, colour: "W", squares: [1, 2, 3], label });
	expect(named({ roads: [road("A785"), road("Withy Lane"), road("Mill Lane", true)] })).toEqual(["A785", "Mill Lane"]);
});

test("the name of a road of one square stands beside it", () => {
	const [label] = landOf(map({ roads: [{ name: "A1", colour: "W", squares: [2] }] }), "Own")?.labels ?? [];
	expect(label).toMatchObject({ text: "A1", turn: 0 });
	expect(label?.x).toBeGreaterThan(0);
});

test("what cannot be drawn is left out, and the roads are there", () => {
	const land = landOf(map({ decoration: { woods: "many" }, rivers: [{ name: "Dry" }], roads: 7 }), "Own");
	expect(land?.width).toBeGreaterThan(0);
	expect(land?.woods).toBe("");
});

test("where woods are larger than anybody's their trees stand further apart: no map holds up who looks at it", () => {
	const planted = (count: number, side: number): number => {
		const points = [
			[0, 0],
			[side, 0],
			[side, side],
			[0, side],
		];
		const woods = Array.from({ length: count }, () => ({ name: "Wood", points }));
		return (landOf(map({ decoration: { woods } }), "Own")?.trees() ?? "").split("M").length - 1;
	};
	expect(planted(1, 10)).toBeGreaterThan(200);
	expect(planted(700, 200)).toBeLessThan(25_000);
});
