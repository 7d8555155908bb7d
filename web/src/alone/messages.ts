// What the page and its workers say to each other.

/** To the worker that keeps house. */
export type ToHouse =
	| { do: "call"; id: number; method: string; path: string; body: string }
	| { do: "line"; line: number; table: string; seat: number | null; since: number }
	| { do: "wish"; line: number; text: string }
	| { do: "hang up"; line: number }
	| { do: "thought"; id: number; ok: boolean; text: string }
	| { do: "progress"; id: number; done: number; total: number; known: string };

/** … and from it. */
export type FromHouse =
	| { tell: "loading"; done: number; total: number }
	| { tell: "ready"; keeps: boolean } // … or forgets everything with the page
	| { tell: "failed"; reason: string }
	| { tell: "answer"; id: number; ok: boolean; text: string }
	| { tell: "message"; line: number; text: string }
	| { tell: "closed"; line: number; reason: string }
	| { tell: "think"; id: number; text: string }
	| { tell: "enough"; id: number };

/** To a worker that thinks, and from it. */
export type ToThinker = { id: number; text: string };
export type FromThinker =
	| { tell: "progress"; id: number; done: number; total: number; known: string }
	| { tell: "thought"; id: number; ok: boolean; text: string }
	| { tell: "failed"; reason: string }; // the engine did not come

/** Where the engine's files lie; told to each worker first. */
export type Begin = { begin: string };
