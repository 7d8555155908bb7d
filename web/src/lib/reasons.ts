// Why the server did not do something: in the page's words for what people meet often, else in the server's.

import { Denied } from "./api";
import { texts } from "./i18n.svelte";
import type { Denial } from "./types";

export function denialText(denial: Denial): string {
	return texts.page[`denied.${denial.code}`] ?? denial.reason;
}

export function reasonOf(error: unknown): string {
	if (error instanceof Denied) return denialText(error.denial);
	return error instanceof Error ? error.message : String(error);
}
