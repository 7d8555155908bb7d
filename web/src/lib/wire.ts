// What the server tells and what it is asked, made by tools/wire_types.py from the structs of parcferme/house
// and parcferme/server/api/forms.py. Change those, not this.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

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
	happens?: [kind: string, args: Record<string, Json>, phase?: number][];
}

/** A game on offer. */
export interface GameInfo {
	id: string;
	title: string;
	seats: number[];
	version: number;
	about: string;
	year: number;
	authors: string;
	options: Record<string, Json>; // a JSON schema of what a table's `options` may hold
	bots: string[]; // levels, weakest first
	drivers: Record<string, string[]>; // what the bots of each level are called
	languages: string[];
	kit: string;
}

/** One clause of the rules, in our own words. */
export interface RuleClause {
	id: string;
	heading: string;
	text: string;
}

/** What a board is drawn and described from. */
export interface Kit {
	title: string;
	texts: Record<string, string>;
	content: Record<string, Json>;
}

/** All that a list tells of a table's setup; kept beside it, so that no list reads documents or needs the game. */
export interface Summary {
	variant: string;
	title: string;
	pace: Record<string, Json>;
	players: number;
}

/** A text by its key in the game's texts, and what to put in its braces. */
export interface Fact {
	key: string;
	args: Record<string, Json>;
}

/** An action on offer. Act by its `notation`; `form` is the same in parts, `effect` what it does on the board, in words that all games share; `text` and `odds` come on wish. */
export interface Action {
	id: number; // the same number for the same action in every position of this variant
	notation: string;
	form: Record<string, Json> & { kind: string };
	effect: Effect;
	text?: string;
	odds?: Fact[];
}

/** One thing that happened: a text of the game by its key, the rule that did it; `text` comes with a language. */
export interface GameEvent {
	kind: string;
	clause: string;
	args: Record<string, Json>;
	text?: string;
}

/** A seat: open, a person's or a bot's. No two are called alike. `away` says why a bot drives for the person: "left" or "time". */
export interface Seat {
	seat: number;
	kind: "bot" | "open" | "person";
	person: string;
	name: string;
	level: string;
	away: string;
}

/** All times in milliseconds, as of now. */
export interface Clocks {
	pace: "correspondence" | "live" | "untimed";
	banks: number[]; // what each seat has left (live)
	running: number[]; // the seats that are waited for
	left: number | null; // until the default action is taken; null: nobody is waited for
	bell: number | null; // until time is called for everybody; null: never
}

/** A wish to go back to the node `to`, asked by a seat: see `undo/answer`. */
export interface Question {
	seat: number;
	to: number;
	agreed: number[]; // the seats that have agreed so far, without the one that asks
}

/** How it ended, for each seat in order. */
export interface Result {
	places: number[]; // from 1; equal seats share a place and the next is skipped
	scores: number[]; // higher is better
	measures: Record<string, number[]>; // what people read, such as seconds
	reason: string;
	clause: string; // the rule that ended it
	stood_in?: number[]; // seats that a bot has driven for a while
}

/** Whose turn it is. */
export interface Turn {
	kind: "chance" | "decision" | "joint" | "over"; // joint: several seats, sealed
	seats: number[]; // the seats that are asked
	next: number[]; // the seats that play after them, in order, as far as it is known
}

/** The last move, as far as you may know it. */
export interface Happened {
	by: number | null; // the seat that made it; null: the start or the bell
	cause: "bell" | "bot" | "move" | "start" | "time" | "undo";
	events: GameEvent[]; // in their order
}

/** What you are asked in one sentence, by its key in the game's texts; with `lang` also as `text`. */
export interface Asked {
	key: string;
	args: Record<string, Json>;
	text?: string;
}

/** Everything a seat may know, and the actions it may take. */
export interface Position {
	n: number; // your place in the table's stream of messages, for `since`
	node: number; // number of the present decision; it never repeats, and an action names it
	status: "closed" | "finished" | "gathering" | "playing";
	kind: "chance" | "decision" | "joint" | "over"; // joint: several seats, sealed
	to_act: number[]; // the seats that are asked
	turn: Turn; // whose turn it is and who plays next
	happened: Happened | null; // the last move; null before the start
	asked: Asked | null; // what you are asked; null when you are not
	seat: number | null; // whose eyes this is seen with; null: a spectator's
	view: Record<string, Json>; // all that seat may know, as the game describes it
	actions: Action[]; // what you may do now; empty when you are not asked
	interrupts: Action[]; // what you may do whether you are asked or not
	sealed: number[]; // at a joint node: the seats that have sealed their action
	own_seal: string | null; // your own sealed action: act again to replace it
	clocks: Clocks;
	undo: Question | null;
	back: number | null; // the node of your last decision that still stands, for `undo`; null: none
	result: Result | null;
	seats: Seat[];
	kept?: string[]; // with `changes`: the parts of `view` that are as they were
}

