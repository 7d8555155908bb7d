// What a seat may know of Rallye-Code, made by tools/wire_types.py from games/rallye_code/view_types.py.
// Change that, not this.

/** Whose turn it is, and what was thrown last. */
export interface Turn {
	seat: number | null;
	car: string | null;
	round: number;
	dice: [number, number] | null;
	total: number | null;
}

/** When it ends, and who has called time. */
export interface Limit {
	kind: "clock" | "rounds" | "survivor";
	rounds: number;
	minutes: number | null;
	called: number[];
}

/** A player; purse and notes are null where they are hidden. */
export interface Player {
	in: boolean;
	seat: number;
	purse: number | null;
	notes: Record<string, number> | null;
	gerances: number[];
	gendarme: boolean;
	cars: string[];
}

/** What keeps a car, and the highest roll that does not free it. */
export interface Hold {
	by: "first_aid" | "garage" | "hotel";
	limit: number;
	clause: string;
}

/** Who has hit a car and owes its player an indemnity. */
export interface Blow {
	player: number;
	indemnity: number;
	limit: number;
	clause: string;
}

/** A car: "3", or "3.1" and "3.2" where everybody has two; out of the game it has no cell. */
export interface RallyCar {
	name: string;
	owner: number;
	cell: string | null;
	side: "left" | "right";
	holds: Hold[];
	hit_by: Blow[];
	petrol: boolean;
	misses_turn: boolean;
}

/** A gérance and what lies in its box. */
export interface Box {
	number: number;
	name: string;
	amount: number;
	holder: number | null;
}

/** A Contravention card. */
export interface Card {
	offence: boolean;
	amount: number;
	text: Record<string, string>;
}

/** The cards; those seen, in their order, and the next one where all can know it. */
export interface Deck {
	cards: Card[];
	seen: number[];
	drawn: number;
	next: number | null;
}

/** A gérance that changes hands. */
export interface Takeover {
	gerance: number;
	holder: number;
	newcomer: number;
	price: number;
	box: number;
	arrival: number;
	holder_total: number | null;
}

/** Half of a box, that its holder may draw. */
export interface Half {
	gerance: number;
	amount: number;
}

/** A debt that cannot be paid. */
export interface Shortfall {
	seat: number;
	owed: number;
	purse: number | null;
	halves: Half[];
}

/** Who may speak now, as what, about the cars of which turns. */
export interface Window {
	seat: number;
	role: "challenger" | "gendarme" | "gerant";
	this_turn: string | null;
	turn_before: string | null;
}

/** How the squares lie on the drawing. */
export interface Grid {
	columns?: number;
	rows?: number;
	cell?: number;
	origin?: number | [number, number];
	lane?: number;
}

/** One lane of one square. */
export interface Cell {
	id: string;
	road: string;
	kind: string;
	town: string;
	x: number;
	y: number;
	next: string;
	sign?: string;
	divert?: string;
	facing?: string;
	gerance?: number;
}

/** The board itself: the same for everybody, and always. */
export interface BoardShown {
	name: string;
	title: string;
	grid: Grid | null;
	cells: Cell[];
}

/** All that a seat may know. */
export interface RallyeView {
	/** A or B, of the printed rules */
	edition: string;
	/** its prices, fines and limits */
	tariff: Record<string, number | string | boolean | Record<string, number>>;
	/** auto: fines and charges by themselves; table: by those who notice */
	enforcement: "auto" | "table";
	/** what is decided: first_roll, lot, turn, dice, place, card, takeover, holder_roll, newcomer_roll, shortfall, window, over */
	phase: string;
	/** the seats that decide */
	to_act: number[];
	/** seat, car, round, dice and total thrown last */
	turn: Turn;
	/** kind (rounds, clock, survivor), rounds, minutes, called (seats that have called time) */
	limit: Limit;
	/** by seat: in (still), purse and notes (null: hidden), gerances held, gendarme, cars */
	players: Player[];
	/** each car: name, owner, cell (null: off the board), side, holds (what keeps it, and the roll that frees it), hit_by (who owes an indemnity), petrol, misses_turn */
	cars: RallyCar[];
	/** the gérances: number 2 to 5, name, amount in its box, holder */
	boxes: Box[];
	/** has any gérance been won yet? */
	gerances_open: boolean;
	/** the seat in office; null before the first */
	gendarme: number | null;
	/** francs on the table */
	table_money: number;
	/** Contravention cards, seen (numbers in order), drawn (how many), next (its number, where all can know it) */
	deck: Deck;
	/** how many banknotes of each value there are */
	notes: Record<string, number>;
	/** a gérance that changes hands, or null: gerance, holder, newcomer, price, box, arrival, holder_total */
	takeover: Takeover | null;
	/** a debt that cannot be paid, or null: seat, owed, purse, halves (boxes to draw from) */
	shortfall: Shortfall | null;
	/** table mode, who may speak now, or null: seat, role, the cars of this_turn and turn_before */
	window: Window | null;
	/** name, title, grid, cells (id, road, kind, town, x, y, next, facing) */
	board: BoardShown;
}
