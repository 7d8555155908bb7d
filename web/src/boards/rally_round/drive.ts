// Ways over the map: the one a drafted speed takes, and the squares a car passes between two positions.

import type { GameEvent, LegalAction, View } from "../../lib/types";
import { find } from "./facts";
import type { Survey } from "./survey";
import { type Crew, type RallyView, read } from "./view";

const FARTHEST = 14; // squares: more than any move, so a jump elsewhere is not drawn as a drive

/** The shortest way by road that does not begin by reversing; the Correct Route where both ends are on it. */
export function wayBetween(view: RallyView, from: number, to: number, back: number | null): number[] {
	const path = view.route?.path ?? [];
	const [a, b] = [path.indexOf(from), path.indexOf(to)];
	if (a >= 0 && b >= 0 && Math.abs(b - a) <= FARTHEST)
		return a <= b ? path.slice(a, b + 1) : path.slice(b, a + 1).reverse();
	return search(neighbours(view), from, to, back) ?? search(neighbours(view), from, to, null) ?? [from, to];
}

const known = new Map<string, Map<number, number[]>>();

/** Who lies next to whom, Hidden Tracks included. */
function neighbours(view: RallyView): Map<number, number[]> {
	const key = `${view.map}/${view.roads.length}`;
	let found = known.get(key);
	if (!found) {
		found = new Map();
		for (const [a, b] of view.roads) {
			found.set(a, [...(found.get(a) ?? []), b]);
			found.set(b, [...(found.get(b) ?? []), a]);
		}
		known.set(key, found);
	}
	return found;
}

function search(next: Map<number, number[]>, from: number, to: number, back: number | null): number[] | null {
	const came = new Map<number, number>([[from, 0]]);
	let edge = [from];
	for (let depth = 0; depth < FARTHEST && edge.length; depth++) {
		const further: number[] = [];
		for (const here of edge)
			for (const there of next.get(here) ?? []) {
				if (came.has(there) || (here === from && there === back)) continue;
				came.set(there, here);
				further.push(there);
			}
		if (came.has(to)) break;
		edge = further;
	}
	if (!came.has(to)) return null;
	const way = [to];
	while (way[0] !== from) way.unshift(came.get(way[0] as number) as number);
	return way;
}

export interface Drive {
	way: number[]; // squares from the car to the end of the announced move
	rests: number; // where it comes to rest: rolling and going off change it
	trouble: boolean;
}

/** Where a choice takes a crew, as the server says. */
export function driveOf(action: LegalAction | null, crew: Crew | null): Drive | null {
	if (!crew?.square || !action?.effect.path) return null;
	return {
		way: [crew.square, ...action.effect.path.map(Number)],
		rests: Number(action.effect.to),
		trouble: find(action, "off") !== null || find(action, "flooded") !== null,
	};
}

/** Cars roll from square to square instead of jumping. */
export function between(before: View, after: View, _events: GameEvent[]): View[] {
	const [old, fresh] = [read(before), read(after)];
	if (!old.crews || !fresh.crews || old.map !== fresh.map || old.part !== fresh.part) return [];
	for (const crew of fresh.crews) {
		const was = old.crews.find((one) => one.crew === crew.crew);
		if (!was?.square || !crew.square || was.square === crew.square) continue;
		const way = wayBetween(fresh, was.square, crew.square, was.came_from);
		if (way.length > FARTHEST) continue;
		return way.slice(1, -1).map((square, i) => {
			const crews = old.crews.map((one) =>
				one.crew === crew.crew ? { ...one, square, came_from: way[i] ?? null, speed: 0 } : one,
			);
			return { ...old, crews };
		});
	}
	return [];
}

/** The heading of a car: along the road it has come. */
export function headingOf(survey: Survey, crew: Crew, ahead: number | undefined): number {
	const here = survey.squares.get(crew.square ?? 0);
	const back = survey.squares.get(crew.came_from ?? 0);
	const front = survey.squares.get(ahead ?? 0);
	const from = back ?? here;
	const to = back ? here : front;
	if (!from || !to) return 0;
	return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}
