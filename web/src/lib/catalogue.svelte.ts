// The games this server offers, fetched once.

import { api } from "./api";
import { texts } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./types";

class Catalogue {
	games = $state.raw<GameInfo[]>([]);

	async load(): Promise<void> {
		this.games = await api.games();
	}

	find(id: string): GameInfo | undefined {
		return this.games.find((game) => game.id === id);
	}

	title(id: string): string {
		return this.find(id)?.title ?? id;
	}

	/** A game's sentences in the chosen language. */
	async speak(id: string): Promise<void> {
		texts.addGame(id, await api.texts(id, settings.values.language));
	}
}

export const catalogue = new Catalogue();
