import { expect, test } from "vitest";
import { typeset, typesetIn } from "./typography";

test("French has narrow spaces and curved apostrophes, Italian the apostrophes, English neither", () => {
	const text = "L'écart : « {n} {n:case|cases} » ; 50 % ?";
	expect(typeset(text, "fr")).toBe("L’écart\u202f: «\u202f{n} {n:case|cases}\u202f»\u202f; 50\u202f%\u202f?");
	expect(typeset("C'è: 50 %", "it")).toBe("C’è: 50 %");
	expect(typeset(text, "en")).toBe(text);
});

test("a lesson is set as its language is, whatever its stops hold", () => {
	const stops = [{ at: 3, text: "L'auto: vai", tasks: ["Tira l'1"] }];
	expect(typesetIn(stops, "it")).toEqual([{ at: 3, text: "L’auto: vai", tasks: ["Tira l’1"] }]);
});
