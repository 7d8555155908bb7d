// Keys at the table and in the studio: which presses are meant for them, and what the help says of them.

import { t, texts } from "./i18n.svelte";

/** What is printed on a key, where that depends on the language: "Enter", "Entrée", "Invio". */
export function keyName(key: string): string {
	const named = `key.${key}`;
	return named in texts.page ? t(named) : key;
}

/** Keys and what they do, a text of the page or of the board. */
export interface KeyHelp {
	press: string[];
	text: string;
}

/** The press is meant for the play: nobody types, no dialog is open, and it is none of the browser's own. */
export function isForPlay(event: KeyboardEvent): boolean {
	const elsewhere = (event.target as Element | null)?.closest?.("input, textarea, select, dialog");
	return !elsewhere && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Enter, where it does not press what the focus is on. */
export function isOnward(event: KeyboardEvent): boolean {
	return event.key === "Enter" && !(event.target as Element | null)?.closest?.("button, a, input, select, dialog");
}

/** What every table knows. */
export const TABLE_KEYS: KeyHelp[] = [
	{ press: ["Enter"], text: "keys.commit" },
	{ press: ["Esc"], text: "keys.clear" },
	{ press: ["Space"], text: "keys.skip" },
	{ press: ["H"], text: "keys.hint" },
	{ press: ["?"], text: "keys.help" },
];
