// The maps a route may lie on: the house's, and those that its maker has drawn.

import { studio } from "../../../../lib/studio";
import type { Json } from "../../../../lib/types";

/** One of them; the house's has no name here, and a route over it says only what the house calls it. */
export interface Ground {
	name: string;
	title: string;
	map: Json;
}

export async function ownGrounds(): Promise<Ground[]> {
	const { documents } = await studio.mine({ game: "rally_round" });
	const maps = documents.filter(({ kind, stops }) => kind === "map" && !stops);
	const read = await Promise.all(maps.map(({ id }) => studio.read(id)));
	return read.map(({ title, document }) => ({ name: title, title, map: { ...Object(document), name: title } }));
}
