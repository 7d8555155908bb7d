// The server's types (wire.ts, made from its structs) by the names the pages use, and what only the browser adds.

import type { Effect, GameInfo as GameTold, Json } from "./wire";

export type {
	Action as LegalAction,
	Attempt,
	ChatLine,
	Choices,
	Clocks,
	ClubFile,
	ClubsPage,
	Course,
	Courses,
	Diary,
	DiaryStep,
	Effect,
	Fact,
	Frame as RecordFrame,
	GameEvent,
	Json,
	KeptForm,
	Kit,
	Link,
	Opening,
	PeoplePage,
	PersonFile,
	PersonForm as Person,
	PersonRow,
	Position,
	Range as AddressRange,
	RecordForm as RecordInfo,
	Refusal as Denial,
	Report,
	ReportFile,
	ReportsPage,
	Result,
	RuleClause as Clause,
	RuleRefusal as Refusal,
	Seat as SeatInfo,
	Session,
	StepForm,
	StepTold as Step,
	TableFile,
	TableInfo,
	TableRow,
	TablesPage,
	Turn,
} from "./wire";

/** What a seat may know: each board reads it as its own game's (boards/GAME/wire.ts). */
export type View = object;

/** What befalls somebody on the way: a kind, its arguments, and the phase where a game counts them. */
export type Happening = NonNullable<Effect["happens"]>[number];

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

/** A game on offer: its least and greatest number of seats, and its options as the JSON schema they are. */
export type GameInfo = Omit<GameTold, "options" | "seats"> & {
	seats: [number, number];
	options: { properties: Record<string, OptionSchema> };
};
