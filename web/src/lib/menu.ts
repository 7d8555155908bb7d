// What the menu of a table offers whom: nothing that the server would refuse, and nothing that would change nothing.

import type { Link, SeatInfo, TableInfo } from "./types";

export const WATCH = -1; // the "seat" of the link for those who only watch

export type Deed = "leave" | "return" | "free";

/** A seat one can do something about: get up, come back, clear it (host), give it another link (host). */
export interface MenuSeat {
	seat: number;
	own: boolean;
	deed: Deed | null;
	link: Link | null;
}

export interface Menu {
	seats: MenuSeat[];
	watch: Link | null; // the link to watch, which can be replaced
	mute: boolean; // there are notifications about this table
	close: boolean;
}

/** `seats` and `status` as the table stands now; the rest of it never changes for one and the same person. */
export function menuOf(info: TableInfo, seats: SeatInfo[], status: string): Menu {
	const open = status === "gathering" || status === "playing";
	const secret = info.visibility === "private";
	const links = info.hosting && (open || secret) ? info.links : []; // over and public: a link opens nothing
	const rows = seats.map((one) => {
		const own = info.yours.includes(one.seat);
		const link = one.kind === "bot" ? undefined : links.find((some) => some.seat === one.seat);
		return { seat: one.seat, own, deed: deedFor(one, own, info, status), link: link ?? null };
	});
	return {
		seats: rows.filter((row) => row.deed || row.link),
		watch: (secret && links.find((one) => one.seat === WATCH)) || null, // a public table is open to all
		mute: open && info.yours.length > 0 && info.pace.kind === "correspondence",
		close: open && info.hosting && !isBinding(info, status),
	};
}

/** A rated match is played to its end, by those who began it. */
function isBinding(info: TableInfo, status: string): boolean {
	return info.rated && status === "playing";
}

function deedFor(seat: SeatInfo, own: boolean, info: TableInfo, status: string): Deed | null {
	if (own && status === "playing") return seat.away ? "return" : "leave";
	if (own && status === "gathering") return "leave";
	if (!info.hosting || seat.kind === "open" || isBinding(info, status)) return null;
	if (status === "gathering") return "free";
	return status === "playing" && seat.kind === "person" && !seat.away ? "free" : null;
}

/** Whom the server lets play it again: who has a seat, and the host. */
export function mayPlayAgain(info: TableInfo): boolean {
	return info.yours.length > 0 || info.hosting;
}

/** Who is led on to the match after this one: a private one has links of its own, which who only watches does not have. */
export function mayFollow(info: TableInfo): boolean {
	return info.yours.length > 0 || info.visibility === "public";
}

export function isEmpty(menu: Menu): boolean {
	return !(menu.seats.length || menu.watch || menu.mute || menu.close);
}
