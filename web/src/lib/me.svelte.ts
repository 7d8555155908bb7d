// Who is at this browser: from the first visit on somebody with a name and a door plate; a guest as soon as they do
// something (then they have an id), until they register.

import { api } from "./api";
import { t } from "./i18n.svelte";
import type { Person } from "./types";

class Me {
	id = $state("");
	name = $state("");
	account = $state(false);
	role = $state("player");
	plate = $state(0); // the door plate; 0 until the server has answered
	hides = $state.raw<string[]>([]); // what of their page they keep to themselves
	mails = $state(false); // does the server send letters?
	untold = $state(0); // what administrators have told them and they have not read
	asking = $state(false); // the question for a name is open …
	first = $state(false); // … and has never been answered here

	private asked: Promise<void> | null = null;
	private answer: ((named: boolean) => void) | null = null;

	/** May they hold public events and write championships down? */
	get organises(): boolean {
		return this.role === "organiser" || this.role === "admin";
	}

	/** Asked once, however many want to know. */
	known(): Promise<void> {
		this.asked ??= this.load();
		return this.asked;
	}

	async load(): Promise<void> {
		this.take(await api.whoami());
	}

	/** Be called differently from now on, at every table one sits at; wear another door plate; show others more or less. */
	async change(what: { name?: string; plate?: number; hides?: string[] }): Promise<void> {
		this.take(await api.profile(what));
	}

	/** A name before the first table: asked for once, and never again. False where the question was closed. */
	async introduced(): Promise<boolean> {
		await this.known();
		return this.id !== "" || this.ask(true);
	}

	/** Ask for a name, or another one. */
	ask(first = false): Promise<boolean> {
		this.first = first;
		this.asking = true;
		return new Promise((done) => {
			this.answer = done;
		});
	}

	answered(named: boolean): void {
		this.asking = false;
		this.answer?.(named);
		this.answer = null;
	}

	private take(who: Person): void {
		({ id: this.id, name: this.name, account: this.account, role: this.role } = who);
		({ untold: this.untold, mails: this.mails, plate: this.plate, hides: this.hides } = who);
	}
}

export const me = new Me();

/** "Guest 27": what somebody is called who would rather say later. */
export function guestName(): string {
	return me.name || t("names.guest", { n: 10 + Math.floor(Math.random() * 90) });
}

/** Some names for who has no idea, in another order each time. */
export function suggestions(): string[] {
	return t("names.ideas")
		.split(", ")
		.map((name) => ({ name, at: Math.random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ name }) => name);
}
