// How a drawing of one's own stands: the key of its words `studio.state.KEY`, and the colour they have.

import type { DocumentRow } from "./studio";

export function standing(row: Pick<DocumentRow, "state" | "version" | "changed" | "stops">): {
	key: string;
	tone: string;
} {
	if (row.state === "withdrawn") return { key: "withdrawn", tone: "" };
	if (row.state === "published") return { key: row.changed ? "redrawn" : "published", tone: "gain" };
	if (row.stops) return { key: "to_settle", tone: "loss" };
	return { key: "ready", tone: "info" };
}
