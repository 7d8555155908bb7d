// Why the server did not do something, in the reader's language: every code has a sentence (a test compares them).

import { Denied } from "./api";
import { fill, t, texts } from "./i18n.svelte";
import type { Denial } from "./types";

/** Something went wrong on this side, and its message is a sentence for people already. */
export class Told extends Error {}

export function denialText(denial: Denial): string {
	const args = denial.args ?? {};
	const said = texts.page[`denied.${denial.code}.${args.why}`] ?? texts.page[`denied.${denial.code}`];
	return said ? fill(said, named(args)) : t("denied.other");
}

/** An option is called what its game's form calls it. */
function named(args: Record<string, unknown>): Record<string, unknown> {
	const { game, option } = args;
	const own = texts.games[String(game)] ?? {};
	return { ...args, ...(option ? { option: own[`option.${option}.short`] ?? own[`option.${option}`] ?? option } : {}) };
}

export function reasonOf(error: unknown): string {
	if (error instanceof Denied) return denialText(error.denial);
	return error instanceof Told ? error.message : t("app.no_server");
}

/** Does something, and says why it did not come to be; nothing where it did. */
export async function whyNot(work: () => Promise<unknown>): Promise<string> {
	try {
		await work();
		return "";
	} catch (error) {
		return reasonOf(error);
	}
}

/** What the server would rather have, where it knows: a name that is free. */
export function insteadOf(error: unknown): string {
	return error instanceof Denied ? String(error.denial.args?.free ?? "") : "";
}
