// Wishes on their way to a table, kept until they are answered: through a lost line, a reload, a restart of the server.
// All tabs of a browser look into the same box. A wish has an id, so that sending it again does it once.

import { keep, keptAs } from "./kept";
import type { Denial } from "./types";

export type Deed =
	| { do: "act"; action: string }
	| { do: "unseal" }
	| { do: "undo"; to: number }
	| { do: "answer"; yes: boolean; to: number }
	| { do: "return" }
	| { do: "say"; text: string; after: number }; // … the line that was heard last

/** What a person wants, with the node it answers. It goes over the line as it is. */
export type Wish = Deed & { id: string; node: number; seat: number | null };

/** What becomes of a wish that was refused. */
export type Fate = "again" | "done" | "dropped" | "refused";

const PASSING = ["too_many", "unavailable", "conflict"]; // over after a while
const MOVED_ON = ["late", "early", "not_playing"];
// refused because it is so already: by this very wish, if it may have been sent before
const ALREADY: Record<Deed["do"], string[]> = {
	act: [],
	unseal: ["not_sealed"],
	undo: ["bad_undo"],
	answer: ["nothing_asked"],
	return: ["not_away"],
	say: [],
};

export class Outbox {
	onChange: (() => void) | null = null;
	private readonly prefix: string;
	private here = new Map<string, Wish>(); // what the storage does not take
	private sent = new Map<string, number>(); // how often, by this page
	private fresh = new Set<string>(); // put in by this page

	constructor(table: string) {
		this.prefix = `parcferme.outbox.${table}.`;
	}

	/** Everything without an answer, oldest first. */
	get waiting(): Wish[] {
		const kept = this.keys().flatMap((key) => this.read(key));
		return [...kept, ...this.here.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
	}

	/** Take a wish in, unless the same is asked of this node already, here or in another tab. */
	put(deed: Deed, node: number, seat: number | null): Wish | null {
		const same = (one: Wish): boolean => one.do === deed.do && one.node === node && one.seat === seat;
		if (deed.do !== "say" && this.waiting.some(same)) return null;
		const wish: Wish = { ...deed, id: newId(), node, seat };
		this.fresh.add(wish.id);
		if (!keep(this.prefix + wish.id, JSON.stringify(wish))) this.here.set(wish.id, wish);
		this.onChange?.();
		return wish;
	}

	/** Those that this page has not sent: another tab's, which may have been closed meanwhile. */
	get orphans(): Wish[] {
		return this.waiting.filter(({ id }) => !this.sent.has(id));
	}

	find(id: unknown): Wish | undefined {
		return this.waiting.find((one) => one.id === id);
	}

	/** It has been given to the line. */
	note(wish: Wish): void {
		this.sent.set(wish.id, (this.sent.get(wish.id) ?? 0) + 1);
	}

	/** It has been answered: done, or never to be. */
	take(wish: Wish): void {
		this.here.delete(wish.id);
		keep(this.prefix + wish.id, null);
		this.onChange?.();
	}

	/** What the refusal means for it. */
	judge(wish: Wish, { code }: Denial): Fate {
		if (PASSING.includes(code)) return "again";
		if (ALREADY[wish.do].includes(code)) return this.sentBefore(wish) ? "done" : "refused";
		return MOVED_ON.includes(code) ? "dropped" : "refused";
	}

	/** Other tabs put in and take out, too; the answer stops listening. */
	watch(): () => void {
		const heard = ({ key }: StorageEvent): void => {
			if (key === null || key.startsWith(this.prefix)) this.onChange?.();
		};
		addEventListener("storage", heard);
		return () => removeEventListener("storage", heard);
	}

	private sentBefore(wish: Wish): boolean {
		return !this.fresh.has(wish.id) || (this.sent.get(wish.id) ?? 0) > 1;
	}

	private keys(): string[] {
		try {
			return Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
		} catch {
			return [];
		}
	}

	private read(key: string): Wish[] {
		const wish = keptAs<Wish>(key);
		return wish && wish.do in ALREADY && key === this.prefix + wish.id ? [wish] : [];
	}
}

/** Later ones sort after earlier ones; no two tabs make the same. */
function newId(): string {
	const now = Date.now().toString(36).padStart(9, "0");
	return `${now}-${(made++).toString(36)}${Math.random().toString(36).slice(2, 10)}`;
}
let made = 0;
