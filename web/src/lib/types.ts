// The server's types (wire.ts, made from its structs) by the names the pages use, and what only the browser adds.

import type { Effect, GameInfo as GameTold, Json } from "./wire";

export type {
	Action as LegalAction,
	ChatLine,
	Clocks,
	Effect,
	Fact,
	Frame as RecordFrame,
	GameEvent,
	Json,
	Kit,
	Link,
	Opening,
	PersonForm as Person,
	Position,
	RecordForm as RecordInfo,
	Refusal as Denial,
	Result,
	RuleClause as Clause,
	RuleRefusal as Refusal,
	Seat as SeatInfo,
	StepTold as Step,
	TableInfo,
	TableRow,
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
