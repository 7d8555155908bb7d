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
	it("is said once where both ends of a range are the same", () => {
		const range = { en: "{least} to {most} {most:space|spaces}", fr: "de {least} à {most}", it: "da {least} a {most}" };
		const said = (least: number): string[] =>
			(["en", "fr", "it"] as const).map((language) => fill(range[language], { least, most: 3 }, language));
		expect(said(3)).toEqual(["3 spaces", "de 3", "3"]);
		expect(said(2)).toEqual(["2 to 3 spaces", "de 2 à 3", "da 2 a 3"]);
	});
	it("keeps the braces of what is missing", () => expect(fill("{car} rolls", {}, "en")).toBe("{car} rolls"));
});

describe("a name takes its sentence’s small words along", () => {
	it.each([
		["fr", "Rover de l’équipe de {name}", "Ottavia", "Rover de l’équipe d’Ottavia"],
		["fr", "Rover de l’équipe de {name}", "Émile", "Rover de l’équipe d’Émile"],
		["fr", "Rover de l’équipe de {name}", "Benno", "Rover de l’équipe de Benno"],
		["fr", "Rover de l’équipe de {name}", "Yann", "Rover de l’équipe de Yann"],
		["it", "de {name}", "Ottavia", "de Ottavia"], // only where the language does so
		["fr", "La voiture roule jusqu’à {town}.", "Le Havre", "La voiture roule jusqu’au Havre."],
		["fr", "La voiture roule jusqu’à {town}.", "Les Sables", "La voiture roule jusqu’aux Sables."],
		["fr", "La voiture roule jusqu’à {town}.", "La Rochelle", "La voiture roule jusqu’à La Rochelle."],
		["fr", "La voie de {town}.", "Le Mans", "La voie du Mans."],
		["fr", "le tour de {name}", "Le Fou", "le tour de Le Fou"], // no person has an article
		["it", "La tua auto è a {town}.", "Amiens", "La tua auto è ad Amiens."],
		["it", "La tua auto è a {town}.", "Metz", "La tua auto è a Metz."],
		["it", "La tua auto è a {town}.", "Orléans", "La tua auto è a Orléans."],
		["it", "lascia {town}", "Aix", "lascia Aix"], // the end of another word is none
	] as const)("%s: %s, %s", (language, text, name, told) => {
		expect(fill(text, text.includes("{town}") ? { town: name } : { name }, language)).toBe(told);
	});
});
