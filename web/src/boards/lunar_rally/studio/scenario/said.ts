// What a stroke did, in words.

import { t } from "../../../../lib/i18n.svelte";
import type { Outcome } from "./tools";

/** "Crater of three on N2. The image meets something on N10." */
export function toldOutcome(name: string, { laid, left }: Outcome): string {
	const said = laid.length ? [t("lunar_rally.studio.laid_on", { name, hexes: laid.join(", ") })] : [];
	const missed = left.map(({ at, why, by }) => t(`lunar_rally.studio.left.${why}`, { hex: at, by }));
	return [...said, ...missed].join(" ");
}
