import { expect, test } from "vitest";
import { count, footprint, hexesAt, image, lay, lift, read, resize, rub, shift, toolOf, turn } from "./tools";

const BLANK = {
	title: "Mare Anguis",
	sections: 2,
	start: ["A3"],
	finish: ["O3"],
	craters: [],
	dust: [],
	repair: [],
	caches: [],
};

test("a crater of seven is a hex and its six neighbours, in either kind of column", () => {
	expect(footprint(toolOf("crater7"), "F3").toSorted()).toEqual(["E3", "E4", "F2", "F3", "F4", "G3", "G4"]);
	expect(footprint(toolOf("crater7"), "G6").toSorted()).toEqual(["F5", "F6", "G5", "G6", "G7", "H5", "H6"]);
});

test("a piece comes round after six turns and covers as many hexes on the way", () => {
	const tool = toolOf("crater6");
	expect(footprint(tool, "H6", 6)).toEqual(footprint(tool, "H6"));
	for (let turns = 0; turns < 6; turns++) expect(new Set(footprint(tool, "H6", turns)).size).toBe(6);
	expect(footprint(tool, "H6", 1)).not.toEqual(footprint(tool, "H6"));
});

test("images lie across the middle line or half a turn round, and twice is where one was", () => {
	expect(image("C2", "mirror", 16)).toBe("C11");
	expect(image("D2", "mirror", 16)).toBe("D10");
	expect(image("A3", "turn", 16)).toBe("O10");
	for (const symmetry of ["mirror", "turn"] as const)
		for (const hex of ["A1", "B11", "H6", "O12"]) expect(image(image(hex, symmetry, 16), symmetry, 16)).toBe(hex);
});

test("a stroke is drawn twice, once where it is its own image, and the image is left out where it meets something", () => {
	const twice = lay(BLANK, toolOf("repair"), "C2", 0, "mirror");
	expect(read(twice.document).repair).toEqual(["C2", "C11"]);
	const once = lay(BLANK, toolOf("cache"), "D6", 0, "mirror");
	expect(read(once.document).caches).toEqual(["D6"]);
	const met = lay(twice.document, toolOf("crater3"), "C11", 0, "mirror");
	expect(met.laid).toEqual([]);
	const left = lay(lift(twice.document, "C2"), toolOf("crater1"), "C2", 0, "mirror");
	expect(left).toMatchObject({ laid: ["C2"], left: [{ at: "C11", why: "taken", by: "C11" }] });
});

test("nothing is laid off the board or on something else", () => {
	expect(lay(BLANK, toolOf("crater7"), "A1", 0, "none")).toMatchObject({
		document: BLANK,
		laid: [],
		left: [{ why: "off" }],
	});
	expect(lay(BLANK, toolOf("cache"), "A3", 0, "none").left).toEqual([{ at: "A3", why: "taken", by: "A3" }]);
});

test("pieces are lifted whole, with their image where it is wished, and the blank is as it was", () => {
	const { document } = lay(BLANK, toolOf("crater3"), "H4", 0, "mirror");
	expect(count(document, toolOf("crater3"))).toBe(2);
	expect(count(lift(document, "I5"), toolOf("crater3"))).toBe(1);
	expect(rub(document, "H4", "mirror")).toEqual(BLANK);
});

test("a piece is shifted and turned as a whole, and stays where there is no room", () => {
	const { document } = lay(BLANK, toolOf("dust3"), "H5", 0, "none");
	const shifted = shift(document, "H5", "I6") ?? BLANK;
	expect(read(shifted).dust).toEqual([["I6", "I5", "I7"]]);
	expect(read(turn(shifted, "I6") ?? BLANK).dust[0]?.toSorted()).toEqual(["H6", "I6", "J5"].toSorted());
	expect(shift(document, "H5", "A3")).toBeNull();
	expect(shift(document, "H5", "H1")).toBeNull();
});

test("a smaller board loses what lay beyond it", () => {
	const wide = lay(resize(BLANK, 3), toolOf("repair"), "W5", 0, "none").document;
	expect(read(resize(wide, 2)).repair).toEqual([]);
	expect(read(resize(wide, 2)).start).toEqual(["A3"]);
});

test("a finding's place is its hexes, and what somebody wrote by hand is read without harm", () => {
	const { document } = lay(BLANK, toolOf("crater1"), "K6", 0, "none");
	expect(hexesAt(document, "craters[0]")).toEqual(["K6"]);
	expect(hexesAt(document, "title")).toEqual([]);
	expect(read({ sections: "nine", craters: 7, dust: [3, ["K1", 5]] })).toMatchObject({
		sections: 2,
		craters: [],
		dust: [[], ["K1"]],
	});
});
