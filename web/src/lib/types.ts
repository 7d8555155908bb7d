// What the server sends. docs/api.md describes every field; the OpenAPI document is the authority.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type View = Record<string, Json>;

export interface GameInfo {
	id: string;
	title: string;
	about: string;
	year: number;
	authors: string;
	seats: [number, number];
	version: number;
	options: { properties: Record<string, OptionSchema> };
	bots: string[];
}

export interface OptionSchema {
	type?: string | string[];
	enum?: string[];
	minimum?: number;
	maximum?: number;
	default?: Json;
	description?: string;
	items?: OptionSchema;
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

export interface Fact {
	key: string;
	args: Record<string, Json>;
}

export interface LegalAction {
	notation: string;
	form: Record<string, Json> & { kind: string };
	odds: Fact[];
}
