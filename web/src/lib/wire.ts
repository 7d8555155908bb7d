// What the server tells and what it is asked, made by tools/wire_types.py from the structs of parcferme/house
// and parcferme/server/api/forms.py. Change those, not this.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The languages, as they call themselves. */
export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano" };
export type Language = keyof typeof LANGUAGES;

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
	brakes?: number[][];
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

/** Something to drive that the house offers: options to take as they are. Texts: `course.ID`, `figure.NAME`. */
export interface Course {
	id: string;
	title: string;
	length: string; // short, standard or long
	difficulty: number; // from 1, easy, to 3, hard
	options: Record<string, Json>;
	figures: Record<string, number>;
}

/** What a game offers to drive, and its presets: options by length, texts `preset.LENGTH`. */
export interface Courses {
	courses: Course[];
	presets: Record<string, Record<string, Json>>;
	minutes: Record<string, number>; // about how long two people sit over a preset
}

/** All that a list tells of a table's setup; kept beside it, so that no list reads documents or needs the game. */
export interface Summary {
	variant: string;
	title: string;
	pace: Record<string, Json>;
	players: number;
	rated?: boolean;
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
export interface Asked extends Fact {
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
	seats?: Seat[]; // with `changes`: left out where they are as in the position before
	happened?: Happened | null; // the last move; null before the start; left out of a message that tells it itself
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
export interface StartMessage extends Omit<PlayMessage, "type"> {
	type: "start";
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

/** Who is connected: the seats, how many spectators, and those of them who like to be known. */
export interface PresenceMessage {
	type: "presence";
	seats: number[];
	spectators: number;
	names?: string[];
}

/** A line that was said. */
export interface ChatLine {
	n: number;
	person: string;
	name: string;
	at: number; // milliseconds since 1970
	text: string;
	apart?: boolean; // among spectators: who plays hears it when the match is over
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
export interface HelloMessage extends CaughtUp {
	type: "hello";
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
export interface RefusedMessage extends Refusal {
	type: "refused";
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
	event: string; // the event it belongs to; empty: none
	drive: boolean; // a crew's drive there: nobody else watches, no roll is taken back
	rated: boolean; // counts for the ratings of those who play
	document: string; // the hash of a published document that it plays; `draft`: a draft
	thinking: number; // seconds that its bots have for a choice
	late: boolean; // a rated match under way, shown half a minute late
}

/** Somebody else who sits at a table of yours. */
export interface RowPerson {
	name: string;
	asked: boolean; // it is their turn
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
	people?: RowPerson[]; // who else sits there, of your own tables
	bots?: number; // … and how many bots
	rated?: boolean;
}

/** A page of a list. */
export interface TablePage {
	tables: TableRow[];
	next: string; // ask for the next page with this as `after`; empty: this is the last one
}

/** What is known of a table without opening it, for its people. */
export interface KeptForm {
	game: string;
	title: string;
	status: string;
	over: boolean;
	hosting: boolean;
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

/** What a seat is asked after some entries of a record, and what it may do. */
export interface Choices {
	kind: "chance" | "decision" | "joint" | "over"; // joint: several seats, sealed
	to_act: number[];
	asked: Fact | null;
	actions: Action[];
}

/** A move that was not recorded: by a seat, after `at` entries of the record. */
export interface AttemptForm {
	at: number;
	seat: number;
	action: string;
}

/** What it would do: the steps up to the next decision, or why the rules refuse it. */
export interface Attempt {
	refusal: RuleRefusal | null;
	steps: StepTold[];
}

/** A puzzle in a list. `number`: its place in the game's set. `solved`: how your first try went; null: none yet. */
export interface PuzzleRow {
	id: string;
	game: string;
	number: number;
	stars: number; // 1, easy, to 3, hard: by its rating
	rating: number;
	solved: boolean | null;
}

/** Puzzles of one game, in the order of the set. */
export interface PuzzlePage {
	puzzles: PuzzleRow[];
	next: string; // for `after`; empty: there are no more
	total: number;
}

/** Today's puzzles, one of each game, the same for everybody; and how you are doing. */
export interface PuzzlesToday {
	puzzles: PuzzleRow[];
	streak: number; // days in a row with a first try, up to today or yesterday
	solved: number;
	tried: number;
	ratings: Record<string, number>; // yours by game, where you have tried any
}

/** A position and what the seat may do in it. Nothing here tells which choice is best. */
export interface PuzzleAsked {
	id: string;
	game: string;
	number: number; // its place in the game's set; 0: somebody's own
	stars: number;
	rating: number;
	tried: boolean; // you have tried it before: now it is practice
	exact: boolean; // whether the answer's figures are proved
	players: number;
	seat: number;
	kind: "chance" | "decision" | "joint" | "over"; // joint: several seats, sealed
	to_act: number[];
	view: Record<string, Json>;
	asked: Fact | null;
	actions: Action[];
}

/** What a choice loses against the best one, and how many people have made it at first. */
export interface PuzzleChoice {
	action: string;
	loss: number;
	best: boolean;
	chosen: number;
}

/** All choices, the best first. `kind`: exact, estimate (± error) or as the best driver judges them (± error). */
export interface PuzzleAnswer {
	id: string;
	choice: string;
	right: boolean;
	counted: boolean; // it was your first try
	unit: string;
	kind: string;
	error: number;
	choices: PuzzleChoice[];
	answers: number; // how many people have tried it, you included
	yours: number | null; // your rating in this game; null: not rated
	gained: number;
	rating: number;
	clause?: string; // the rule the best choice is played by; empty: none can be told
}

/** The notation of what you choose. */
export interface PuzzleTry {
	choice: string; // the notation of one of `actions`
}

/** The id of the next one to try; empty: there is none. */
export interface NextPuzzle {
	id: string;
}

/** A decision of a finished match, or of a record of one, that shall be a puzzle: by a seat, after `at` entries. */
export interface OwnPuzzleForm {
	at: number;
	seat: number;
	record?: string;
	table?: string;
	key?: string;
}

/** A table to be watched. `reason`: the first two are close, it nears its end, a move was just made, so many watch, so many people play, or it waits. */
export interface WatchedTable {
	id: string;
	game: string;
	title: string;
	pace: string;
	node: number;
	seats: Seat[];
	to_act: number[];
	view: Record<string, Json>; // as a spectator sees it
	watchers: number;
	idle: number; // milliseconds since the last move
	reason: "close" | "ending" | "moved" | "people" | "waits" | "watched";
	late?: boolean; // a rated match, shown half a minute late
}

/** The closest and liveliest tables first. */
export interface WatchPage {
	tables: WatchedTable[];
	next: string; // for `after`; empty: there are no more
	total: number;
}

/** An action: what you may expect after it and what it loses against the best one, with the standard errors of the loss (`error`) and of the value (`doubt`). `equal`: as good as the best one, as far as anybody can tell. `tolls`: what it costs each seat, where that can be told, else empty. */
export interface Rated {
	action: string;
	value: number;
	loss: number;
	error: number;
	doubt: number;
	equal: boolean;
	tolls: number[];
}

/** All your actions at a node, best first. `unit`: percent (of placing well), or what the game counts in. `verdict`: something is best, all are equal, or what they differ by is smaller than the error. `look`: the first answer is 0; unless it is `settled`, one that took more time may be asked for. */
export interface Hint {
	node: number;
	seat: number;
	look: number;
	settled: boolean;
	unit: string;
	exact: boolean;
	looked: number;
	verdict: "best" | "equal" | "unsure";
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

/** A finished game looked back on. `series[seat][n]` is what the seat could expect after `at[n]` entries. Of a stage while the match may still be running there is no series, and the moments are those of the asking person's seats. */
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

/** What a crew's choices lost against the best ones. Place 0: the drive was too long to judge every choice. */
export interface DecisionRow {
	place: number;
	crew: string;
	name: string;
	klass: string;
	number: number;
	score: number; // the measure itself, such as the time
	lost: number;
	error: number; // the standard error of `lost`; 0 where it is exact
	luck: number | null; // what the dice gave; negative: what they took; null: not known
	expected: number | null; // score + luck − lost, of perfect play; null: not known
	exact: boolean;
	yours: boolean;
}

/** A page of the classification by decisions; drives that are not looked at yet are `waiting`. */
export interface DecisionPage {
	rows: DecisionRow[];
	own: DecisionRow | null;
	unit: string;
	total: number;
	waiting: number;
	next: string;
}

/** The best drive of another crew, to race against once one has driven oneself. */
export interface Leader {
	name: string;
	score: number;
	record: Record<string, Json>;
}

/** What a list tells of an event, kept beside it. */
export interface EventSummary {
	title: string;
	organiser: string; // what the organiser is called
	kind: "match" | "trial";
	opens: number; // milliseconds since 1970
	closes: number; // milliseconds since 1970
	entered: number; // how many take part
	until: number; // when protests end, in milliseconds since 1970; 0: not provisional
	sections: number; // rounds of a match event, legs of a trial; 0: it is driven whole
}

/** An event in a list. */
export interface EventRow extends EventSummary {
	id: string;
	game: string;
	status: "announced" | "cancelled" | "closed" | "draft" | "final" | "open" | "provisional";
	visibility: "private" | "public";
	entered_yourself: boolean;
	organising: boolean;
}

/** A page of a list of events. */
export interface EventPage {
	events: EventRow[];
	next: string; // ask for the next page with this as `after`; empty: this is the last one
}

/** A cell of a sheet that was taken differently: where it stands, what it says, why not, and the rule. */
export interface FindingTold {
	row: string;
	cell: string;
	written: string;
	reason: string;
	clause: string;
}

/** What a paper is worth. */
export interface MarkTold {
	status: "disqualified" | "home" | "retired" | "void";
	score: number[]; // the measure, then each tie-break: fewer is better
	detail: Record<string, number[]>; // rows of numbers, such as running totals
	findings: FindingTold[];
	reason: string;
	clause: string;
}

/** A paper of yours; `mark` is null while it is being marked. */
export interface OwnPaper {
	number: number;
	kind: "record" | "sheet";
	mark: MarkTold | null;
}

/** A drive of yours in the browser that was not handed in yet. */
export interface OwnDrive {
	attempt: number; // of drives with dice; 0: nothing is rolled
	table: string;
	done: boolean; // driven to where the trial ends: it can be handed in
}

/** Your part in an event; `crew` is what the entry is called in the file. */
export interface OwnEntry {
	crew: string;
	name: string;
	klass: string;
	withdrawn: boolean;
	attempts: number; // begun, of drives with dice
	papers: OwnPaper[];
}

/** From the organiser to everybody: what changes and why. */
export interface BulletinTold {
	number: number;
	at: number; // milliseconds since 1970
	text: string;
	changes: Record<string, Json>;
}

/** To the organiser. `held`: the answer would tell a line, and comes at the closing. */
export interface QuestionTold {
	number: number;
	text: string; // empty to others than the asker until it is answered to all
	answer: string | null;
	held: boolean;
}

/** Against a result; `upheld` is null until it is decided. */
export interface ProtestTold {
	number: number;
	by: string;
	against: string;
	crew: string; // the entry it is against
	paper: number; // which of its papers counts; 0: it has none
	own: boolean; // by you, or against your drive: you do not decide it
	text: string;
	upheld: boolean | null;
	ruling: string;
}

/** A table of a round: who sits there, and their places once it has a result. */
export interface RoundTable {
	seats: string[];
	crews: string[]; // what their entries are called in the file, which a draw goes by
	places: number[];
	absent: string[];
	done: boolean;
	table: string; // where it is played; empty: a bye
}

/** A round of a match event with the seed it was drawn from. */
export interface RoundTold {
	seed: string;
	tables: RoundTable[];
}

/** How many crews of a class have entered, and how many of them have handed in. */
export interface ClassTold {
	klass: string;
	entered: number;
	handed_in: number;
}

/** A step of the event, for the desk's log. */
export interface DeedTold {
	at: number; // milliseconds since 1970
	kind: "announce" | "answer" | "bulletin" | "cancel" | "close" | "decide" | "draw" | "final" | "open" | "par" | "protest" | "publish" | "rule" | "write";
}

/** What only the organiser sees. Until the closing it says nothing about papers. */
export interface DeskTold {
	classes: ClassTold[];
	arrived: number[]; // when papers came in, in milliseconds since 1970
	log: DeedTold[];
}

/** An event as you may see it now. */
export interface EventInfo {
	id: string;
	title: string;
	kind: "match" | "trial";
	game: string;
	rules: number;
	organiser: string;
	about: string;
	status: "announced" | "cancelled" | "closed" | "draft" | "final" | "open" | "provisional";
	visibility: "private" | "public";
	opens: number; // milliseconds since 1970
	closes: number; // milliseconds since 1970
	until: number; // when protests end, in milliseconds since 1970; 0: not provisional
	now: number; // the server's clock, which decides
	cancelled: string; // why; empty: it is not
	classes: string[];
	protest_days: number;
	options: Record<string, Json>; // own boards and decks as {document: hash}
	version: number; // of the regulations: one more with every bulletin that changes them
	legs: number;
	submissions: number; // papers everybody may hand in; the best counts
	dice: "none" | "own" | "same";
	results: "open" | "sealed";
	sheet: boolean; // may a time sheet be filled in?
	measure: string; // what counts, fewer is better: `measure.NAME` in the client's texts
	unit: string;
	ties: string[];
	rounds: number;
	seats: number;
	draw: string;
	points: number[];
	stand_in: string;
	commitment: string; // SHA-256 of the event's secret, from the opening on
	entered: number;
	bulletins: BulletinTold[];
	questions: QuestionTold[];
	protests: ProtestTold[];
	drawn: RoundTold[]; // the rounds of a match event so far
	waiting: number; // papers that are still to be marked, once the event has closed
	yours: OwnEntry | null;
	organising: boolean;
	judging: boolean; // you decide protests and wrong cells, but for those of your own drive
	desk: DeskTold | null;
	key: string; // of the link to a private event, for its organiser; else empty
}

/** Why equal measures are not equal places: what parted them, the rule, the own figure and the other crew's. */
export interface TieTold {
	by: string;
	clause: string;
	own: number;
	other: number;
}

/** A line of a classification; place 0: not classified, with the reason. */
export interface ResultRow {
	place: number;
	crew: string;
	name: string;
	klass: string;
	number: number; // which of the papers counts
	wrong: number; // cells of that paper that were taken differently
	status: "disqualified" | "home" | "retired" | "void";
	score: number[];
	detail: Record<string, number[]>;
	tie: TieTold | null;
	reason: string;
	clause: string;
	yours: boolean;
}

/** The best that can be done, in the unit of the measure: with dice what perfect play expects. Proved where the two are the same; the event's file has the certificate. */
export interface ParTold {
	low: number; // nobody can do better
	high: number; // it can be done
}

/** A page of a classification, overall or of a class. */
export interface ResultPage {
	rows: ResultRow[];
	own: ResultRow | null; // your line, wherever it stands
	total: number;
	classified: number;
	waiting: number; // papers that are still to be marked
	par: ParTold | null; // once the event has closed and somebody has found it
	next: string;
}

/** A line of the standings of a match event or a championship. */
export interface StandingRow {
	place: number;
	crew: string;
	name: string;
	points: string;
	results: string[]; // points by round or event; empty: took no part
	places: number[]; // by round or event; 0: took no part, or was not classified
	disqualified: boolean[]; // by round or event; a disqualification is not left out
	counts: boolean[];
	tie: string;
	yours: boolean;
}

/** An event of a championship. */
export interface ChampionshipEvent {
	id: string;
	title: string;
	game: string;
	status: "announced" | "cancelled" | "closed" | "draft" | "final" | "open" | "provisional";
	opens: number; // milliseconds since 1970
	closes: number; // milliseconds since 1970
}

/** A championship in a list. */
export interface ChampionshipRow {
	id: string;
	title: string;
	events: number;
}

/** A championship: its events in order, and the standings after those with results, overall ('') and by class. */
export interface ChampionshipInfo {
	id: string;
	title: string;
	points: number[];
	best: number;
	bulletins: string[];
	events: ChampionshipEvent[];
	counted: string[]; // the events that have results, in the order of `results` in a line
	standings: Record<string, StandingRow[]>;
	organising: boolean;
}

/** The best drive of a day that is over: whose it is, what it took, and which paper it is. */
export interface BestOfDay {
	event: string;
	title: string;
	game: string;
	name: string;
	crew: string;
	number: number;
	score: number;
	unit: string;
}

/** Today's stage: the event it is, what is driven, what the best drive costs where that is known, and your run of days. */
export interface Today {
	event: EventInfo;
	game: string;
	course: Record<string, Json>; // the options that make the course, with its board whole
	figures: Record<string, number>; // of the course, such as `par` or `turns`
	run: number; // days in a row on which you have driven
	days: boolean[]; // whether you have driven on each of the last days, today last
	driven: boolean;
	yesterday: BestOfDay | null;
}

/** Your drives that were not handed in yet. */
export interface DrivesTold {
	drives: OwnDrive[];
}

/** It was kept; its mark follows. `left`: how many more you may hand in. */
export interface HandedIn {
	paper: OwnPaper;
	left: number;
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

/** A table to open. Without `seats` you sit on seat 0 and the others are open. Without `aids` odds and review are allowed, and hints too where a bot plays along or the table is private. A `document` sets the options it has. */
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
	rated?: boolean; // counts for ratings; docs/ratings.md says what may
	document?: string; // what is played: a published document's hash, or the id of your own draft
	thinking?: number; // seconds a bot has
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

/** A hint at the present node: the first answer, or the one after so many others, which took more time. */
export interface HintForm extends NodeForm {
	look?: number;
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
	id?: string | null;
	seat?: number | null;
}

/** Take an action, or seal it. */
export interface ActWish extends LineWish {
	do: "act";
	id: string; // chosen by the client; resending is harmless
	node: number; // the node this answers: `position.node`
	action: string; // the notation of one of `actions`
}

/** Withdraw a sealed action. */
export interface UnsealWish extends LineWish {
	do: "unseal";
	node: number; // the node this answers: `position.node`
}

/** Go back to an earlier node; who names `node` is refused when the match has gone on meanwhile. */
export interface UndoWish extends LineWish {
	do: "undo";
	to: number; // the node this answers: `position.node`
	node?: number | null;
}

/** Consent to going back, or not. */
export interface AnswerWish extends LineWish {
	do: "answer";
	yes: boolean;
	to?: number | null;
}

/** Take the wheel again. */
export interface ReturnWish extends LineWish {
	do: "return";
}

/** Say something at the table. Sent again with the same `id` it is said once. */
export interface SayWish extends LineWish {
	do: "say";
	id: string; // chosen by the client; resending is harmless
	text: string;
}

/** See with the eyes of another of one's seats (null: follow the play). */
export interface LookWish extends LineWish {
	do: "look";
}

/** Is anybody there? */
export interface PingWish extends LineWish {
	do: "ping";
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
	options: Record<string, Json>;
}

/** What checking a record's dice found. */
export interface VerdictForm {
	fair: boolean;
	rolls: number;
	reason: string;
}

/** A token without its secret. */
export interface Token {
	id: string;
	label: string;
	scopes: string[];
	created_at: number; // milliseconds since 1970
}

/** Where somebody is signed in. */
export interface Session {
	id: string;
	browser: string;
	opened_at: number; // milliseconds since 1970
	seen_at: number; // milliseconds since 1970
	here: boolean; // the one that asks
}

/** Something an administrator has done, and why: a line of the diary, and what the person it concerns is told. */
export interface DiaryStep {
	id: number;
	at: number; // milliseconds since 1970
	by: string; // who did it; empty: the operator, by command
	deed: string;
	person: string;
	name: string;
	table: string;
	about: string; // the line of chat, the range of addresses, the name before, or the club
	until: number | null;
	reason: string;
}

/** What a player has told the administrators of another. */
export interface Report {
	id: number;
	at: number; // milliseconds since 1970
	by: string;
	by_name: string;
	person: string;
	name: string;
	table: string;
	line: number | null;
	said: string; // the line of chat, or the document's title, as it was
	why: string;
	closed_at: number | null;
	reported_too: boolean; // has the one who reports been reported as well?
	document?: string; // the document it is about; empty: it is about a table
}

/** Part of a list, how many there are in all, and what the next part comes after. */
export interface ReportsPage {
	reports: Report[];
	total: number;
	next: string;
}

/** Somebody, in a list for administrators. */
export interface PersonRow {
	id: string;
	name: string;
	kind: string;
	role: string;
	created_at: number; // milliseconds since 1970
	seen_at: number; // milliseconds since 1970
	tables: number;
	reports: number;
	held: string; // `chat`: may not speak, `play`: nor play
	held_until: number | null;
}

/** Everything administrators know of somebody. */
export interface PersonFile {
	person: PersonRow;
	steps: DiaryStep[];
	reports: Report[];
	addresses: string[]; // where they are signed in, for a ban of a range
}

/** A report, with what was said at the table and the people in it. */
export interface ReportFile {
	report: Report;
	chat: ChatLine[];
	people: PersonRow[];
	steps: DiaryStep[];
}

/** A table, in a list for administrators. */
export interface TableFile {
	id: string;
	game: string;
	title: string;
	status: string;
	visibility: string;
	host: string;
	people: string[];
	created_at: number; // milliseconds since 1970
	changed_at: number; // milliseconds since 1970
}

/** A club, in a list for administrators. */
export interface ClubFile {
	id: string;
	name: string;
	about: string;
	keepers: string[];
	members: number;
	created_at: number; // milliseconds since 1970
}

/** Part of a list of clubs. */
export interface ClubsPage {
	clubs: ClubFile[];
	next: string;
}

/** A range of addresses from which nobody plays as a guest or registers. */
export interface Range {
	id: number;
	range: string;
	at: number; // milliseconds since 1970
	until: number | null;
	reason: string;
}

/** Part of a list, and what the next part comes after. */
export interface PeoplePage {
	people: PersonRow[];
	next: string;
}

/** Part of a list, and what the next part comes after. */
export interface TablesPage {
	tables: TableFile[];
	next: string;
}

/** Part of the diary, the latest first, and what the next part comes after. */
export interface Diary {
	steps: DiaryStep[];
	next: string;
}

/** Everybody you have to do with, by their names. */
export interface Friends {
	friends: Driver[];
	asking: Driver[]; // who has asked you
	asked: Driver[]; // whom you have asked
	blocked: Driver[];
}

/** Somebody asks you to a table that gathers. */
export interface Invitation {
	table: string;
	game: string;
	title: string;
	pace: Record<string, Json>;
	by: Driver;
	at: number; // milliseconds since 1970
	path: string; // the way to a free seat there
}

/** A club, in a list. */
export interface ClubRow {
	id: string;
	name: string;
	role: string; // what you are there: `keeper`, `member` or `asking`
	members: number;
}

/** Somebody in a club. */
export interface ClubMember {
	driver: Driver;
	role: string;
	since: number; // milliseconds since 1970
	yours: boolean;
}

/** How a member stands in a game: matches at public tables, how many were won, and the rating. */
export interface ClubStanding {
	driver: Driver;
	matches: number;
	won: number;
	rating: RatingTold | null;
}

/** A club's page. Members are listed to members, who asks to keepers alone; to others the keepers. */
export interface Club {
	id: string;
	name: string;
	about: string;
	role: string; // what you are there: `keeper`, `member`, `asking`; empty: nothing
	since: number; // milliseconds since 1970
	count: number; // how many members it has
	members: ClubMember[];
	key: string; // of the link by which one joins, for keepers
	invited: boolean; // the key you gave lets you in
}

/** An event of a club, and a member's way to it. */
export interface ClubEvent {
	event: EventRow;
	path: string;
}

/** A table of a club, and a member's way to it. */
export interface ClubTable {
	table: TableRow;
	path: string;
}

/** Somebody in a list. A bot has a `level`; who has deleted themselves has no name. */
export interface Driver {
	name: string;
	id: string; // of an account, whose page may be opened; else empty
	plate: number; // the door plate: colour and shape
	level: string;
}

/** A rating with two standard errors, after so many rated matches; `settled` after ten of them. */
export interface RatingTold {
	value: number;
	error: number;
	matches: number;
	settled: boolean;
}

/** How somebody stands in a game. */
export interface GameStanding {
	game: string;
	matches: number;
	together: number; // those with others at the table: of them `won`, `podium`, `left`
	won: number;
	podium: number;
	left: number;
	rating: RatingTold | null;
}

/** Somebody's page: an account's, or a guest's own. `closed`: they keep it to themselves. */
export interface Profile {
	id: string;
	name: string;
	plate: number; // the door plate: colour and shape
	account: boolean;
	yours: boolean;
	closed: boolean;
	since: number; // milliseconds since 1970
	hides: string[]; // your own choice: `profile`, `ratings`
	games: GameStanding[];
	bond?: string; // what you are to them: `friend`, `asked`, `asks` (they you), `blocked`
}

/** A figure players of the game like to know: texts `stat.NAME`, `stat.NAME.per`. `expected` is what chance alone gives; `of` is how many it was taken from. */
export interface StatTold {
	name: string;
	written: string; // as a share, a mean, a clock or money
	value: number;
	expected: number | null;
	of: number;
}

/** A rating after a match. */
export interface RatingPoint {
	at: number; // milliseconds since 1970
	value: number;
	error: number;
}

/** What luck gave and decisions lost in a match that was reviewed. */
export interface ReviewPoint {
	at: number; // milliseconds since 1970
	table: string;
	unit: string;
	luck: number;
	decisions: number;
}

/** A course with the best drive on it. `par`: nobody can do better (`proved`), or what perfect play expects. */
export interface CourseRow {
	key: string;
	title: string;
	house: boolean; // as the house offers it, so that its par is known
	unit: string; // seconds or turns
	par: number | null;
	proved: boolean;
	runs: number;
	best: number[]; // the record: fewer is better, part by part; empty: nobody's yet
	figures: Record<string, number>;
}

/** Somebody's best drive on a course. */
export interface BestRow {
	course: CourseRow;
	score: number[];
	table: string; // the replay
	public: boolean;
	at: number; // milliseconds since 1970
}

/** Part of a list, the latest first. */
export interface BestPage {
	bests: BestRow[];
	next: string;
}

/** What somebody's page tells of one game: figures over all matches and over the last fifty, how the rating grew, what reviews have said, and the latest bests. */
export interface GamePage {
	game: string;
	matches: number;
	all: StatTold[];
	lately: StatTold[];
	ratings: RatingPoint[];
	reviews: ReviewPoint[];
	bests: BestPage;
}

/** How a seat came out. */
export interface MatchSeat {
	seat: number;
	driver: Driver;
	place: number;
	left: boolean;
	own: boolean;
}

/** A finished match of somebody. `change` is what it did to the rating. */
export interface MatchRow {
	table: string;
	game: string;
	title: string;
	course: string;
	at: number; // milliseconds since 1970
	place: number;
	players: number;
	left: boolean;
	public: boolean;
	rated: boolean;
	change: number | null;
	measures: Record<string, number[]>;
	seats: MatchSeat[];
}

/** Part of a list, the latest first. */
export interface MatchPage {
	matches: MatchRow[];
	next: string;
}

/** A line of a ladder. `place` 0: not on it (yet). */
export interface RatingRow {
	place: number;
	driver: Driver;
	rating: RatingTold;
	yours: boolean;
}

/** Part of a ladder, the surest first, and your own line wherever it is. */
export interface RatingPage {
	rows: RatingRow[];
	own: RatingRow | null;
	total: number;
	next: number; // ask for the next part with this as `skip`; 0: this is the last one
}

/** Courses: the house's first, then what else was driven, the latest first. */
export interface CoursePage {
	courses: CourseRow[];
	next: string;
}

/** A line of a course's board: a drive that was played again by its rules and dice. `place` 0: not on it. */
export interface BoardRow {
	place: number;
	driver: Driver;
	score: number[];
	table: string;
	at: number; // milliseconds since 1970
	decisions: number | null; // what they lost, where a review was made
	yours: boolean;
}

/** A course: its board, your own line wherever it is, how many best drives there are of each score, and the options to drive it with. */
export interface Board {
	game: string;
	course: CourseRow;
	options: Record<string, Json>;
	rows: BoardRow[];
	own: BoardRow | null;
	drivers: number;
	spread: [number, number][];
	next: number;
}

/** Granted. */
export interface Done {
	ok?: boolean;
}

/** Who you are to the server. `id` is empty for somebody it does not know yet: `name` and `plate` are then what they will be known by. */
export interface PersonForm {
	id: string;
	name: string;
	account: boolean;
	role: string;
	email: string;
	mail: string; // `new` until the address is confirmed, then `on` or `off`; empty: no address
	webhook: string;
	mails: boolean; // does this server send mail at all?
	untold: number; // steps of administrators you have not seen yet: `GET /api/account/steps`
	plate: number; // your door plate, 1 to 6
	hides: string[]; // what you keep to yourself: `profile`, `ratings`
	untold_of?: string[]; // what you are not told, by which way: `mail.over`
	quiet?: string; // your quiet hours: `22:00-07:00`; empty: none
	zone?: string; // … by the clock of this time zone: `Europe/Paris`; empty: UTC
	push?: string; // the key to be told by browser with; empty: this server does not
}

/** A name and a password. */
export interface CredentialsForm {
	name: string;
	password: string;
}

/** What to change; leave out what stays. An empty e-mail address or webhook removes it; another address gets a link by which it has to be confirmed. `letters` are those about matches. */
export interface ProfileForm {
	name?: string | null;
	email?: string | null;
	webhook?: string | null;
	letters?: boolean | null;
	plate?: number | null;
	hides?: ("profile" | "ratings")[] | null;
	untold_of?: string[] | null;
	quiet?: string | null;
	zone?: string | null;
}

/** A browser to be told by, as it has subscribed (`PushSubscription.toJSON`). */
export interface PushForm {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/** A way of being told that is to be tried. */
export interface SampleForm {
	way: "hook" | "mail" | "push";
}

/** How it went. `none`: you have not given this way, or the server has none. */
export interface SampleSent {
	outcome: "capped" | "failed" | "none" | "sent";
}

/** … and not any more. */
export interface PushEnd {
	endpoint: string;
}

/** The present password and the next one. */
export interface PasswordForm {
	present: string;
	next: string;
}

/** An address of mail. */
export interface AddressForm {
	email: string;
}

/** The last part of a link in a letter. */
export interface LinkForm {
	token: string;
}

/** … and the next password. */
export interface ResetForm extends LinkForm {
	password: string;
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

/** What to do about somebody. */
export interface FriendWish {
	deed: "accept" | "ask" | "block" | "end";
}

/** Whom to invite. */
export interface InviteForm {
	person: string; // an account's name or id
}

/** A club to found. */
export interface ClubForm {
	name: string; // 2 to 40 characters
	about?: string; // at most 400 characters
}

/** … or to change; with `renew_link` the link before is void. */
export interface ClubChange extends ClubForm {
	renew_link?: boolean;
}

/** The key of a club's link; empty: ask to be let in. */
export interface ClubKey {
	key?: string;
}

/** What a keeper does about somebody. */
export interface ClubDeed {
	deed: "admit" | "keeper" | "remove";
}

/** A table you host. */
export interface TableLink {
	table: string;
}

/** An event you organise. */
export interface EventLink {
	event: string;
}

/** Somebody to be looked at: who said a line of chat, or who sits on a seat. */
export interface ReportForm {
	why: string;
	line?: number | null;
	seat?: number | null;
}

/** What shall happen. `days` for silence and suspend, `name` for rename. */
export interface StepForm {
	person: string;
	deed: "ban" | "lift" | "nothing" | "rename" | "silence" | "suspend" | "warn";
	reason: string; // why; the person is told
	days?: number;
	name?: string; // 2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before
}

/** Another name for a club, and why. */
export interface ClubNameForm {
	name: string;
	reason: string; // why; the person is told
}

/** Why. */
export interface ReasonForm {
	reason: string; // why; the person is told
}

/** A range of addresses, such as 203.0.113.0/24; without `days` for good. */
export interface RangeForm {
	range: string;
	reason: string; // why; the person is told
	days?: number;
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

/** An event to be written down. The lines of its regulations stand in the documentation of events; what is left out is as usual. A public one needs the role of an organiser, a private one nothing. A `document` sets the game and the options it has. */
export interface EventForm {
	regulations: Record<string, Json>;
	visibility?: "private" | "public";
	name?: string; // 2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before
	document?: string; // what is played: a published document's hash, or the id of your own draft
}

/** Take part, in a class where there are classes; of a private event with the key of its link. */
export interface EnterForm {
	klass?: string;
	name?: string; // 2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before
	key?: string;
}

/** Why. */
export interface EventReasonForm {
	reason: string;
}

/** A sheet, as CSV or TOML. */
export interface SheetText {
	text: string;
}

/** A sheet under way, from one of your devices. */
export interface DraftForm extends SheetText {
	device: string;
	goes_on?: number; // when the draft was kept that this one goes on with; 0: not known
}

/** Your draft as it is kept; `spare` is what another of your devices had typed, if that was something else. */
export interface DraftTold {
	text: string;
	device: string;
	at: number; // when it was kept, in milliseconds since 1970; 0: there is none
	spare: string | null;
	spare_device: string;
	spare_at: number;
}

/** A blank time sheet as CSV, with controls, distances and targets; and what its kit may be chosen from. */
export interface SheetForm {
	text: string;
	options: Record<string, Json>; // the event's options, with its boards and decks
}

/** Where, what, and by which rule. */
export interface SheetFault {
	place: string;
	reason: string;
	clause: string;
}

/** What is wrong with the form of a sheet; nothing of it was driven. */
export interface CheckedPaper {
	faults: SheetFault[];
}

/** What is handed in: a sheet or a record as text, or a drive at a table. `attempt` says which drive it is where there are dice. Handing in the same paper again is harmless. */
export interface PaperForm {
	kind: "drive" | "record" | "sheet";
	text?: string;
	attempt?: number;
	table?: string; // of a drive without dice: its table
}

/** A paper with its text: one's own, or anybody's once the event has closed. */
export interface PaperTold {
	name: string;
	klass: string;
	number: number;
	kind: "record" | "sheet";
	arrived: number; // milliseconds since 1970
	text: string;
	taken: string; // of a sheet that was marked: as it was taken, with times and penalties
	mark: MarkTold | null;
	verdict: string; // the organiser's decision about a wrong cell: `slip` or `false_entry`
	why: string;
}

/** What is said about an event: everybody will read it. */
export interface Words {
	text: string;
}

/** A numbered bulletin, and the lines of the regulations it changes. */
export interface BulletinForm extends Words {
	changes?: Record<string, Json>;
}

/** A question to the organiser. */
export interface AskForm extends Words {
}

/** The answer to all; `held` back until the closing where it would tell a line. */
export interface EventAnswerForm extends Words {
	number: number;
	held?: boolean;
}

/** Against a result: one's own, or another's. */
export interface ProtestForm extends Words {
	against: string;
}

/** A protest, decided in writing. */
export interface RuleForm extends Words {
	number: number;
	upheld: boolean;
}

/** A wrong cell: a slip, which costs what it costs, or a false entry, which disqualifies. */
export interface DecideForm extends Words {
	crew: string;
	number: number;
	verdict: "false_entry" | "slip";
}

/** How a table of a match event ended: places by seat as drawn, who was absent. No places: no result. */
export interface TableResultForm {
	round: number;
	table: number;
	places?: number[];
	absent?: string[];
}

/** A championship of the house to be opened: which one, when its first event opens, and for how many days each. */
export interface SeasonForm {
	season: string;
	opens: string; // UTC, such as 2026-12-01T08:00:00Z
	title: string;
	days?: number;
}

/** A series of events: their ids in order, points by place, how many results count. Once an event has results a change needs a `bulletin` that says what and why. */
export interface ChampionshipForm {
	title: string;
	events: string[];
	points?: number[]; // empty: 9, 6, 4, 3, 2, 1
	best?: number; // 0: all
	classes?: string[];
	bulletin?: string;
}

/** One number about a document, or a row of them, and how sure it is. Its name is the text `figure.NAME`. */
export interface FigureTold {
	value: number;
	sure: "bounds" | "estimate" | "exact" | "proved";
	unit: string;
	low?: number;
	high?: number;
	error?: number; // of an estimate, to either side, 95 %
	wanted?: number; // what the published board has, or the limit
	row?: number[];
	names?: string[]; // what each number of the row is of
}

/** A kind of document that can be made here, with an empty one to start from. */
export interface StudioKind {
	game: string;
	kind: string;
	lengths: ("long" | "short" | "standard")[]; // what can be made by surprise; empty: nothing
	blank: Json;
}

/** A document to be looked at. */
export interface StudioForm {
	game: string;
	kind: string;
	document: Json;
	lang?: string; // of the findings; empty: as you browse
}

/** Something a check has found. `place` is a path in the document, such as `controls[2].square`. */
export interface DocumentFinding {
	place: string;
	stops: boolean; // it cannot be published so; else it may be kept
	clause: string;
	text: string;
	key: string; // of its sentence in the game's texts: `studio.KEY`
	args: Record<string, Json>;
}

/** A course of the house as a document to start from. */
export interface HouseDocument {
	id: string;
	title: string;
	length: "long" | "short" | "standard";
	difficulty: number;
	document: Record<string, Json>;
}

/** What a check says, and what can be told of the document at once. */
export interface Checked {
	findings: DocumentFinding[];
	facts: Record<string, FigureTold>;
	options: Record<string, Json>; // of a table that plays it; empty where something stops it
}

/** A document to be made by the house: the same seed makes the same one. */
export interface SurpriseForm {
	game: string;
	kind: string;
	length?: "long" | "short" | "standard";
	difficulty?: number;
	seed?: string; // any text; empty: by lot
}

/** Something that takes a while is under way: ask for it by this id. */
export interface JobStarted {
	id: string;
}

/** How far it is. `figures` get better until it is done; of a surprise there is a `document` then. */
export interface JobState {
	done: boolean;
	progress: number; // from 0 to 1, as far as it can be told
	figures: Record<string, FigureTold>;
	ended: "" | "cancelled" | "failed" | "finished" | "time"; // why it is done; `time`: the figures are as good as they got in the time there is
	document?: Json;
	seed?: string; // of a surprise: the same seed makes the same one
}

/** A draft, and what its maker says of it. */
export interface DrawingForm {
	title: string;
	document: Record<string, Json>;
	length?: "long" | "short" | "standard";
	difficulty?: number;
	licence?: "CC-BY-4.0" | "CC-BY-SA-4.0" | "CC0-1.0" | "own"; // `own`: to be played here, and nothing else
	source?: string; // where it comes from; empty: drawn here
}

/** A document to be kept, as a draft that nobody else sees. */
export interface DocumentForm extends DrawingForm {
	game: string;
	kind: string;
	name?: string; // 2 to 20 letters, digits, blanks, hyphens, apostrophes; empty: as before
}

/** The draft as it is now. `revision` is the one it was made from. */
export interface SaveForm extends DrawingForm {
	revision: number;
}

/** Publish the draft, if it is still this revision. */
export interface PublishForm {
	revision: number;
}

/** May whoever has the link read and change the draft? Sharing again makes a new link. */
export interface ShareForm {
	shared: boolean;
}

/** One to five stars; a second rating replaces the first. */
export interface RateForm {
	stars: number;
}

/** What is wrong with it. */
export interface WhyForm {
	why: string;
}

/** A document in a list: to its makers the draft as it is, to others the version that is published. */
export interface DocumentRow {
	id: string;
	game: string;
	kind: string;
	title: string;
	state: "draft" | "published" | "withdrawn";
	version: number; // the latest that was published; 0: none
	hash: string; // … and its content: `/api/documents/hash/HASH`; empty: none
	revision: number; // of the draft; 0 for others
	changed: boolean; // has the draft gone on since the version?
	stops: number; // findings that keep the draft from being published
	facts: Record<string, FigureTold>;
	length: "long" | "short" | "standard"; // as its maker says
	difficulty: number; // as its maker says: from 1, easy, to 3, hard
	licence: "CC-BY-4.0" | "CC-BY-SA-4.0" | "CC0-1.0" | "own"; // `own`: to be played here, and nothing else
	source: string;
	author: string;
	yours: boolean;
	used: number; // tables that were opened with it
	stars: number; // their mean; 0: nobody has rated it
	votes: number;
	created_at: number; // milliseconds since 1970
	changed_at: number; // milliseconds since 1970
	published_at: number; // the latest version; 0: never
}

/** A version that was published. It never changes. */
export interface DocumentVersion {
	number: number;
	hash: string;
	title: string;
	at: number; // milliseconds since 1970
	used: number;
}

/** A document with its content. */
export interface DocumentInfo extends DocumentRow {
	document: Record<string, Json>;
	versions: DocumentVersion[];
	rated: number; // your own stars; 0: none
	key: string; // for its maker: of the link by which others change the draft; empty: none
	barred: boolean; // an administrator has withdrawn it: it is not published again
}

/** A page of a list. */
export interface DocumentPage {
	documents: DocumentRow[];
	page: number;
	pages: number;
	total: number;
}

/** A document could not be kept. Where that is because somebody has saved in between (`stale`), nothing was overwritten, and `newer` is what they saved. */
export interface StaleDocument extends Refusal {
	newer?: DocumentInfo;
}

/** A document to be worked on, wherever that is done. */
export interface StudioTask {
	game: string;
	kind: string;
	document: Json;
	language?: string;
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
	| Stream
	| NamesMessage
	| PresenceMessage
	| ChatMessage
	| HelloMessage
	| RefusedMessage
	| OkMessage;
