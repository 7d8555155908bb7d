// A table's pace and rules in a few words, where no sentence is long enough for its variant.

import { catalogue } from "./catalogue.svelte";
import { gt, t, texts } from "./i18n.svelte";
import type { Json, TableInfo } from "./types";

/** "live, 10 min each", "3 days a move", "no clock". */
export function paceText(pace: Record<string, Json>): string {
	if (pace.kind === "live") return t("pace.live_of", { n: Math.round(Number(pace.bank) / 60) });
	if (pace.kind === "correspondence") return t("pace.days_of", { n: Number(pace.days) });
	return t("pace.untimed");
}

/** A rule that is not as usual: what it is about, and how it is here, where that is a word or a figure. */
interface Changed {
	rule: string;
	value: string;
}

/** The rules that are not as usual. */
export function changedRules({ game, options }: TableInfo): Changed[] {
	const schema = catalogue.find(game)?.options.properties ?? {};
	const usual = (name: string): string => JSON.stringify(schema[name]?.default ?? null);
	return Object.entries(options)
		.filter(([name, value]) => name !== "players" && name in schema && JSON.stringify(value) !== usual(name))
		.map(([name, value]) => ({
			rule: gt(game, `option.${name}`).replace(/\.$/, ""),
			value: valueText(game, name, value),
		}));
}

function valueText(game: string, name: string, value: Json): string {
	if (typeof value === "boolean") return t(value ? "rules.on" : "rules.off");
	if (typeof value === "number") return String(value);
	return typeof value === "string" ? (texts.games[game]?.[`choice.${name}.${value}`] ?? value) : "";
}
