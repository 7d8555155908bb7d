// Moves shown one after another: dice tumble, cars drive, films are watched, and whoever is in a hurry skips.

import { Film, type FilmStep } from "./film.svelte";
import { type Frame, framed, type Onlooker, pauseAfter, shareOf } from "./frames";
import { t } from "./i18n.svelte";
import type { Moment } from "./moments";
import { COUNT, faceTime, type Roll, type Stage, TUMBLE } from "./rolls";
import { settings } from "./settings.svelte";
import { sounds } from "./sounds";
import type { GameEvent, RecordFrame, Step, View } from "./types";

/** What is drawn, and what becomes of it. */
interface Stand {
	view: View | null;
	readonly onlooker: Onlooker;
	reach(frame: Frame): void; // it is seen, and what it leads to is offered
	tell(events: GameEvent[], frame: Frame): void; // into the log
	shown(): void; // everything has been
	watched(): void; // a film has been
}

export class Showing {
	playing = $state(false); // frames are being shown one after another
	again = $state(""); // what is being seen again, in words
	film = $state.raw<Film | null>(null); // the move that is being watched step by step
	films = false; // somebody is there to play them
	thrown = $state.raw<Roll | null>(null); // the dice of the frame that is about to be shown
	mover = $state<number | null>(null); // whose move is being shown
	skipping = false;
	private last = $state.raw<Frame | null>(null); // the last move that was a film
	private queue: Frame[] = [];
	private coming: Frame | null = null; // out of the queue, while its dice are still rolling
	private wake: (() => void) | null = null; // ends a pause

	constructor(private readonly stand: Stand) {}

	/** The last of the frames that are still to be shown. */
	get ahead(): Frame | null {
		return this.queue.at(-1) ?? this.coming;
	}

	/** Whose moves are still to be shown, in order. */
	get movers(): number[] {
		return this.queue.map(({ by }) => by ?? null).filter((by) => by !== null);
	}

	/** What the board will have come to when everything is shown. */
	get finally(): View | null {
		return this.ahead?.view ?? this.stand.view;
	}

	/** Show frames in order, each for its time; long runs of others' moves are hurried. */
	async show(frames: Frame[]): Promise<void> {
		this.queue.push(...frames);
		const fresh = this.queue.filter((frame) => !frame.again);
		const share = shareOf(fresh);
		for (const frame of fresh) frame.pace = Math.min(frame.pace ?? 1, share);
		if (this.playing) return;
		this.playing = true;
		while (this.queue.length > 0) await this.play(this.queue.shift() as Frame);
		this.playing = false;
		this.again = "";
		this.mover = null;
		this.stand.shown();
	}

	private async play(frame: Frame): Promise<void> {
		const { pace = 1 } = frame;
		this.mover = frame.by ?? null;
		this.coming = frame;
		await this.throwDice(frame, pace);
		if (this.coming !== frame) return; // it was skipped to meanwhile
		if (frame.film && !this.queue.some((later) => later.film)) await this.watch(frame, frame.film);
		else this.reach(frame);
		await this.count(frame, pace);
		const [next] = this.queue;
		const usual = pauseAfter(frame, next);
		const wait = frame.again ? settings.duration(usual) || usual : settings.duration(usual);
		if (next) await this.pause(wait * pace);
	}

	private reach(frame: Frame): void {
		this.coming = null;
		this.stand.reach(frame);
	}

	/** Play a film until it is over or ended. Its moments have been seen in it: they are a line from the start. */
	private async watch(frame: Frame, steps: FilmStep[]): Promise<void> {
		this.again = frame.again ?? "";
		const film = new Film(steps, (step, first) => {
			this.stand.view = step.view;
			if (first && !frame.again) this.stand.tell(step.events, frame);
		});
		this.film = film;
		await film.done;
		if (this.film !== film) return; // another person has come to the screen
		this.film = null;
		this.last = frame;
		this.reach({ ...frame, told: true });
		if (!frame.again) this.stand.watched();
	}

	/** There is a film to be watched once more. */
	get rewatchable(): boolean {
		return this.last !== null && !this.playing;
	}

	watchAgain(): void {
		const { last, playing } = this;
		const { view } = this.stand;
		if (!last || !view || playing) return;
		const again = t("moment.showing");
		void this.show([
			{ ...last, offer: undefined, again },
			{ who: "again", events: [], view, again },
		]);
	}

	/** The frame's dice tumble and show their faces; what comes of it is not seen before. */
	private async throwDice({ dice = [], by = null }: Frame, share: number): Promise<void> {
		if (!dice.length || !settings.duration(TUMBLE)) return;
		const stand = (stage: Stage, ms: number): Promise<void> => {
			this.thrown = { dice, stage, by };
			return this.pause(settings.duration(ms) * share);
		};
		sounds.play("dice");
		await stand("tumble", TUMBLE);
		if (this.thrown) await stand("face", faceTime(dice));
	}

	/** … and are counted. */
	private async count({ dice = [] }: Frame, share: number): Promise<void> {
		if (this.thrown) {
			this.thrown = { ...this.thrown, dice, stage: "count" };
			await this.pause(settings.duration(COUNT) * share);
		}
		this.thrown = null;
	}

	/** A pause that a person may end. */
	private async pause(ms: number): Promise<void> {
		if (ms <= 0) return;
		await new Promise<void>((done) => {
			this.wake = done;
			setTimeout(done, ms);
		});
	}

	/** See the move of a moment once more, then whatever the board has come to since. */
	seeAgain({ before, frames }: Moment): void {
		const now = this.finally;
		if (!now) return;
		const still = (view: View): Pick<Frame, "events" | "view"> => ({ events: [], view });
		const shown = [...(before ? [still(before)] : []), ...frames, still(now)];
		const again = t("moment.showing");
		void this.show(shown.map((frame) => ({ ...frame, who: "again", by: null, offer: undefined, again })));
	}

	/** See turns once more, each as a run of the record's frames, then whatever the board has come to since. */
	seeTurns(turns: { frames: RecordFrame[]; again: string }[]): void {
		const now = this.finally;
		if (!now) return;
		const shown = turns.flatMap(({ frames: [first, ...rest], again }) => {
			if (!first) return [];
			const steps = rest.map(({ entry, events, view }) => ({ entry: entry ?? ["again", null], events, view }) as Step);
			const onlooker = { ...this.stand.onlooker, start: first.view };
			const run = [{ who: "again", events: [], view: first.view }, ...framed(steps, now, onlooker)];
			const pace = shareOf(run);
			return run.map(({ events, view, dice, film }) => ({ who: "again", events, view, dice, film, again, pace }));
		});
		void this.show([...shown, { who: "again", events: [], view: now, again: shown.at(-1)?.again ?? "" }]);
	}

	/** Show the rest at once: whoever waits has pressed a key or the board. */
	skip(): void {
		if (this.film) {
			this.film.end();
			return; // what follows it is shown after it
		}
		const rest = this.coming ? [this.coming, ...this.queue] : this.queue;
		this.queue = [];
		this.thrown = null;
		this.skipping = true;
		for (const frame of rest) this.reach(frame);
		this.skipping = false;
		this.wake?.();
	}

	/** Nothing of what is still to be shown concerns whoever comes to the screen. */
	forget(): void {
		this.queue = [];
		this.coming = null;
		this.film?.end();
		this.film = this.last = null;
	}
}
