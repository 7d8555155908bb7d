// Who is at this browser: a guest until they register.

import { api } from "./api";

class Me {
	id = $state("");
	name = $state("");
	account = $state(false);
	role = $state("player");

	private asked: Promise<void> | null = null;

	/** Asked once, however many want to know. */
	known(): Promise<void> {
		this.asked ??= this.load();
		return this.asked;
	}

	async load(): Promise<void> {
		const who = await api.whoami();
		this.id = who.id;
		this.name = who.name;
		this.account = who.account;
		this.role = who.role;
	}
}

export const me = new Me();
