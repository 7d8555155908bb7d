// The games this server offers, fetched once.

import { api } from "./api";
import { texts } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import type { GameInfo, Kit } from "./types";

class Catalogue {
	games = $state.raw<GameInfo[]>([]);

	private kits = new Map<string, Promise<Kit>>();
	private titles: Record<string, string> = {};
	private loading: Promise<void> | null = null;

	/** Fetched once, however many ask; a failure may be tried again. */
	load(): Promise<void> {
		this.loading ??= api.games().then(
			(games) => {
				this.games = games;
			},
			(error) => {
				this.loading = null;
				throw error;
			},
		);
		return this.loading;
	}

	find(id: string): GameInfo | undefined {
		return this.games.find((game) => game.id === id);
	}

	title(id: string): string {
		return this.find(id)?.title ?? this.titles[id] ?? id;
	}

	/** What the page has to say of a game; nothing of one it has never heard of, which then speaks for itself. */
	card(game: GameInfo, what: "period" | "about"): string {
		return texts.page[`card.${game.id}.${what}`] ?? "";
	}

	/** A game's sentences in the chosen language. */
	async speak(id: string): Promise<void> {
		texts.addGame(id, await api.texts(id, settings.values.language));
	}

	/** What a game's board is drawn and described from, in the chosen language. Fetched once. */
	kit(id: string): Promise<Kit> {
		const path = this.kitPath(id);
		const known = this.kits.get(path);
		if (known) return known;
		const kit = api.kit(path).then((found) => {
			texts.addGame(id, found.texts);
			this.titles[id] = found.title;
			return found;
		});
		kit.catch(() => this.kits.delete(path)); // may be tried again
		this.kits.set(path, kit);
		return kit;
	}

	/** Named by what it holds, so that the browser may keep it: the page's head tells that name, or the catalogue. */
	private kitPath(id: string): string {
		const path = `/api/games/${id}/kit/${settings.values.language}`;
		const ahead = document.querySelector(`link[as="fetch"][href^="${path}?"]`)?.getAttribute("href");
		const name = this.find(id)?.kit;
		return ahead ?? (name ? `${path}?v=${name}` : path);
	}
}

export const catalogue = new Catalogue();
