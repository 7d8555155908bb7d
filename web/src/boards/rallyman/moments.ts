// The moments of a special: control lost, and how it ends; a puncture; the end of one's rally.

import type { MomentBook } from "../../lib/moments";

export const moments: MomentBook = {
	what: ["retired_damage", "retired_flats", "off_left", "off_right", "spun", "card_puncture"],
	why: ["roll_hazard", "hazard", "too_fast", "lost"],
	costs: ["card_flipped", "lost", "damage", "card_puncture"],
};