/** One entry of the log, what it caused, and the view after it (the last step's view is the position's). */
export interface StepTold {
	entry: [number | string, Json];
	events: GameEvent[];
	view: Record<string, Json> | null;
	kept?: string[];
}

/** A move, with the chance that followed it. */
export interface PlayMessage {
	type: "play";
	n: number;
	by: number | null;
	cause: "bell" | "bot" | "move" | "start" | "time" | "undo";
	flagged: number[]; // seats whose time was up
	steps: StepTold[];
	position?: Position;
}

/** The match begins. */
export interface StartMessage {
	type: "start";
	n: number;
	by: number | null;
	cause: "bell" | "bot" | "move" | "start" | "time" | "undo";
	flagged: number[]; // seats whose time was up
	steps: StepTold[];
	position?: Position;
}

/** Somebody has sat down, got up, gone or returned; `what` names the note of the journal. */
export interface SeatsMessage {
	type: "seats";
	n: number;
	what: string;
	seat: number;
	seats: Seat[];
	position?: Position;
}

/** A choice was sealed or withdrawn. */
export interface SealedMessage {
	type: "sealed";
	n: number;
	seat: number;
	sealed: number[];
	own_seal: string | null;
	clocks: Clocks;
	position?: Position;
}

/** A seat asks to go back to node `to`. */
export interface AskMessage {
	type: "ask";
	n: number;
	seat: number;
	to: number;
	position?: Position;
}

/** … and one answers. */
export interface AnswerMessage {
	type: "answer";
	n: number;
	seat: number;
	yes: boolean;
	position?: Position;
}

/** There is a rematch. */
export interface AgainMessage {
	type: "again";
	n: number;
	table: string;
	position?: Position;
}

/** The match was ended without a result. */
export interface CloseMessage {
	type: "close";
	n: number;
	position?: Position;
}

/** Somebody is called differently now. */
export interface NamesMessage {
	type: "names";
	seats: Seat[];
}

/** Who is connected: the seats, and how many spectators. */
export interface PresenceMessage {
	type: "presence";
	seats: number[];
	spectators: number;
}

/** A line that was said. */
export interface ChatLine {
	n: number;
	person: string;
	name: string;
	at: number; // milliseconds since 1970
	text: string;
}

/** Somebody says something. */
export interface ChatMessage {
	type: "chat";
	line: ChatLine;
}

/** What happened after `since`, and where the match stands. */
export interface CaughtUp {
	missed: (PlayMessage | StartMessage | SeatsMessage | SealedMessage | AskMessage | AnswerMessage | AgainMessage | CloseMessage)[]; // messages of the live line, without positions; empty when more than 200 were missed
	position: Position;
}

/** The first message of every line. */
export interface HelloMessage {
	type: "hello";
	missed: (PlayMessage | StartMessage | SeatsMessage | SealedMessage | AskMessage | AnswerMessage | AgainMessage | CloseMessage)[]; // messages of the live line, without positions; empty when more than 200 were missed
	position: Position;
	n: number;
	presence: PresenceMessage;
}

/** A refusal of the rules: its text by `refusal.CODE`, and the clause. */
export interface RuleRefusal {
	code: string;
	clause: string;
	args: Record<string, Json>;
}

/** Why a wish was not granted. `code` is stable; `reason` is for programmers, `args` is what a sentence of one's own for the code may name; `clause` names the rule. */
export interface Refusal {
	code: string;
	reason: string;
	clause?: string;
	refusal?: RuleRefusal;
	args?: Record<string, Json>;
}

/** A wish of this line was not granted. */
export interface RefusedMessage {
	type: "refused";
	code: string;
	reason: string;
	clause?: string;
	refusal?: RuleRefusal;
	args?: Record<string, Json>;
	id?: string | null;
}

/** A wish of this line was granted and kept. */
export interface OkMessage {
	type: "ok";
	id?: string | null;
	node?: number;
	n?: number;
	position?: Position;
}

/** A secret link: whoever opens it takes the seat, or may watch (seat −1). */
export interface Link {
	seat: number;
	key: string;
	path: string;
}

/** Fair dice: `commitment` is SHA-256 of the table's secret, which is told once the match is over. */
export interface Dice {
	scheme: string;
	commitment: string;
	secret?: string;
}

