// What a seat may know of RALLY, made by tools/wire_types.py from games/rally/view_types.py.
// Change that, not this.

/** What a stage is to be: how many cards, and within which limits. */
export interface StageSpec {
	cards: number;
	special: boolean;
	limits: Record<string, [number, number]>;
	clause: string;
}

/** A race of the season; totals once a stage is driven, points once it is over. */
export interface Race {
	id: string;
	name: string;
	clause: string;
	ring: string;
	stages: StageSpec[];
	driven: number;
	totals: number[];
	points: number[];
}

/** The present stage. */
export interface Stage extends StageSpec {
	index: number;
	of: number;
}

/** The dial, and a ford's level in this weather. */
export interface Weather {
	ring: string;
	sectors: [string, number][];
	sector: number;
	next: number[];
	weather: string;
	points: number;
	fords: number | null;
}

/** A card on the table: its heading in quarter turns clockwise from east, and the place of its first square. */
export interface LaidCard extends RoadCard {
	cell: [number, number];
	heading: number;
	first: number;
}

/** A road card with its centre-line in a square of 100, entered at (0, 50) eastwards. */
export interface RoadCard {
	no: number;
	name: string;
	exit: "L" | "R" | "S";
	shape: string;
	features: string[];
	levels: number[];
	marks: string[];
	line: [number, number][];
}

/** The road as it lies; while laying also the cards that fit and the deck. */
export interface Road {
	cards: LaidCard[];
	squares: [number, number, string, number][];
	length: number;
	tally: Record<string, number>;
	open: number[];
	deck: RoadCard[];
}

/** A gear's range, and its levels by face of the die. */
export interface Gear {
	gear: number;
	least: number;
	most: number;
	levels: number[];
}

/** The mechanics on a square. */
export interface Stack {
	square: number;
	number: number;
	mechanics: number;
}

/** A car; its score in this stage once it has left. */
export interface RallyCar {
	car: number;
	start: number | null;
	setup: string | null;
	place: number;
	status: "finished" | "off" | "out" | "running" | "waiting";
	gear: number | null;
	restart: boolean;
	overrev: boolean;
	tyres: string;
	stop: number;
	exit: number;
	score: number | null;
	gears: Gear[];
	noted: number;
	mechanics: Stack[];
}

/** The move being made; `ahead` are the factors of the next squares, `overtaken` the part that rivals cause. */
export interface Move {
	car: number;
	seat: number;
	die?: number;
	level?: number;
	entered?: number;
	left?: number;
	room?: number;
	ahead?: number[];
	overtaken?: number[];
	difference?: number;
}

/** A finished stage. */
export interface StageRow {
	race: number;
	stage: number;
	scores: number[];
	turns: number[];
}

/** What is printed on the risk and damage tables. */
export interface Tables {
	risk: number[][];
	damage: number[][];
}

/** All that a seat may know. */
export interface RallyView {
	/** what is decided: draw, setup (sealed), mark, lay, mechanics (sealed), weather, tyres, gear, risk, step, damage, service, end */
	phase: string;
	/** whose eyes this is seen with; null: a spectator's */
	seat: number | null;
	/** the seats that decide */
	to_act: number[];
	/** how many drive */
	players: number;
	/** stage, race or championship */
	scope: string;
	/** of the stage, from 1; 0 before the first start */
	turn: number;
	/** each race: id, name, clause, weather ring, stages (cards, special, limits on fords, hairpins and fast cards), driven (stages finished), totals by seat (the lowest is best), points by seat once it is over */
	races: Race[];
	/** index of the present race */
	race: number;
	/** the present stage: index, of (how many), and its cards, special, limits, clause */
	stage: Stage;
	/** null before the first roll; ring, sectors [weather, points], sector (the arrow's), next (where it may move), weather, points, fords (a ford's level in this weather, null: as printed) */
	weather: Weather | null;
	/** cards laid (no, name, exit, features, levels and marks by square, first square, drawing), squares [number, level, mark f ford or h hairpin, card], length, tally of features; while laying also open (cards that fit) and deck */
	road: Road;
	/** seats in the order of start, as far as it is drawn */
	order: number[];
	/** by seat: car, start, setup, place (square, 0 before the start), status, gear (null: any, or 1 on a restart), overrev (the card is held), tyres, stop (turns to miss), exit (turn of leaving, negative: eliminated), score, gears (least and most squares and the levels by die face, now), noted, mechanics that all know */
	cars: RallyCar[];
	/** the move being made, or null: car, seat; after the risk die also die, level, entered, left (compulsory squares), room (squares allowed); ahead: the factors of the next squares, overtaken: the part that rivals cause; difference when damage is rolled */
	move: Move | null;
	/** your own mechanics: square, its printed number, how many; empty for spectators */
	mechanics: Stack[];
	/** finished stages: race, stage, scores and turns by seat (negative: eliminated) */
	sheet: StageRow[];
	/** championship points by seat */
	points: number[];
	/** risk[gear − 1][die − 1] is a level; damage[difference − 1][die − 1]: 0 none, 1 a spin, 2 to 4 so many turns less one at the roadside, 5 out of the stage */
	tables: Tables;
}
