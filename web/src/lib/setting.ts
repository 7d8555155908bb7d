// A table's pace and rules in a few words, where no sentence is long enough for its variant.

import { catalogue } from "./catalogue.svelte";
import { t } from "./i18n.svelte";
import type { Json, TableInfo } from "./types";

/** "live, 10 min each", "3 days a move", "no clock". */
export function paceText(pace: Record<string, Json>): string {
	if (pace.kind === "live") return t("pace.live_of", { n: Math.round(Number(pace.bank) / 60) });
	if (pace.kind === "correspondence") return t("pace.days_of", { n: Number(pace.days) });
	return t("pace.untimed");
}

/** How many rules are not as usual. */
export function rulesText(info: TableInfo): string {
	const schema = catalogue.find(info.game)?.options.properties ?? {};
	const usual = (name: string): string => JSON.stringify(schema[name]?.default ?? null);
	const changed = Object.entries(info.options).filter(
		([name, value]) => name !== "players" && name in schema && JSON.stringify(value) !== usual(name),
	);
	return changed.length ? t("rules.changed", { n: changed.length }) : t("rules.standard");
}
