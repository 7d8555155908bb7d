// The games this server offers, fetched once.

import { api } from "./api";
import { texts } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./types";

class Catalogue {
	games = $state.raw<GameInfo[]>([]);

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
		return this.find(id)?.title ?? id;
	}

	/** What the page has to say of a game; nothing of one it has never heard of, which then speaks for itself. */
	card(game: GameInfo, what: "period" | "about" | "minutes"): string {
		return texts.page[`card.${game.id}.${what}`] ?? "";
	}

	/** A game's sentences in the chosen language. */
	async speak(id: string): Promise<void> {
		texts.addGame(id, await api.texts(id, settings.values.language));
	}
}

export const catalogue = new Catalogue();
