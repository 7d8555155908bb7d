// The moments of a turn on the Moon: rammed, shot at, blown up.

import type { MomentBook } from "../../lib/moments";
import { read } from "./view";

export const moments: MomentBook = {
	what: ["explode", "phase_lost", "damage"],
	why: ["hit", "laser", "missile", "blast"],
	costs: ["explode", "phase_lost", "damage"],
	/** What is hit, not who hits. */
	whose({ args }, before) {
		const id = args.victim ?? args.target ?? args.rover;
		const rover = before ? read(before).rovers.find((one) => one.id === id) : undefined;
		return rover ? [{ seat: rover.seat }] : [];
	},
};
