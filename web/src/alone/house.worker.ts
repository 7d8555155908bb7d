// The worker that keeps house: tables, lines and answers, in Python. It never thinks long; that is what others are for.

import { startEngine } from "./engine";
import type { Begin, FromHouse, ToHouse } from "./messages";
import { Shelf } from "./shelf";

/** parcferme/alone/browser.py, as it is seen from here. */
interface House {
	call(method: string, path: string, body: string): Promise<{ toJs(): [boolean, string] }>;
	line(table: string, seat: number | null, since: number, send: (text: string) => void): Promise<Line | string>;
	look_again(table: string): Promise<void>;
}

interface Line {
	hear(text: string): Promise<void>;
	close(): void;
	destroy(): void;
}

interface Waiting {
	resolve(text: string): void;
	reject(error: Error): void;
	progress(done: number, total: number, known: string): boolean; // false: nobody waits for it any more
}

const pages = new BroadcastChannel("parcferme.tables"); // other pages of this browser
const lines = new Map<number, Line>();
const thoughts = new Map<number, Waiting>();
let asked = 0;
let house: Promise<House> | undefined;

const tell = (message: FromHouse): void => postMessage(message);

async function begin(base: string): Promise<House> {
	try {
		const [python, shelf] = await Promise.all([
			startEngine(base, (done, total) => tell({ tell: "loading", done, total })),
			Shelf.open(),
		]);
		const module = python.pyimport("parcferme.alone.browser") as {
			start(
				shelf: Shelf | undefined,
				ask: typeof think,
				clock: () => number,
				changed: (table: string) => void,
			): Promise<House>;
		};
		const made = await module.start(shelf, think, Date.now, (table) => pages.postMessage(table));
		pages.onmessage = (event) => void made.look_again(event.data as string);
		tell({ tell: "ready", keeps: shelf !== undefined });
		return made;
	} catch (error) {
		tell({ tell: "failed", reason: String(error) });
		throw error;
	}
}

/** Have somebody think who has the time. */
function think(text: string, progress: Waiting["progress"]): Promise<string> {
	const id = asked++;
	tell({ tell: "think", id, text });
	return new Promise((resolve, reject) => {
		thoughts.set(id, { resolve, reject, progress });
	});
}

async function openLine(message: ToHouse & { do: "line" }): Promise<void> {
	const { line, table, seat, since } = message;
	const made = await (await (house as Promise<House>)).line(table, seat, since, (text) =>
		tell({ tell: "message", line, text }),
	);
	if (typeof made === "string") tell({ tell: "closed", line, reason: made });
	else lines.set(line, made);
}

async function hear(message: ToHouse): Promise<void> {
	if (message.do === "call") {
		const [ok, text] = (
			await (await (house as Promise<House>)).call(message.method, message.path, message.body)
		).toJs();
		tell({ tell: "answer", id: message.id, ok, text });
	} else if (message.do === "line") await openLine(message);
	else if (message.do === "wish") await lines.get(message.line)?.hear(message.text);
	else if (message.do === "hang up") {
		lines.get(message.line)?.close();
		lines.get(message.line)?.destroy();
		lines.delete(message.line);
	} else if (message.do === "progress") {
		if (thoughts.get(message.id)?.progress(message.done, message.total, message.known) !== false) return;
		tell({ tell: "enough", id: message.id });
		settle(message.id, false, "nobody waits for it any more");
	} else settle(message.id, message.ok, message.text);
}

/** A thought has come, or never will. */
function settle(id: number, ok: boolean, text: string): void {
	const waiting = thoughts.get(id);
	thoughts.delete(id);
	if (ok) waiting?.resolve(text);
	else waiting?.reject(new Error(text));
}

addEventListener("message", (event: MessageEvent<Begin | ToHouse>) => {
	if ("begin" in event.data) house = begin(event.data.begin);
	else void hear(event.data);
});
