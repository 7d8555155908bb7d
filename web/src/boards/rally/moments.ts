// The moments of a stage: too hard for the square, and where it ends.

import type { MomentBook } from "../../lib/moments";

export const moments: MomentBook = {
	what: ["eliminated", "off_road"],
	why: ["damage", "repaired"],
	costs: ["eliminated", "off_road"],
};
