// The one place where a game's content file, or a document that came as an option, is taken for what it is. The server
// has judged both before it handed them out.

import type { Json } from "./types";

/** The document as its game knows it; nothing where there is none. */
export function documentOf<Kind extends object>(json: Json | object | undefined): Kind | undefined {
	const found: object | undefined = typeof json === "object" && json !== null ? json : undefined;
	return found as Kind | undefined;
}
