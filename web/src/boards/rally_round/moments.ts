// The moments of a rally: off the road, in the water, out of it, and every fault that costs marks.

import type { MomentBook } from "../../lib/moments";

const FAULTS = ["missed_pc", "give_way", "quiet_zone", "wrong_side", "overshot"];
const STOPS = ["off", "flooded"];

export const moments: MomentBook = {
	what: ["disqualified", "retired", ...STOPS, "illegal_speed", ...FAULTS],
	why: ["obeys", "announces"],
	costs: [...STOPS, "illegal_speed", ...FAULTS],
};
