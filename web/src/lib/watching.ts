// Tables to watch: the list, a table's board as a model, and why it is there in words.

import { call } from "./api";
import { layOut } from "./boards";
import { t } from "./i18n.svelte";
import { TableModel } from "./table.svelte";
import type { TableRow } from "./types";
import type { WatchedTable, WatchPage } from "./wire";

export const watching = {
	list: (game: string, after = ""): Promise<WatchPage> => call("GET", `/watch?game=${game}&after=${after}`),
	finished: async (game: string): Promise<TableRow[]> => {
		const found = await call<{ tables: TableRow[] }>(
			"GET",
			`/tables?status=finished&limit=4${game ? `&game=${game}` : ""}`,
		);
		return found.tables;
	},
};

/** A table as the list tells it, to be drawn small. */
export async function drawn(told: WatchedTable): Promise<TableModel> {
	const table = new TableModel();
	const kit = await layOut(table, told.game);
	Object.assign(table, { title: told.title || kit.title, status: "playing" });
	show(table, told);
	return table;
}

/** The position a list has told. */
export function show(table: TableModel, told: WatchedTable): void {
	table.seats = told.seats;
	table.toAct = told.to_act;
	table.node = told.node;
	table.view = told.view;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Since the last move: "12 s", "4 min", "9 h". */
export function since(ms: number): string {
	if (ms < MINUTE) return t("watch.seconds", { n: Math.round(ms / 1000) });
	return ms < HOUR
		? t("watch.minutes", { n: Math.round(ms / MINUTE) })
		: t("watch.hours", { n: Math.round(ms / HOUR) });
}

/** Why it stands where it stands. */
export function reason({ reason: why, idle, watchers, seats }: WatchedTable): string {
	const people = seats.filter((seat) => seat.kind === "person").length;
	return t(`watch.reason.${why}`, { time: since(idle), n: why === "watched" ? watchers : people });
}
