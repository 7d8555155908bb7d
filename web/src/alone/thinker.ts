// One worker that thinks, and what it is asked: one question after the other, so that what nobody wants any more need not
// be answered. It is started when first needed, and anew where it was ended or came to grief.

import type { FromThinker, ToThinker } from "./messages";

const OF_WORK: Record<string, string> = { review: "review", judge: "review", measure: "studio", surprise: "studio" }; // else: play

/** Who thinks about a piece of work (alone/thinker.py). */
export function thinkerOf(text: string): string {
	const { do: work, look } = JSON.parse(text) as { do: string; look?: number };
	return OF_WORK[work] ?? (look ? "hint" : "play");
}

export type Told = Exclude<FromThinker, { tell: "failed" }>;

export class Thinker {
	private worker: Worker | null = null;
	private asked: ToThinker[] = []; // the first is being thought about

	constructor(
		private readonly start: () => Worker, // told already where the engine lies
		private readonly hear: (told: Told) => void,
		private readonly fail: () => void,
	) {}

	ask(question: ToThinker): void {
		this.asked.push(question);
		if (this.asked.length === 1) this.goOn();
	}

	/** Nobody waits for the answer any more. Whoever thinks cannot hear it: that worker is ended. */
	drop(id: number): boolean {
		const at = this.asked.findIndex((one) => one.id === id);
		if (at < 0) return false;
		this.asked.splice(at, 1);
		if (at === 0) {
			this.end();
			this.goOn();
		}
		return true;
	}

	/** … to anything; which questions these were. */
	dropAll(): number[] {
		const dropped = this.asked.map(({ id }) => id);
		this.asked = [];
		if (dropped.length) this.end();
		return dropped;
	}

	/** Think about what is asked, also after the engine had not come. */
	goOn(): void {
		const [first] = this.asked;
		if (!first) return;
		this.worker ??= this.fresh();
		this.worker.postMessage(first);
	}

	/** Waits for an engine that has not come. */
	stuck(): boolean {
		return this.asked.length > 0 && this.worker === null;
	}

	private fresh(): Worker {
		const worker = this.start();
		worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
			if (worker !== this.worker) return;
			if (data.tell === "failed") return this.giveUp();
			this.hear(data);
			if (data.tell === "progress") return;
			this.asked.shift();
			this.goOn();
		};
		worker.onerror = () => {
			if (worker === this.worker) this.giveUp();
		};
		return worker;
	}

	private giveUp(): void {
		this.end();
		this.fail();
	}

	private end(): void {
		this.worker?.terminate();
		this.worker = null;
	}
}
