import { expect, test } from "vitest";
import { part } from "../../lib/part";
import { freeCorner, type Layout, labelOf, onLabel, type Place } from "./layout";

test("a tag lies on a card's name, or beside it", () => {
	const card = { no: 12, name: "Tornante del passo" };
	const cards = [{ card, origin: [100, 100] as [number, number] }];
	const { width } = labelOf(card);
	expect(onLabel([120, 120], [40, 18], cards, 1)).toBe(true);
	expect(onLabel([110 + width + 39, 120], [40, 18], cards, 1)).toBe(true);
	expect(onLabel([110 + width + 41, 120], [40, 18], cards, 1)).toBe(false);
	expect(onLabel([120, 100 + 44 + 19], [40, 18], cards, 1)).toBe(false);
});

test("the small map lies where it covers neither the road nor the weather", () => {
	const square = (x: number, y: number): Place => part<Place>({ at: [x, y] });
	const table = (dial: [number, number], squares: Place[]): Layout =>
		part<Layout>({ width: 2000, height: 1500, dial, squares });
	const sight = { x: -200, y: 600, width: 1000, height: 800 };
	expect(freeCorner(table([1500, 0], [square(100, 1300), square(900, 700)]), sight)).toBe("right");
	expect(freeCorner(table([1500, 0], [square(900, 1300)]), sight)).toBe("left");
	expect(freeCorner(table([0, 1100], []), sight), "the dial is not covered either").toBe("right");
});
