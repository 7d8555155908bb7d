// What the button that commits says: the whole act in words.

import { actionText } from "../../lib/boards";
import { t } from "../../lib/i18n.svelte";
import type { TableModel } from "../../lib/table.svelte";
import type { LegalAction } from "../../lib/types";
import { spaceName } from "./places";

/** Dice one by one: "34WW" is 3, 4, white, white. */
export function dice(all: string): string {
	return [...all].map((die) => (die === "W" ? t("rallyman.white") : die)).join(", ");
}

export function commit(action: LegalAction, table: TableModel): string {
	const { form } = action;
	const [die, hazard] = [String(form.die ?? "").replace("!", ""), String(form.die ?? "").endsWith("!")];
	const to = String(action.effect.to ?? "");
	const key = `rallyman.commit.${form.kind}${hazard ? "_hazard" : ""}${to === "FINISH" ? "_home" : ""}`;
	const space = spaceName(to, table.view ?? {});
	const said = t(key, { ...form, die, dice: dice(String(form.dice ?? "")), space });
	return said === key ? actionText(table, action) : said;
}
