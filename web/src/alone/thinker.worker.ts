// A worker with time: bots, hints and reviews, in Python. Whoever has waited enough ends it and starts another.

import { startEngine } from "./engine";
import type { Begin, FromThinker, ToThinker } from "./messages";

type Progress = (done: number, total: number, known: string) => boolean;
type Think = (text: string, progress: Progress, watch: () => number) => string;

const watch = (): number => performance.now() / 1000; // seconds, for bots that must hurry
const tell = (message: FromThinker): void => postMessage(message);
let think: Promise<Think> | undefined;

async function begin(base: string): Promise<Think> {
	const python = await startEngine(base, () => undefined);
	return (python.pyimport("parcferme.alone.thinker") as { think: Think }).think;
}

async function work({ id, text }: ToThinker): Promise<void> {
	try {
		const progress: Progress = (done, total, known) => {
			tell({ tell: "progress", id, done, total, known });
			return true; // whoever has enough ends the worker
		};
		const made = (await (think as Promise<Think>))(text, progress, watch);
		tell({ tell: "thought", id, ok: true, text: made });
	} catch (error) {
		tell({ tell: "thought", id, ok: false, text: String(error) });
	}
}

addEventListener("message", (event: MessageEvent<Begin | ToThinker>) => {
	if ("begin" in event.data) {
		think = begin(event.data.begin);
		think.catch((error) => tell({ tell: "failed", reason: String(error) }));
	} else void work(event.data);
});
