// Strokes on a roadbook: one to three specials, each a row of roads of the house's zones, with assistance and snow.

import type { Options } from "../../../../lib/courses";
import { moved, replaced, textList } from "../../../../lib/paths";
import type { Doc } from "../../../../lib/studio";
import { zonesOf } from "../../roadbook";

export interface Roadbook {
	stages: string[][]; // the legs of each special: "C8-C3"
	assistance: string;
	weather: string;
	snow: string[]; // the zones that lie in snow, for each special
}
export const MOST_SPECIALS = 3;
export const ASSISTANCE = ["none", "ss1", "ss2", "both"];

export function read(document: Doc): Roadbook {
	const stages = textList(Reflect.get(document, "stages")).map((stage) => stage.split("/").filter(Boolean));
	const snow = textList(Reflect.get(document, "snow"));
	return {
		stages,
		assistance: String(Reflect.get(document, "assistance") ?? "both"),
		weather: String(Reflect.get(document, "weather") ?? "none"),
		snow: stages.map((_, special) => snow[special] ?? ""),
	};
}

/** Only zones that a special leads through lie in snow; without any the weather is rolled, where a file says so, or none. */
function write(document: Doc, { stages, assistance, weather, snow }: Roadbook): Doc {
	const { snow: _, weather: __, ...others } = document as { snow?: unknown; weather?: unknown };
	const kept = stages.map((legs, special) =>
		zonesOf(legs.join("/"))
			.filter((zone) => snow[special]?.includes(zone))
			.join(""),
	);
	const rolled = weather === "variable" ? { weather } : {};
	const sky = kept.some(Boolean) ? { weather: "fixed", snow: kept } : rolled;
	return { ...others, stages: stages.map((legs) => legs.join("/")), assistance, ...sky };
}

export const pictured = (document: Doc): Options => ({ stages: textList(Reflect.get(document, "stages")) });
export const titled = (document: Doc, name: string): Doc => ({ ...document, name });

const sorted = (leg: string): string => leg.split("-").toSorted().join("-");

/** A road may follow one of another zone, once in a special. */
export function mayFollow(legs: string[], leg: string): boolean {
	const twice = legs.some((one) => sorted(one) === sorted(leg));
	return !twice && legs.at(-1)?.[0] !== leg[0];
}

/** A road at the end of a special; of one that is not there yet, its first. Null where it cannot follow. */
export function join(document: Doc, special: number, leg: string): Doc | null {
	const book = read(document);
	const legs = book.stages[special] ?? [];
	if (special > book.stages.length || special >= MOST_SPECIALS || !mayFollow(legs, leg)) return null;
	const stages =
		special === book.stages.length ? [...book.stages, [leg]] : replaced(book.stages, special, [...legs, leg]);
	return write(document, { ...book, stages });
}

/** The last road of a special taken off; with its only one the special goes. */
export function takeOff(document: Doc, special: number): Doc | null {
	const book = read(document);
	const legs = book.stages[special];
	if (!legs) return null;
	return legs.length > 1
		? write(document, { ...book, stages: replaced(book.stages, special, legs.slice(0, -1)) })
		: drop(document, special);
}

export const turnedLeg = (leg: string): string => leg.split("-").toReversed().join("-");

/** The last road of a special driven the other way. */
export function turnLast(document: Doc, special: number): Doc | null {
	const book = read(document);
	const legs = book.stages[special];
	const last = legs?.at(-1);
	if (!legs || !last) return null;
	return write(document, { ...book, stages: replaced(book.stages, special, [...legs.slice(0, -1), turnedLeg(last)]) });
}

export function drop(document: Doc, special: number): Doc {
	const book = read(document);
	return write(document, { ...book, stages: replaced(book.stages, special), snow: replaced(book.snow, special) });
}

/** A special earlier or later in the rally. */
export function reorder(document: Doc, special: number, by: number): Doc | null {
	const book = read(document);
	if (special + by < 0 || special + by >= book.stages.length) return null;
	const [stages, snow] = [moved(book.stages, special, special + by), moved(book.snow, special, special + by)];
	return write(document, { ...book, stages, snow });
}

export function assist(document: Doc, assistance: string): Doc {
	return write(document, { ...read(document), assistance });
}

/** Snow in a zone of a special, or none any more. */
export function snowIn(document: Doc, special: number, zone: string): Doc {
	const book = read(document);
	const now = book.snow[special] ?? "";
	const next = now.includes(zone) ? now.replace(zone, "") : now + zone;
	return write(document, { ...book, snow: replaced(book.snow, special, next) });
}
