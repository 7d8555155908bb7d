// The moments of a tour of France: crashes, fines, and a gérance that changes hands.

import type { MomentBook } from "../../lib/moments";
import { read } from "./view";
import { seatOf } from "./words";

const FINES = ["pay_overtaking", "pay_overtaking_table", "pay_misplaced", "pay_misplaced_table"];
const DUES = ["pay_damage", "pay_aid", "pay_garage", "pay_card", "pay_card_table", "pay_forgotten", "pay_claim"];

export const moments: MomentBook = {
	what: ["eliminated", "collision", "accident", "new_gerant", ...FINES, "card_offence", "pay_forgotten", "pay_claim"],
	good: ["new_gerant"],
	why: ["fined", "challenged", "claimed", "takeover", "refused", "refusal_roll"],
	costs: [...FINES, ...DUES],
	whose(event, before) {
		const { car, other, gerance } = event.args;
		const own = { seat: seatOf(event) ?? -1 };
		if (event.kind === "collision") return [own, { seat: Number.parseInt(String(other), 10) - 1, as: "rammed" }];
		if (event.kind === "fined") return [{ seat: Number.parseInt(String(car), 10) - 1 }];
		if (!["new_gerant", "takeover", "refused"].includes(event.kind)) return [own];
		const holder = before ? read(before).boxes.find((box) => box.number === gerance)?.holder : null;
		return [own, ...(typeof holder === "number" ? [{ seat: holder, as: "sold" }] : [])];
	},
};
