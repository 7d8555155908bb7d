// What has happened to somebody that nobody should miss: one's own stays until it is done with, others' pass by; and the
// stage that is over.

import type { Interval } from "./interval";
import { type Moment, toldOnce } from "./moments";
import { settings } from "./settings.svelte";

const SEEN = 6000; // a moment of one's own is in sight at least so long, whoever is asked what

/** Who sits at the screen, and whether they are asked. */
interface Person {
	readonly yours: number[];
	readonly turn: { mine: boolean };
}

export class Witness {
	moment = $state.raw<Moment | null>(null); // what has happened to a seat of one's own, until it is done with
	folded = $state(false); // … as one line: the next turn has begun
	news = $state.raw<Moment[]>([]); // what has just happened to others
	interval = $state.raw<Interval | null>(null); // a stage is over, until one goes on
	private since = 0; // when the moment came in sight
	private passed = false; // others have moved since

	constructor(private readonly person: Person) {}

	/** The moment that has the cockpit to itself. */
	get incident(): Moment | null {
		return this.folded ? null : this.moment;
	}

	/** A moment is done with. */
	carryOn(): void {
		this.moment = null;
	}

	/** One's own turn folds a moment into a line once others have played, but not before it could be read. */
	foldInTime(): void {
		const { moment, person } = this;
		if (!moment || !this.passed || !person.turn.mine) return;
		const left = settings.duration(SEEN) - (performance.now() - this.since);
		if (left <= 0) this.folded = true;
		else setTimeout(() => (this.folded ||= this.moment === moment && person.turn.mine), left);
	}

	/** It was watched as it happened: a line is enough. */
	watched(): void {
		this.folded = true;
		this.news = [];
	}

	/** Take note of what a move did to somebody: one's own moments stay, those of others pass by. */
	see(moments: Moment[], by: number | null | undefined): void {
		const { yours } = this.person;
		if (this.moment && by === this.moment.seat)
			this.moment = null; // the next move of one's own: that was before
		else if (by !== undefined) this.passed = true;
		const own = moments.find((one) => yours.includes(one.seat));
		if (own) {
			this.moment = own;
			this.since = performance.now();
			this.folded = this.passed = false;
		}
		const others = toldOnce(moments).filter((one) => !yours.includes(one.seat) && one.what !== own?.what);
		if (others.length) this.news = others;
	}

	forget(): void {
		this.moment = this.interval = null;
		this.news = [];
	}
}
