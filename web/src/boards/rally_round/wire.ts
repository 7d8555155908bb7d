// What a seat may know of Rally Round, made by tools/wire_types.py from games/rally_round/view_types.py.
// Change that, not this.

/** A crew; its number is 0 in a competition. */
export interface Crew {
	crew: number;
	number: number;
	colour: string;
	seat: number;
	adopted: boolean;
	status: "disqualified" | "driving" | "finished" | "retired" | "waiting";
	square: number | null;
	came_from: number | null;
	speed: number;
	missing: number;
	off: boolean;
	section: number;
	turns: number;
	run: number;
	visited: number;
	kit: string[];
	hand: string[];
	penalty: number;
	other: number;
	sheet: [number | null, number | null, number | null, number | null, number, number[], number[]][];
}

/** A section of the route, and its target in seconds. */
export interface Section {
	to: string;
	kind: string;
	mph: number;
	squares: number;
	target: number;
	pcs: [string, number][];
}

/** The Correct Route. */
export interface RouteView {
	controls: [string, number, number | null, string, number][];
	black_spots: number[];
	path: number[];
	sections: Section[];
}

/** The route being laid, and the paths that are still possible. */
export interface LayingView {
	start: number;
	finish: number | null;
	controls: [string, number, number | null, string, number][];
	black_spots: number[];
	candidates: number[][];
	since_tc: number[];
	complete: boolean;
}

/** All that a seat may know. */
export interface RallyView {
	/** what is decided: cars, deal, hazard (chance); start, finish, marker, square, approach, kind, mph, resolve (laying a route); kit, adopt; speed, feather, fork, block, place, roll, stop, ford, draw, protest, allowance, push (driving); hand_in, sealed (in a competition of several: home, and handed in or watching); over */
	node: string;
	/** whose eyes this is seen with; null: a spectator's */
	seat: number | null;
	/** the seat that decides; null: nobody */
	to_act: number | null;
	/** the crew that moves, from 1 */
	crew: number;
	/** the minute of the rally; 0 before the start */
	turn: number;
	/** of the rally, from 1 */
	part: number;
	/** true: everybody drives alone, nobody is in the way */
	competition: boolean;
	/** its name */
	map: string;
	/** [id, x, y, colour R O Y or W, feature, value]: a bend's value is its sign, a gradient's the square it points at (negative: two arrows) */
	squares: [number, number, number, "O" | "R" | "W" | "Y", string, number][];
	/** pairs of neighbouring squares */
	roads: [number, number][];
	/** each crew: crew, number, colour, seat, adopted, status, square, came_from, speed, missing (turns to miss), off (the road), section (from 0), turns and run (minutes and squares on it), visited (its Passage Controls, as bits), kit, hand (Hazard! cards kept), penalty (seconds, other included), other, sheet: by section [squares, target, seconds taken, penalty, faults, speeds (0: missed), squares run so far] */
	crews: Crew[];
	/** the crews in this turn's order */
	order: number[];
	/** null until it is laid; controls [label, square, approach, kind, mph], black_spots, path (squares in order), sections (to, kind, mph, squares, target in seconds, pcs [label, at]) */
	route: RouteView | null;
	/** the route being laid, or null: start, finish, controls, black_spots, candidates (paths still possible), since_tc (squares of each since the last Time Control), complete */
	laying: LayingView | null;
	/** the route before the crew that moves: [id, colour, feature, value, control, speed limit or 0] */
	ahead: [number, "O" | "R" | "W" | "Y", string, number, string, number][];
	/** [least, most] speed that may be announced; null when none is */
	range: [number, number] | null;
	/** Hazard! cards: [how many are unseen, the known ones beneath them in order]; one pack, or one for each seat */
	pack: [number, string[]][];
	/** [card, name] of every Rally Kit card */
	kit_cards: [string, string][];
}
