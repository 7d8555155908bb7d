import { expect, test } from "vitest";
import { labelOf, onLabel } from "./layout";

test("a tag lies on a card's name, or beside it", () => {
	const card = { no: 12, name: "Tornante del passo" };
	const cards = [{ card, origin: [100, 100] as [number, number] }];
	const { width } = labelOf(card);
	expect(onLabel([120, 120], [40, 18], cards, 1)).toBe(true);
	expect(onLabel([110 + width + 39, 120], [40, 18], cards, 1)).toBe(true);
	expect(onLabel([110 + width + 41, 120], [40, 18], cards, 1)).toBe(false);
	expect(onLabel([120, 100 + 44 + 19], [40, 18], cards, 1)).toBe(false);
});
