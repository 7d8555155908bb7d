// A move that is watched like a film: step after step, each for its time, forward and back as one likes.

import type { TableModel } from "./table.svelte";
import type { GameEvent, View } from "./types";

export interface FilmStep {
	view: View; // what is drawn
	events: GameEvent[]; // what it tells: every event of the move stands in one step
	part: number; // of the film, from 1: the scrubber keeps parts apart
	kind: string; // what sort of thing happens, in the game's own words
	harm: boolean; // somebody comes to harm
	lasts: number; // milliseconds at normal speed
}

/** How a game makes a film of a move, and what is said of it. */
export interface FilmBook {
	steps(before: View, events: GameEvent[]): FilmStep[]; // none: the move is shown as any other
	caption(table: TableModel, step: FilmStep): string; // the one sentence for a step
	onward(table: TableModel): string; // what the button says that ends it
	part: string; // the text that names a part, with {n}
}

export class Film {
	at = $state(0);
	running = $state(true); // else it is paused
	readonly done: Promise<void>;
	private seen = -1;
	private close: () => void = () => undefined;

	constructor(
		readonly steps: FilmStep[],
		private readonly show: (step: FilmStep, first: boolean) => void,
	) {
		this.done = new Promise((resolve) => {
			this.close = resolve;
		});
		this.put(0);
	}

	get step(): FilmStep {
		return this.steps[this.at] as FilmStep;
	}

	get last(): number {
		return this.steps.length - 1;
	}

	/** Where one pauses it stays; a film that is paused at its end begins anew. */
	toggle(): void {
		this.running = !this.running;
		if (this.running && this.at === this.last) this.put(0);
	}

	/** To one of its steps, and stay there. */
	go(to: number): void {
		this.running = false;
		this.put(Math.max(0, Math.min(this.last, to)));
	}

	/** From the start again. */
	again(): void {
		this.put(0);
		this.running = true;
	}

	/** Its time is over: the next step, or the end of the film. */
	advance(): void {
		if (this.at < this.last) this.put(this.at + 1);
		else this.end();
	}

	/** Show the rest at once. Nothing that has happened is left untold. */
	end(): void {
		this.put(this.last);
		this.close();
	}

	private put(to: number): void {
		for (; this.seen < to; this.seen++) {
			const next = this.steps[this.seen + 1];
			if (next) this.show(next, true);
		}
		this.at = to;
		this.show(this.step, false);
	}
}
