// The calls of the studio: documents that people draw for a game, what a check says of them, and what is worked out.

import { call } from "./api";
import { language } from "./i18n.svelte";
import type {
	Checked,
	DocumentInfo,
	DocumentPage,
	FigureTold,
	HouseDocument,
	JobStarted,
	JobState,
	SaveForm,
	StudioKind,
} from "./wire";

export type {
	Checked,
	DocumentInfo,
	DocumentPage,
	DocumentRow,
	HouseDocument,
	JobState,
	StaleDocument,
	StudioKind,
} from "./wire";
export type Figure = FigureTold;
export type Finding = Checked["findings"][number];

/** A document as it stands in a file. Each editor reads it as its own kind's (boards/GAME/studio/KIND/tools.ts). */
export type Doc = object;

/** What is kept of a drawing. */
export type Draft = Required<Omit<SaveForm, "revision" | "document">> & { document: Doc };
export type Terms = Omit<Draft, "title" | "document">;
export const TERMS: Terms = { length: "standard", difficulty: 2, licence: "own", source: "" };

export interface Shelf {
	game?: string;
	kind?: string;
	length?: string;
	difficulty?: string;
	stars?: string;
	q?: string;
	sort?: string;
	page?: number;
}

/** The parts of a query that say something. */
function asked(query: object): string {
	const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
	return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
}

/** The key of a link to somebody's draft, where there is one. */
const keyed = (key: string): string => (key ? `?${asked({ key })}` : "");

export const studio = {
	kinds: (): Promise<StudioKind[]> => call("GET", "/studio"),
	house: (game: string, kind: string): Promise<HouseDocument[]> => call("GET", `/studio/${game}/${kind}/house`),
	check: (game: string, kind: string, document: Doc): Promise<Checked> =>
		call("POST", "/studio/check", { game, kind, document, lang: language() }),
	measure: (game: string, kind: string, document: Doc): Promise<JobStarted> =>
		call("POST", "/studio/measure", { game, kind, document, lang: language() }),
	surprise: (game: string, kind: string, length: string, difficulty: number): Promise<JobStarted> =>
		call("POST", "/studio/surprise", { game, kind, length, difficulty }),
	job: (id: string): Promise<JobState> => call("GET", `/studio/measure/${id}`),
	cancel: (id: string): Promise<unknown> => call("DELETE", `/studio/measure/${id}`),

	mine: (query: { game?: string; q?: string; page?: number }): Promise<DocumentPage> =>
		call("GET", `/documents?${asked(query)}`),
	shelf: (query: Shelf): Promise<DocumentPage> => call("GET", `/shelf?${asked(query)}`),
	create: (game: string, kind: string, draft: Draft): Promise<DocumentInfo> =>
		call("POST", "/documents", { game, kind, ...draft }),
	read: (id: string, key = ""): Promise<DocumentInfo> => call("GET", `/documents/${id}${keyed(key)}`),
	published: (hash: string): Promise<Doc> => call("GET", `/documents/hash/${hash}`),
	save: (id: string, revision: number, draft: Draft, key = ""): Promise<DocumentInfo> =>
		call("PUT", `/documents/${id}${keyed(key)}`, { revision, ...draft }),
	share: (id: string, shared: boolean): Promise<DocumentInfo> => call("POST", `/documents/${id}/share`, { shared }),
	drop: (id: string): Promise<unknown> => call("DELETE", `/documents/${id}`),
	publish: (id: string, revision: number): Promise<DocumentInfo> =>
		call("POST", `/documents/${id}/publish`, { revision }),
	withdraw: (id: string): Promise<DocumentInfo> => call("POST", `/documents/${id}/withdraw`),
	rate: (id: string, stars: number): Promise<DocumentInfo> => call("POST", `/documents/${id}/rate`, { stars }),
	report: (id: string, why: string): Promise<unknown> => call("POST", `/documents/${id}/report`, { why }),
};

/** Ask for a job again and again until it is done; whoever has lost interest stops it by `wanted`. */
export async function follow(id: string, told: (state: JobState) => void, wanted: () => boolean): Promise<void> {
	for (;;) {
		const state = await studio.job(id);
		if (!wanted()) return void (await studio.cancel(id).catch(() => undefined)); // it ends by itself, too
		told(state);
		if (state.done) return;
		await new Promise((done) => setTimeout(done, 500));
	}
}
