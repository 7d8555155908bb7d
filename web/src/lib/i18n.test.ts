// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { fill } from "./i18n.svelte";

describe("a word that goes with a number", () => {
	it.each([
		["en", ["0 turns", "1 turn", "2 turns"]],
		["fr", ["0 turn", "1 turn", "2 turns"]],
		["it", ["0 turns", "1 turn", "2 turns"]],
	] as const)("takes the form of %s", (language, told) => {
		expect([0, 1, 2].map((n) => fill("{n} {n:turn|turns}", { n }, language))).toEqual(told);
	});
	it("agrees with a number that was written already", () => {
		expect(["1", "12", "some"].map((n) => fill("{n} {n:turn|turns}", { n }, "en"))).toEqual([
			"1 turn",
			"12 turns",
			"some turns",
		]);
	});
	it("keeps the braces of what is missing", () => expect(fill("{car} rolls", {}, "en")).toBe("{car} rolls"));
});

describe("a French name after de", () => {
	it.each([
		["Ottavia", "Rover de l’équipe d’Ottavia"],
		["Émile", "Rover de l’équipe d’Émile"],
		["Benno", "Rover de l’équipe de Benno"],
		["Yann", "Rover de l’équipe de Yann"],
	])("%s", (name, told) => expect(fill("Rover de l’équipe de {name}", { name }, "fr")).toBe(told));
	it("is nothing to other languages", () => expect(fill("de {name}", { name: "Ottavia" }, "it")).toBe("de Ottavia"));
});

describe("a French town with an article", () => {
	it.each([
		["Le Havre", "La voiture roule jusqu’au Havre."],
		["Les Sables", "La voiture roule jusqu’aux Sables."],
		["La Rochelle", "La voiture roule jusqu’à La Rochelle."],
	])("%s", (town, told) => expect(fill("La voiture roule jusqu’à {town}.", { town }, "fr")).toBe(told));
	it("comes after de", () => expect(fill("La voie de {town}.", { town: "Le Mans" }, "fr")).toBe("La voie du Mans."));
	it("is no person", () => expect(fill("le tour de {name}", { name: "Le Fou" }, "fr")).toBe("le tour de Le Fou"));
});

describe("an Italian name after a", () => {
	it.each([
		["Amiens", "La tua auto è ad Amiens."],
		["Metz", "La tua auto è a Metz."],
		["Orléans", "La tua auto è a Orléans."],
	])("%s", (town, told) => expect(fill("La tua auto è a {town}.", { town }, "it")).toBe(told));
	it("is no part of another word", () => expect(fill("lascia {town}", { town: "Aix" }, "it")).toBe("lascia Aix"));
});
