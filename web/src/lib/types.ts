// What the server sends. docs/api.md describes every field; the OpenAPI document is the authority.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type View = Record<string, Json>;

export interface OptionSchema {
	type?: string | string[];
	enum?: string[];
	minimum?: number;
	maximum?: number;
	minItems?: number;
	maxItems?: number;
	default?: Json;
	description?: string;
	items?: OptionSchema;
}

export interface GameInfo {
	id: string;
	title: string;
	about: string;
	year: number;
	authors: string;
	seats: [number, number];
	version: number;
	options: { properties: Record<string, OptionSchema> };
	bots: string[]; // levels, weakest first
	drivers: Record<string, string[]>; // what the bots of each level are called
	languages: string[];
	kit: string; // changes with what its kit holds
}

/** What a board is drawn and described from. */
export interface Kit {
	title: string;
	texts: Record<string, string>;
	content: Record<string, Json>; // the game's content files by name
}

export interface Clause {
	id: string;
	heading: string;
	text: string;
}

export interface GameEvent {
	kind: string;
	clause: string;
	args: Record<string, Json>;
}

export interface Refusal {
	code: string;
	clause: string;
	args: Record<string, Json>;
}

/** Why the server did not do something: the rules' refusal where they refused. */
export interface Denial {
	code: string;
	reason: string;
	clause?: string;
	refusal?: Refusal;
	args?: Record<string, Json>; // what the page's own sentence for the code may name
}

export interface Fact {
	key: string;
	args: Record<string, Json>;
}

/** What befalls somebody on the way: a kind, its arguments, and the phase where a game counts them. */
export type Happening = [kind: string, args: Record<string, Json>, phase?: number];

/** What an action does on the board, in the words all games share (docs/games.md): a fact, never advice. */
export interface Effect {
	to?: number | string;
	path?: (number | string)[];
	facing?: string | string[];
	gear?: number;
	speed?: number;
	car?: string;
	least?: number;
	most?: number;
	lowest?: number;
	highest?: number;
	price?: number;
	gains?: number;
	loses?: number | string;
	left?: number;
	factor?: number;
	level?: number;
	safe?: boolean;
	helpers?: number;
	tyres?: string;
	lower?: number;
	flats?: number;
	opens?: string;
	ends?: string;
	happens?: Happening[];
}

export interface LegalAction {
	id: number;
	notation: string;
	form: Record<string, Json> & { kind: string };
	effect: Effect;
	odds: Fact[]; // an aid: none where the table does not allow it
}

export interface SeatInfo {
	seat: number;
	kind: "open" | "person" | "bot";
	person: string;
	name: string;
	level: string;
	away: string;
}

export interface Link {
	seat: number;
	key: string;
	path: string;
}

export interface TableInfo {
	id: string;
	game: string;
	variant: string;
	title: string;
	status: "gathering" | "playing" | "finished" | "closed";
	visibility: string;
	pace: Record<string, Json>;
	undo: string;
	chat: string;
	aids: string[]; // what the table allows: odds, hint, review
	options: Record<string, Json>;
	seats: SeatInfo[];
	yours: number[];
	host: string;
	hosting: boolean;
	dice: Record<string, Json>;
	node: number;
	n: number;
	again: string;
	links: Link[];
	muted: boolean;
	opens: number | null; // what the link this was asked with is for: a seat, -1 to watch, null for no link
}

export interface TableRow {
	id: string;
	game: string;
	variant: string;
	title: string;
	status: string;
	visibility: string;
	pace: Record<string, Json>;
	players: number;
	free_seats: number;
	host: string;
	your_turn: boolean;
	created_at: number;
	changed_at: number;
}

export interface Clocks {
	pace: string;
	banks: (number | null)[];
	running: number[];
	left: number | null;
	bell: number | null; // until the table calls time for the whole match
}

/** Whose turn it is. */
export interface Turn {
	kind: "decision" | "joint" | "chance" | "over";
	seats: number[]; // who is asked
	next: number[]; // who plays after them, as far as it is known
}

export interface Position {
	n: number;
	node: number;
	status: string;
	kind: "decision" | "joint" | "chance" | "over";
	to_act: number[];
	turn: Turn;
	happened: { by: number | null; cause: string; events: GameEvent[] } | null; // the last move
	asked: Fact | null; // what the seat is asked, as a text of the game
	seat: number | null;
	view: View;
	actions: LegalAction[];
	interrupts: LegalAction[];
	sealed: number[];
	own_seal: string | null;
	clocks: Clocks;
	undo: { seat: number; to: number; agreed: number[] } | null;
	back: number | null; // the node of one's last decision that still stands: what taking back goes to
	result: Result | null;
	seats: SeatInfo[];
}

/** A table and its position, as a page that opens it needs them. */
export interface Opening {
	table: TableInfo;
	position: Position;
}

export interface Result {
	places: number[];
	scores: number[];
	measures: Record<string, number[]>;
	reason: string;
	clause: string;
	stood_in?: number[];
}

export interface Step {
	entry: [number | string, Json];
	events: GameEvent[];
	view: View | null;
}

export interface ChatLine {
	n: number;
	person: string;
	name: string;
	at: number;
	text: string;
}

export interface Person {
	id: string;
	name: string;
	account: boolean;
	role: string;
	email: string;
	webhook: string;
}

export interface RecordInfo {
	id: string;
	game: string;
	variant: string;
	players: number;
	seats: string[];
	entries: number;
	over: boolean;
	result: Result | null;
	notes: Record<string, Json>;
}

export interface RecordFrame {
	at: number;
	entry: [number | string, Json] | null;
	events: GameEvent[];
	kind: string;
	to_act: number[];
	view: View;
	live: number;
	result: Result | null;
}
