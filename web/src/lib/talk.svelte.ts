// What is said at a table, and what of one's own is still on its way there (lib/outbox.ts).

import { api } from "./api";
import { me } from "./me.svelte";
import type { Wish } from "./outbox";
import type { ChatLine } from "./types";

export class Talk {
	open = false; // people talk at this table
	lines = $state.raw<ChatLine[]>([]);
	refused = $state.raw<{ text: string; reason: string } | null>(null); // what was not taken, and why

	/** The number of the last line that was heard. */
	get last(): number {
		return this.lines.at(-1)?.n ?? 0;
	}

	/** A line was said, or taken away: then it has no words. */
	hear({ n, ...line }: ChatLine): void {
		const others = this.lines.filter((one) => one.n !== n);
		this.lines = line.text ? [...others, { n, ...line }] : others;
	}

	/** Read what was said before, or while there was no line. */
	async recall(table: string, key: string): Promise<void> {
		if (!this.open) return;
		const [said] = await Promise.all([api.chat(table, key), me.known()]).catch(() => [[]]);
		const later = this.lines.filter((line) => !said.some((old) => old.n === line.n));
		this.lines = [...said, ...later].sort((a, b) => a.n - b.n);
	}

	/** A line of one's own stands there already, though nobody has answered. */
	has(wish: Wish): boolean {
		if (wish.do !== "say") return false;
		const same = (line: ChatLine): boolean => line.person === me.id && plain(line.text) === plain(wish.text);
		return this.lines.some((line) => line.n > wish.after && same(line));
	}
}

function plain(text: string): string {
	return text.split(/\s+/).join(" ").trim();
}
