// One way to ask and one to listen, with two ends: a server, or the engine in this browser (src/alone/end.ts). Nobody
// above knows which it is.

/** What comes back: granted or not, and the answer's text. */
export interface Reply {
	ok: boolean;
	status: number;
	text: string;
}

/** A live line: the part of a WebSocket that is used. */
export interface Wire {
	onmessage: ((event: MessageEvent) => void) | null;
	onclose: ((event: CloseEvent) => void) | null;
	send(text: string): void;
	close(): void;
}

export interface End {
	far: boolean; // reached over a net, which may fail without a word
	call(method: string, path: string, body?: string): Promise<Reply>;
	line(table: string, query: URLSearchParams): Wire;
}

const server: End = {
	far: true,
	async call(method, path, body) {
		const headers: HeadersInit = body === undefined ? {} : { "Content-Type": "application/json" };
		const answer = await fetch(`/api${path}`, { method, headers, body });
		return { ok: answer.ok, status: answer.status, text: await answer.text() };
	},
	line(table, query) {
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket?${query}`);
	},
};

let end = server;

/** Ask the server, whichever end is asked otherwise: to hand over what was made without it. */
export const askServer = server.call;

/** Ask and listen elsewhere from now on. */
export function reach(other: End): void {
	end = other;
}

/** The end that is asked now. */
export const other = (): End => end;
