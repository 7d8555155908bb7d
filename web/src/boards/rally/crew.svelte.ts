// Mechanics as they are chosen, in any order: the rules take them one by one along the road (RA-50), so they are sorted, and
// each is handed in when it is asked for.

import { perTable } from "../../lib/per_table";
import type { TableModel } from "../../lib/table.svelte";
import type { RallyView } from "./view";

export const EACH = 3;

class Crew {
	places = $state<number[]>([]); // of the road, as they were clicked; those that are noted already among them

	/** One more there. When all are chosen: none there, or the last one there instead. */
	click(place: number, done: number[]): void {
		const all = wished(this.places, done);
		if (all.length < EACH) this.places = [...all, place];
		else if (all.includes(place))
			this.places = wished(
				all.filter((one) => one !== place),
				done,
			);
		else this.places = wished([...all.slice(0, -1), place], done);
	}

	clear(): void {
		this.places = [];
	}
}

const crewsOf = perTable(() => new Map<string, Crew>());

/** The crew of the seat at the screen in the present stage. */
export function crewOf(table: TableModel, view: RallyView): Crew {
	const all = crewsOf(table);
	const key = `${table.seat}/${view.race}/${view.stage.index}`;
	const found = all.get(key) ?? new Crew();
	all.set(key, found);
	return found;
}

/** The squares of the own mechanics that are noted already, in road order. */
export function noted(view: RallyView): number[] {
	return view.mechanics.flatMap((stack) => Array<number>(stack.mechanics).fill(stack.square));
}

/** All mechanics as they will stand, in road order. What is noted stays, whatever was clicked. */
export function wished(places: number[], done: number[]): number[] {
	const rest = [...places];
	for (const place of done) {
		const at = rest.indexOf(place);
		if (at < 0) return done;
		rest.splice(at, 1);
	}
	return [...done, ...rest.filter((place) => place >= (done.at(-1) ?? 0)).sort((a, b) => a - b)];
}

/** The one to hand in next, or null while some are still to be chosen. */
export function due(places: number[], done: number[]): number | null {
	const all = wished(places, done);
	return all.length === EACH ? (all[done.length] ?? null) : null;
}
