import { expect, it } from "vitest";
import { qr } from "./qr";

it("draws a code of the smallest size that holds the text, with a quiet border and three finders", () => {
	const small = qr("https://club.example/clubs/0123456789abcdef?key=abcdefghijklmnopqrstuv");
	expect(small.size).toBe(37 + 8); // 37 squares a side hold up to 84 letters
	for (const corner of ["M4 4h1", "M40 4h1", "M4 40h1"]) expect(small.path).toContain(corner);
	expect(small.path).not.toMatch(/M[0-3] |M\d+ [0-3]h/);
	expect(qr("https://a.example").size).toBeLessThan(small.size);
});