/** A table. */
export interface TableInfo {
	id: string;
	game: string;
	rules: number;
	variant: string;
	title: string;
	status: "closed" | "finished" | "gathering" | "playing";
	visibility: string;
	pace: Record<string, Json>;
	undo: string;
	chat: string;
	aids: ("hint" | "odds" | "review")[];
	options: Record<string, Json>;
	seats: Seat[];
	yours: number[]; // the seats you hold
	host: string;
	hosting: boolean;
	dice: Dice;
	created_at: number; // milliseconds since 1970
	node: number;
	n: number;
	again: string; // the rematch's table; empty: none yet
	links: Link[]; // secret links, for the host alone
	opens: number | null; // the seat opened by the link whose `key` you gave, −1: to watch; null: no key, or a void one
	muted: boolean;
}

/** A table in a list. */
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
	created_at: number; // milliseconds since 1970
	changed_at: number; // milliseconds since 1970
}

/** A page of a list. */
export interface TablePage {
	tables: TableRow[];
	next: string; // ask for the next page with this as `after`; empty: this is the last one
}

/** A table and its position, as a page that opens it needs them. */
export interface Opening {
	table: TableInfo;
	position: Position;
}

/** A position of a record: after `at` entries. With `changes`, `view` lacks the parts `kept` from the one before. */
export interface Frame {
	at: number;
	entry: [number | string, Json] | null;
	events: GameEvent[];
	kind: "chance" | "decision" | "joint" | "over"; // joint: several seats, sealed
	to_act: number[];
	view: Record<string, Json>;
	live: number; // how many of the entries still count
	result: Result | null;
	kept?: string[];
}

/** An action: what you may expect after it, what it loses against the best one, and that loss's standard error. */
export interface Rated {
	action: string;
	value: number;
	loss: number;
	error: number;
}

/** All your actions at a node, best first. `unit`: percent (of placing well), or what the game counts in. */
export interface Hint {
	node: number;
	seat: number;
	unit: string;
	exact: boolean;
	looked: number;
	actions: Rated[];
}

/** start + luck − decisions + others + noise = final. */
export interface Account {
	start: number | null;
	luck: number;
	decisions: number;
	others: number;
	noise: number;
	final: number;
}

/** A decision that lost something, or an outcome that gave or took something, after `at` entries of the log. */
export interface ReviewMoment {
	at: number;
	seat: number;
	kind: "decision" | "luck";
	text: string;
	best: string;
	amount: number;
	form: Record<string, Json> & { kind: string } | null;
	best_form: Record<string, Json> & { kind: string } | null;
}

/** A finished game looked back on. `series[seat][n]` is what the seat could expect after `at[n]` entries. */
export interface ReviewTold {
	unit: string;
	exact: boolean;
	entries: number;
	judged: number;
	choices: number[];
	accounts: Account[];
	moments: ReviewMoment[];
	at: number[];
	series: ((number | null)[])[];
}

/** Ask again until it is ready. */
export interface ReviewState {
	state: "ready" | "running" | "waiting";
	done: number;
	total: number;
	review: ReviewTold | null;
}

/** Granted. */
export interface Done {
	ok?: boolean;
}

/** Options to be checked. */
export interface CheckForm {
	options?: Record<string, Json>;
}

/** Checked options: complete, with the variant's name (own documents by title and hash) and its number of seats. */
export interface VariantForm {
	variant: string;
	players: number;
	options: Record<string, Json>;
}

/** How long people may think. live: bank + increment, sealed for joint phases. correspondence: days a decision. */
export interface PaceForm {
	kind?: "correspondence" | "live" | "untimed";
	bank?: number;
	increment?: number;
	sealed?: number;
	days?: number;
}

/** Who shall sit on a seat: yourself, anybody, or a bot of a level. */
export interface SeatWish {
	kind?: "bot" | "me" | "open";
	level?: string;
	driver?: string; // which bot of that level; empty: the first who is free
}

/** A table to open. Without `seats` you sit on seat 0 and the others are open. Without `aids` odds and review are allowed, and hints too where a bot plays along or the table is private. */
export interface CreateForm {
	game: string;
	options?: Record<string, Json>;
	pace?: PaceForm;
	visibility?: "private" | "public";
	undo?: "consent" | "free" | "off";
	chat?: "accounts" | "all" | "off";
	title?: string;
	aids?: ("hint" | "odds" | "review")[] | null;
	seats?: SeatWish[];
	name?: string; // 2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before
}

/** Take a seat: a free one of a public table, or the one of a secret link. */
export interface JoinForm {
	seat?: number | null;
	key?: string;
	name?: string; // 2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before
}

/** Which of your seats; may be left out when you hold one. */
export interface SeatOnly {
	seat?: number | null;
}

/** A seat, by its host. */
export interface HostSeat {
	seat: number;
}

/** A bot for a free seat. */
export interface BotForm {
	seat: number;
	level: string;
	driver?: string; // which bot of that level; empty: the first who is free
}

/** The link to replace: a seat's, or −1 for the one to watch. */
export interface LinkWish {
	seat: number;
}

