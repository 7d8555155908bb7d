import { expect, test } from "vitest";
import en from "./text/en.json";
import fr from "./text/fr.json";
import it from "./text/it.json";
import { ENDS } from "./view";

test.each([en, fr, it])(
	"how a move may end is told in words, on the strip's bars too",
	(texts: Record<string, string>) => {
		for (const end of ENDS) expect(texts[`rally.end.${end}.bar`]).toMatch(/^(\d )?\p{L}[\p{L}’-]{2,}$/u);
	},
);
