import { describe, expect, it } from "vitest";
import { findClauses } from "./search";
import type { Clause } from "./types";

const clause = (id: string, text: string): Clause => ({ id, heading: "Chapter", text });
const rules = [
	clause("RM-33", "The third hazard loses control of the car."),
	clause("RM-98", "The shortest total time wins."),
	clause("RM-50", "A shortcut takes its own note."),
	clause("RM-51", "A crash barrier is drawn in red."),
];
const ids = (search: string): string[] => findClauses(rules, search).map(({ id }) => id);

describe("searching the rules", () => {
	it("finds nothing to search for in nothing", () => expect(ids("")).toEqual(["RM-33", "RM-98", "RM-50", "RM-51"]));
	it("knows what a crash is called, and puts the word itself first", () =>
		expect(ids("crash")).toEqual(["RM-51", "RM-33"]));
	it.each(["winner", "gagnant", "vincitore", "VAINQUEUR"])("knows who a %s is", (word) =>
		expect(ids(word)).toEqual(["RM-98"]),
	);
	it.each(["raccourci", "scorciatoia", "shortcut"])("finds a %s", (word) => expect(ids(word)).toEqual(["RM-50"]));
	it("reads letters without their accents", () => expect(ids("arrivée")).toEqual(ids("arrivee")));
	it("wants every word", () => expect(ids("crash winner")).toEqual([]));
	it("finds a clause by its id", () => expect(ids("rm-98")).toEqual(["RM-98"]));
});
