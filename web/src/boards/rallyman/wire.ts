// What a seat may know of Rallyman, made by tools/wire_types.py from games/rallyman/view_types.py.
// Change that, not this.

/** The shortcut of a corner. */
export interface Cut {
	id: string;
	note: number;
	xy: [number, number] | null;
}

/** A space; notes and shortcut of corners, note of bumps, and where it lies if it is to be drawn. */
export interface RoadSpace {
	in?: number;
	out?: number | null;
	id: string;
	progress: number;
	kind: "bump" | "corner" | "straight";
	zone: string;
	surface: "asphalt" | "snow" | null;
	room: number;
	left: string;
	right: string;
	cut?: Cut | null;
	note?: number;
	turn?: "L" | "R";
	xy?: [number, number];
	dir?: number;
	bend?: number;
	len?: number;
}

/** Where a split time is taken. */
export interface Checkpoint {
	number: number;
	progress: number;
	space: string;
}

export interface Dirt {
	space: string;
	in: number;
	out: number | null;
}

/** The special's road; a surface is null until its zone's weather is rolled. */
export interface Road {
	route: string;
	length: number;
	spaces: RoadSpace[];
	surfaces: Record<string, "asphalt" | "snow" | null>;
	checkpoints: Checkpoint[];
	dirt: Dirt[];
}

/** The dice left, the tyres and the cards held. */
export interface Dashboard {
	black: number;
	white: number;
	damage: number;
	flats: number;
	tyres: "asphalt" | "snow";
	sisu: boolean | null;
	spare: boolean;
}

/** A card of the pile; without a gear it is a changed tyre that cost time. */
export interface TimeCard {
	gear: number | null;
	seconds: number;
	flipped: boolean;
}

/** A time at a checkpoint of this special. */
export interface Split {
	checkpoint: number;
	seconds: number;
}

/** A car in this special, and its times of the others. */
export interface Car {
	seat: number;
	driver: string;
	status: string;
	space: string;
	progress: number;
	pose: string;
	gear: number;
	markers: number;
	dashboard: Dashboard;
	chrono: TimeCard[];
	seconds: number;
	net: number;
	splits: Split[];
	times: number[];
	total: number;
}

/** Who acts now, who still acts in this round, and the next round as it would be now. */
export interface Order {
	start: number[];
	now: number | null;
	waiting: number[];
	next_round: number[];
}

/** A time attack: the dice not yet placed, those of them that show hazards, and the seconds earned. */
export interface Attack {
	left: string;
	hazards: string | null;
	earned: number;
}

/** The step being made. */
export interface Step {
	die: string;
	path: string;
	space: string;
}

/** The turn of the car that acts. */
export interface Turn {
	car: number;
	technique: "attack" | "basic" | null;
	used: string;
	black_left: number;
	white_left: number;
	hazards: number;
	limit: number;
	limit_ahead: number;
	locks: number;
	lock_price: number | null;
	sisu_on: boolean;
	attack: Attack | null;
	step: Step | null;
}

/** What is left of the cards of a gear. */
export interface GearDeck {
	gear: number;
	spin: number;
	left: number;
	right: number;
}

/** What is left of the shortcut cards. */
export interface ShortcutDeck {
	good: number;
	dirty: number;
	puncture: number;
}

/** What is left in physical decks. */
export interface Decks {
	gears: GearDeck[];
	shortcut: ShortcutDeck;
}

/** A special as the director organised it. */
export interface Special {
	number: number;
	route: string;
	spaces: number;
	checkpoints: number[];
	assistance_after: boolean;
	start_order: number[];
}

/** A time at a checkpoint of any special. */
export interface SheetSplit extends Split {
	special: number;
}

/** A driver's line; null where there is no time yet. */
export interface Driver {
	seat: number;
	name: string;
	times: (number | null)[];
	splits: SheetSplit[];
	total: number | null;
	retired: boolean;
	place: number | null;
}

/** The course sheet. */
export interface Sheet {
	name: string;
	date: string;
	specials: Special[];
	drivers: Driver[];
}

/** How it ended. */
export interface Ended {
	places: number[];
	scores: number[];
	measures: Record<string, number[]>;
	reason: string;
	clause: string;
}

/** All that a seat may know. */
export interface RallymanView {
	/** always rallyman */
	game: "rallyman";
	/** whose eyes this is seen with; null: a spectator's */
	you: number | null;
	/** what is decided: start_order, weather, service, turn (before the first die), chain (after a die), die, faces, placing (a time attack), sisu, card, loc, over */
	phase: string;
	/** the stage, 1 to 3 */
	special: number;
	/** of the stage */
	round: number;
	/** the seat that decides; null: nobody */
	actor: number | null;
	/** route, length, spaces in driving order (id, progress, kind, zone, surface, room for cars, terrain left and right; corners: in and out gears, cut; bumps: note), surfaces by zone, checkpoints, dirt */
	road: Road;
	/** by seat: driver, status, space, progress, pose, gear, markers (seconds gained), dashboard (dice, damage, flats, tyres, sisu, spare), chrono (cards of this stage), seconds, net (markers deducted), splits, times, total */
	cars: Car[];
	/** start (of the stage), now, waiting (still to act in this round), next_round */
	order: Order;
	/** of the car that moves, or null: technique, used dice, black_left, white_left, hazards so far, limit (hazards that lose control here), limit_ahead, locks, lock_price, sisu_on, attack, step (die, path, space) */
	turn: Turn | null;
	/** what is left of real gear and shortcut cards; null where cards go back before every draw */
	decks: Decks | null;
	/** the course sheet: specials and drivers with their times in seconds */
	sheet: Sheet;
	/** as in the position; null while it runs */
	result: Ended | null;
}
