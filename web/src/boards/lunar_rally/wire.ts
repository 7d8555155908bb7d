// What a seat may know of Lunar Rally, made by tools/wire_types.py from games/lunar_rally/view_types.py.
// Change that, not this.

/** What a player has used up and done. */
export interface Seat {
	colour: string;
	conceded: boolean;
	replacements: number;
	damage: number;
}

/** A Rover with its Control Board; one that is not on the Moon has no hex. */
export interface Rover {
	id: string;
	seat: number;
	number: 1 | 2;
	hex: string | null;
	facing: string | null;
	phases: number;
	shields: number;
	missiles: number;
	armed: boolean;
	program: string[];
}

/** The map, by the hexes of each sort. */
export interface Ground {
	scenario: string;
	title: string;
	columns: number;
	start: string[];
	finish: string[];
	craters: string[];
	dust: string[];
	repair: string[];
	caches: string[];
}

/** All that a seat may know. */
export interface LunarView {
	/** what is decided: throw_map, throw_first, place, program_1 and program_2 (Rovers 1 or 2, sealed), replace, flip, over */
	node: string;
	/** the seats that decide */
	to_act: number[];
	/** the Rover number whose turn it is, 1 or 2 */
	moon: 1 | 2;
	/** how many of the three phases of that turn have been revealed */
	phase: number;
	/** rounds begun */
	round: number;
	/** the round after which the match ends */
	round_cap: number;
	/** the first player's seat; null before it is thrown for */
	first: number | null;
	/** by seat: colour, conceded, replacements (Rovers used up as replacements), damage (taken so far) */
	seats: Seat[];
	/** each Rover: id, seat, number, hex (null: not on the board), facing, phases it still has, shields, missiles, armed (its weapons work: it has left the start), program: by phase a card (AT, F1, RV, TL, TR, LA, MI, ST), hidden, empty or lost */
	rovers: Rover[];
	/** null before it is thrown for; scenario, title, columns, and the hexes of start, finish, craters, dust, repair stations and caches that are left */
	map: Ground | null;
	/** how it ended: finish, tie, destroyed, last, conceded, cap; null while it runs */
	reason: "cap" | "conceded" | "destroyed" | "finish" | "last" | "tie" | null;
	/** the seats that won or share the draw */
	winners: number[];
}
