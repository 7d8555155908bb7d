// What the spaces of a special are called.

import { t } from "../../lib/i18n.svelte";
import type { View } from "../../lib/types";
import { read, roadName } from "./view";

/** A space as people call it: its number in the special, or START and FINISH. */
export function spaceName(id: string, view: View): string {
	if (id === "START") return t("rallyman.start");
	if (id === "FINISH") return t("rallyman.finish");
	const found = read(view).road.spaces.find((space) => space.id === id || `${space.id}k` === id);
	return found ? String(found.progress) : roadName(id.replace(/:(\d+)k?$/, ", $1")); // of another special
}
