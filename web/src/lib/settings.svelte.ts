// What a person has chosen for this browser: kept in local storage, applied to the whole page.

import { keep, keptAs } from "./kept";
import { LANGUAGES, type Language } from "./wire";

export type Theme = "system" | "light" | "dark";

interface Stored {
	theme: Theme;
	language: Language;
	sound: boolean;
	motion: "system" | "none";
	speed: number; // of animations: 1 = as designed, 0 = jump
	autoroll: boolean; // dice roll by themselves where nothing is to be decided
	film: number; // of films: ½, 1 or 2 times
	odds: boolean;
	fast: boolean; // a second click on what is picked commits it
	log: "turns" | "all"; // a line for each turn, or for every event
	contrast: boolean; // stronger lines and patterns on boards
	length: string; // of a game against bots
	level: string; // of these bots
	named: boolean; // others at a table that one watches see one's name
}

const KEY = "parcferme.settings";

function preferredLanguage(): Language {
	const wanted = navigator.language.slice(0, 2) as Language;
	return wanted in LANGUAGES ? wanted : "en";
}

function load(): Stored {
	const defaults: Stored = {
		theme: "system",
		language: preferredLanguage(),
		sound: true, // … after the first gesture
		motion: "system",
		speed: 1,
		autoroll: false,
		film: 1,
		odds: true,
		fast: true,
		log: "turns",
		contrast: false,
		length: "standard",
		level: "clubman",
		named: false,
	};
	return { ...defaults, ...keptAs<Partial<Stored>>(KEY) };
}

class Settings {
	values = $state<Stored>(load());

	set<K extends keyof Stored>(key: K, value: Stored[K]): void {
		this.values[key] = value;
		keep(KEY, JSON.stringify(this.values));
		this.apply();
	}

	apply(): void {
		const root = document.documentElement;
		if (this.values.theme === "system") delete root.dataset.theme;
		else root.dataset.theme = this.values.theme;
		root.lang = this.values.language;
		// biome-ignore lint/suspicious/noDocumentCookie: tells the server which texts to send ahead; not every browser has the other way
		document.cookie = `language=${this.values.language};path=/;max-age=31536000;samesite=lax`;
		root.classList.toggle("contrast", this.values.contrast);
	}

	/** Milliseconds a movement of the given length takes now; 0 means jump. */
	duration(ms: number): number {
		const still = this.values.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
		return still || this.values.speed === 0 ? 0 : ms / this.values.speed;
	}
}

export const settings = new Settings();
