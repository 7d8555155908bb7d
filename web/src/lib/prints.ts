// What a game prints besides time sheets: `boards/<game>/prints/NAME.svelte`, and the course it is driven on.

import type { Component } from "svelte";
import { api } from "./api";
import { pictureOf } from "./courses";
import type { Json, View } from "./types";

export interface PrintProps {
	options: Record<string, Json>;
	content: Record<string, Json>;
	view: View; // the position before the first move
	legs: number; // of an event that asks for the first legs only; 0: all
}
export type Print = Component<PrintProps>;

const files = import.meta.glob<{ default: Print }>("../boards/*/prints/*.svelte");
const FREE = ["map", "scores"]; // what needs no task

/** Everything a game can print of a task, or, without one, for any. */
export function printsOf(game: string, task = true): string[] {
	const own = Object.keys(files).flatMap((path) => path.match(`/${game}/prints/(.+)\\.svelte$`)?.[1] ?? []);
	if (!task) return own.filter((one) => FREE.includes(one));
	return own.some((one) => one === "course" || one === "marked") ? own : ["course", ...own];
}

export async function printOf(
	game: string,
	what: string,
): Promise<Component<Omit<PrintProps, "view" | "legs">> | Print | null> {
	const own = (await files[`../boards/${game}/prints/${what}.svelte`]?.())?.default;
	return own ?? (what === "course" ? pictureOf(game) : null);
}

/** The position a task begins with: an empty record, replayed. */
export async function openingView(game: string, rules: number, options: Record<string, Json>): Promise<View> {
	const seats = Array.from({ length: Number(options.players ?? 1) }, () => "");
	const head = { format: "parcferme-record", format_version: 1, game, rules, options };
	const record = { ...head, seats, notes: {}, log: [], marks: [], result: null };
	const [frame] = await api.recordFrames((await api.upload(JSON.stringify(record))).id, 0, 0);
	return frame?.view ?? {};
}