/** No more notifications about this table, or again. */
export interface MuteForm {
	muted: boolean;
}

/** An action: its notation, the node it answers, and an id of the client's own. */
export interface ActForm {
	node: number; // the node this answers: `position.node`
	action: string; // the notation of one of `actions`
	id: string; // chosen by the client; resending is harmless
	seat?: number | null;
}

/** A seat's wish about the present node. */
export interface NodeForm {
	node: number; // the node this answers: `position.node`
	seat?: number | null;
}

/** Go back to an earlier node. Who names the `node` to go back from is refused when the match has moved on. */
export interface UndoForm {
	to: number; // the node this answers: `position.node`
	seat?: number | null;
	node?: number | null;
}

/** Consent to going back, or not. Who names `to` is refused when another question is open by now. */
export interface AnswerForm {
	yes: boolean;
	seat?: number | null;
	to?: number | null;
}

/** A line of chat. Sent again with the same `id` it is said once. */
export interface SayForm {
	text: string;
	id?: string | null;
}

/** Granted and kept: the node the match stands at now, and your place in its stream. */
export interface AckForm {
	node: number;
	n: number;
	ok?: boolean;
}

/** A wish; for the seat it names, else for the one the line was opened for. */
export interface LineWish {
	do: "LineWish";
	id?: string | null;
	seat?: number | null;
}

/** Take an action, or seal it. */
export interface ActWish {
	do: "act";
	id: string; // chosen by the client; resending is harmless
	seat?: number | null;
	node: number; // the node this answers: `position.node`
	action: string; // the notation of one of `actions`
}

/** Withdraw a sealed action. */
export interface UnsealWish {
	do: "unseal";
	id?: string | null;
	seat?: number | null;
	node: number; // the node this answers: `position.node`
}

/** Go back to an earlier node; who names `node` is refused when the match has gone on meanwhile. */
export interface UndoWish {
	do: "undo";
	id?: string | null;
	seat?: number | null;
	to: number; // the node this answers: `position.node`
	node?: number | null;
}

/** Consent to going back, or not. */
export interface AnswerWish {
	do: "answer";
	id?: string | null;
	seat?: number | null;
	yes: boolean;
	to?: number | null;
}

/** Take the wheel again. */
export interface ReturnWish {
	do: "return";
	id?: string | null;
	seat?: number | null;
}

/** See with the eyes of another of one's seats (null: follow the play). */
export interface LookWish {
	do: "look";
	id?: string | null;
	seat?: number | null;
}

/** Is anybody there? */
export interface PingWish {
	do: "ping";
	id?: string | null;
	seat?: number | null;
}

/** A record that was read and replayed. */
export interface RecordForm {
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

/** What checking a record's dice found. */
export interface VerdictForm {
	fair: boolean;
	rolls: number;
	reason: string;
}

/** Who you are to the server. `id` is empty for somebody it does not know yet. */
export interface PersonForm {
	id: string;
	name: string;
	account: boolean;
	role: string;
	email: string;
	webhook: string;
}

/** A name and a password. */
export interface CredentialsForm {
	name: string;
	password: string;
}

/** What to change; leave out what stays. An empty e-mail address or webhook removes it. */
export interface ProfileForm {
	name?: string | null;
	email?: string | null;
	webhook?: string | null;
}

/** The present password and the next one. */
export interface PasswordForm {
	present: string;
	next: string;
}

/** Deleting an account takes its password; a guest needs none. */
export interface DeleteForm {
	password?: string;
}

/** A token for a bot or a script. */
export interface TokenWish {
	label: string;
	scopes: ("create" | "organise" | "play" | "read")[];
}

/** A new token. The secret is shown this once: send it as `Authorization: Bearer …`. */
export interface NewTokenForm {
	id: string;
	token: string;
}

/** A person's role. */
export interface RoleForm {
	role: "admin" | "organiser" | "player";
}

/** The server is well: it can read and write. */
export interface HealthForm {
	status: string;
	version: string;
	database: string;
	rooms: number;
	sockets: number;
	playing: number; // matches under way in this process
	engine: string; // `compiled`, `interpreted`, or `compiling 3 of 40`: interpreted for now
}

export type Stream =
	| PlayMessage
	| StartMessage
	| SeatsMessage
	| SealedMessage
	| AskMessage
	| AnswerMessage
	| AgainMessage
	| CloseMessage;

export type Message =
	| PlayMessage
	| StartMessage
	| SeatsMessage
	| SealedMessage
	| AskMessage
	| AnswerMessage
	| AgainMessage
	| CloseMessage
	| NamesMessage
	| PresenceMessage
	| ChatMessage
	| HelloMessage
	| RefusedMessage
	| OkMessage;
