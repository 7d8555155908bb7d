import { describe, expect, it } from "vitest";
import zonesFile from "../../../../src/parcferme/games/rallyman/content/zones.json";
import { documentOf } from "../../lib/content";
import { find, headingOn, NO_ZONES, pointOn, reversed, type Space, widthAt, type ZoneFile } from "./zones";

const file = documentOf<ZoneFile>(zonesFile) ?? NO_ZONES;
const straight: Space = { kind: "straight", width: 2, left: "g", right: "g", xy: [10, 20], dir: 0, bend: 0, len: 72 };

describe("the geometry of a road", () => {
	it("runs straight ahead, with the right hand to the south when heading east", () => {
		expect(pointOn(straight, 36)).toEqual([46, 20]);
		expect(pointOn(straight, 0, 5)).toEqual([10, 25]);
	});
	it("turns right on a positive bend", () => {
		const corner = { ...straight, kind: "corner", bend: 90 } as Space;
		expect(pointOn(corner, 36)[1]).toBeGreaterThan(20);
		expect(headingOn(corner, 36)).toBe(45);
	});
	it("joins every space of every road to the next without a gap", () => {
		for (const zone of file.zones) {
			for (const road of zone.roads) {
				for (let i = 0; i + 1 < road.spaces.length; i++) {
					const here = road.spaces[i] as Space;
					const next = road.spaces[i + 1] as Space;
					const [x1, y1] = pointOn(here, here.len / 2);
					const [x2, y2] = pointOn(next, -next.len / 2);
					expect(Math.hypot(x1 - x2, y1 - y2)).toBeLessThan(1);
				}
			}
		}
	});
	it("is the same road driven the other way", () => {
		const road = file.zones[0]?.roads[0];
		const space = road?.spaces[2] as Space;
		const back = reversed(space);
		const [x1, y1] = pointOn(space, 30, 7);
		const [x2, y2] = pointOn(back, -30, -7);
		expect(x1).toBeCloseTo(x2);
		expect(y1).toBeCloseTo(y2);
		expect(back.turn).not.toBe(space.turn);
	});
	it("flares a narrow space towards a wide neighbour", () => {
		const road = file.zones[0]?.roads.find((one) => one.ends[0] === "6");
		if (!road) throw new Error("no road C6-C7");
		expect(road.spaces[0]?.width).toBe(1);
		expect(widthAt(road, 0, 0, file)).toBe(16);
		expect(widthAt(road, 0, 36, file)).toBe(25);
	});
	it("finds a space by its id", () => {
		expect(find(file, "C0-C9:2", false)?.space.kind).toBe("corner");
		expect(find(file, "C0-C9:99", false)).toBeNull();
		expect(find(file, "nonsense", false)).toBeNull();
	});
});
