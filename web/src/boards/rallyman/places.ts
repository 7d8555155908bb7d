// What the spaces of a special are called.

import { documentOf } from "../../lib/content";
import { t } from "../../lib/i18n.svelte";
import type { Json, View } from "../../lib/types";
import { idsOf } from "./roadbook";
import { read } from "./view";
import type { ZoneFile } from "./zones";

/** A space as people call it: its number in the special, or START and FINISH. */
export function spaceName(id: string, view: View, content: Record<string, Json> = {}): string {
	if (id === "START") return t("rallyman.start");
	if (id === "FINISH") return t("rallyman.finish");
	const found = read(view).road.spaces.find((space) => space.id === id || `${space.id}k` === id);
	return String(found?.progress ?? ended(id.replace(/k$/, ""), view, content));
}

/** The number of a space of the special that the move has ended: the next one's road is laid out already. */
function ended(id: string, view: View, content: Record<string, Json>): number {
	const { sheet, special } = read(view);
	const route = sheet.specials[special - 2]?.route ?? "";
	const at = idsOf(route, documentOf<ZoneFile>(content["zones.json"])).indexOf(id);
	return at < 0 ? Number(id.split(":").at(-1)) + 1 : at + 1;
}
