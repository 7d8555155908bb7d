// The way back through a drawing, kept on this device over a reload. Each step is told by what differs from the next:
// drawings are large, strokes are small.

import { keep, keptAs } from "./kept";
import { begin, type History } from "./undo";

/** As many characters as are alike before and after, and what stood between them. */
type Step = [number, number, string];
interface Packed {
	id: string; // of the document
	now: string; // a mark by which the drawing is known again
	past: Step[]; // the last stroke first
	future: Step[];
}

const PLACE = "parcferme.studio.history";
const MOST_STEPS = 100; // to either side
const MOST_DRAWINGS = 4; // the latest ones
const MOST_CHARACTERS = 1_000_000; // of all of them: others want room on this device, too

const texts = new WeakMap<object, string>();

/** A document as text, its fields in one order whoever wrote it. */
function textOf(document: object): string {
	const known = texts.get(document) ?? JSON.stringify(document, ordered);
	texts.set(document, known);
	return known;
}

function ordered(_: string, value: unknown): unknown {
	if (!value || typeof value !== "object" || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function markOf(text: string): string {
	let sum = 7;
	for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
	return `${text.length}.${sum}`;
}

function stepTo(from: string, to: string): Step {
	const most = Math.min(from.length, to.length);
	let before = 0;
	while (before < most && from[before] === to[before]) before++;
	let after = 0;
	while (after < most - before && from[from.length - 1 - after] === to[to.length - 1 - after]) after++;
	return [before, after, to.slice(before, to.length - after)];
}

const stepped = (from: string, [before, after, between]: Step): string =>
	from.slice(0, before) + between + from.slice(from.length - after);

/** From the drawing to those on one side of it, each told from the one before. */
function chain(now: string, side: readonly object[]): Step[] {
	const all = [now, ...side.slice(0, MOST_STEPS).map(textOf)];
	return all.slice(1).map((text, n) => stepTo(all[n] ?? "", text));
}

function unchained(now: string, steps: Step[]): object[] {
	let text = now;
	return steps.map((step) => {
		text = stepped(text, step);
		return JSON.parse(text) as object;
	});
}

export function pack(id: string, { past, now, future }: History<object>): Packed {
	const text = textOf(now);
	return { id, now: markOf(text), past: chain(text, past.toReversed()), future: chain(text, future) };
}

/** The way back and forth from a drawing, if it is the one that was kept. */
export function unpack(now: object, packed: Packed | undefined): History<object> {
	const text = textOf(now);
	if (packed?.now !== markOf(text)) return begin(now);
	return { past: unchained(text, packed.past).toReversed(), now, future: unchained(text, packed.future) };
}

function stored(): Packed[] {
	const found = keptAs<unknown>(PLACE);
	return Array.isArray(found) ? found : [];
}

export function recall(id: string, now: object): History<object> {
	try {
		return unpack(
			now,
			stored().find((one) => one.id === id),
		);
	} catch {
		return begin(now); // what was kept is damaged: only the way back is gone
	}
}

/** The latest drawing first; the oldest go where it gets too much. */
export function remember(id: string, history: History<object> | null): void {
	const others = stored().filter((one) => one.id !== id);
	let kept = [...(history ? [pack(id, history)] : []), ...others].slice(0, MOST_DRAWINGS);
	while (kept.length && JSON.stringify(kept).length > MOST_CHARACTERS) kept = kept.slice(0, -1);
	keep(PLACE, JSON.stringify(kept));
}
