// How a language is set: what its catalogues may write plainly is put right when they are read.

import type { Language } from "./wire";

const NARROW = "\u202f"; // a space that is narrow and does not break

/** Curved apostrophes in French and Italian; in French narrow spaces before ; : ! ? % and inside the quotation marks. */
export function typeset(text: string, language: Language): string {
	if (language === "en") return text;
	const curved = text.replaceAll("'", "’");
	if (language !== "fr") return curved;
	return curved.replace(/[ \u00a0](?=[;:!?%»])/g, NARROW).replace(/«[ \u00a0]/g, `«${NARROW}`);
}

export function typesetAll(catalogue: Record<string, string>, language: Language): Record<string, string> {
	if (language === "en") return catalogue;
	return Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, typeset(text, language)]));
}

/** The same for everything said in a document: a lesson's stops, an overview's parts. */
export function typesetIn<Told>(told: Told, language: Language): Told {
	if (typeof told === "string") return typeset(told, language) as Told;
	if (Array.isArray(told)) return told.map((one) => typesetIn(one, language)) as Told;
	if (typeof told !== "object" || told === null) return told;
	return Object.fromEntries(Object.entries(told).map(([key, one]) => [key, typesetIn(one, language)])) as Told;
}

/** 43500 as "43 500", with spaces that do not break, in every language: the same at the table and on the time card. */
export function grouped(amount: number): string {
	const digits = String(Math.abs(Math.round(amount))).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
	return amount < 0 ? `−${digits}` : digits;
}
