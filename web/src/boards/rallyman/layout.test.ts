import { describe, expect, it } from "vitest";
import zonesFile from "../../../../src/parcferme/games/rallyman/content/zones.json";
import { documentOf } from "../../lib/content";
import { mapLayout, skidMarks, spotOf, upright } from "./layout";
import type { Car, RoadSpace } from "./view";
import { find, NO_ZONES, pointOn, type Space, type ZoneFile } from "./zones";

const file = documentOf<ZoneFile>(zonesFile) ?? NO_ZONES;

/** The spaces of a special as the server tells them: "C4-C5/V1-V4", each road from its first to its second end. */
function special(route: string): RoadSpace[] {
	return route.split("/").flatMap((leg) => {
		const [from = "", to = ""] = leg.split("-");
		const zone = file.zones.find((one) => one.zone === from[0]);
		const forth = zone?.roads.find(({ ends }) => ends[0] === from[1] && ends[1] === to[1]);
		const back = zone?.roads.find(({ ends }) => ends[1] === from[1] && ends[0] === to[1]);
		const name = forth ? leg : `${to}-${from}`;
		const order = (forth ?? back)?.spaces.map((_, index) => index) ?? [];
		return (forth ? order : order.reverse()).map((index) => {
			const { space, id } = find(file, `${name}:${index}`, !forth) as NonNullable<ReturnType<typeof find>>;
			return { ...space, id, zone: from[0], room: space.width ?? 2 } as object as RoadSpace;
		});
	});
}

/** How far each space begins from where the one before it ends. */
function gaps(spaces: Space[]): number[] {
	return spaces.slice(1).map((next, index) => {
		const here = spaces[index] as Space;
		const [[x1, y1], [x2, y2]] = [pointOn(here, here.len / 2), pointOn(next, -next.len / 2)];
		return Math.hypot(x1 - x2, y1 - y2);
	});
}

it("a car out of control leaves two tyre marks that end under it, and any other car none", () => {
	const laid = mapLayout(special("C4-C5/V1-V4"), file);
	const car = (pose: string): Car => ({ progress: 3, pose, seat: 0 }) as object as Car;
	for (const pose of ["spun", "off-left", "off-right"]) {
		const { x, y } = spotOf(car(pose), laid, 0);
		const ends = skidMarks(car(pose), laid).map((mark) => mark.split(" ").slice(-2).map(Number));
		expect(ends).toHaveLength(2);
		for (const [endX = 0, endY = 0] of ends) expect(Math.hypot(endX - x, endY - y)).toBeCloseTo(8);
	}
	expect(skidMarks(car("straight"), laid)).toEqual([]);
});

describe("the boards of a special", () => {
	it.each([
		["C4-C5/V1-V4", [0, 0]], // out at the south, in at the north
		["L8-L9/V0-V5", [0, 90]], // out at the west, in at the north: turned
		["L1-L0/J1-J4", [0, 180]], // out at the north, in at the north
	])("lie so that the road of %s runs on", (route, turns) => {
		const laid = mapLayout(special(route), file);
		expect(laid.boards.map(({ turn }) => turn)).toEqual(turns);
		expect(Math.max(...gaps(laid.spaces))).toBeLessThan(2);
		expect(laid.links).toEqual([]);
	});
	it("keep every space on the drawing", () => {
		const { spaces, width, height } = mapLayout(special("L1-L0/J1-J4"), file);
		for (const { xy } of spaces) {
			expect(Math.min(...xy)).toBeGreaterThan(0);
			expect([xy[0] < width, xy[1] < height]).toEqual([true, true]);
		}
	});
	it("lie beside each other with a dotted line where the road would lead onto a board that is there", () => {
		const round = special("C3-C8/L2-L3/V2-V3/J2-J3");
		const { boards, links } = mapLayout(round, file);
		expect(boards).toHaveLength(4);
		const corners = boards.map(({ x, y, turn }) => `${x},${y},${turn}`);
		expect(new Set(corners).size).toBe(4);
		expect(links.length).toBeLessThan(3);
	});
});

it("a sign along the road is never upside down", () => {
	expect([0, 90, 180, 270, -90, 359].map(upright)).toEqual([0, 90, 0, 90, 90, 359]);
});
