// Amounts and chances as people read them.

import { gt, t } from "../../lib/i18n.svelte";
import type { Json, LegalAction } from "../../lib/types";
import { grouped } from "../../lib/typography";

/** 43500 → "43 500 F", with spaces that do not break. */
export function francs(amount: number | null): string {
	return amount === null ? "–" : `${grouped(amount)}\u00a0F`;
}

export function signed(amount: number): string {
	return amount > 0 ? `+${grouped(amount)}` : grouped(amount);
}

export function fact(action: LegalAction | null | undefined, key: string): Record<string, Json> | null {
	return action?.odds?.find((one) => one.key === key)?.args ?? null;
}

/** "5/12" as the number it is. */
export function share(text: Json | undefined): number {
	const [top, bottom] = String(text ?? "0")
		.split("/")
		.map(Number);
	return (top ?? 0) / (bottom ?? 1);
}

/** What lies on a square, in the game's own words. */
export function squareText(kind: string, sign?: string): string {
	return sign ? gt("rallye_code", `sign.${sign}`) : gt("rallye_code", `square.${kind}`);
}

export function gerance(number: number): string {
	return t(`rallye_code.gerance.${number}`);
}
