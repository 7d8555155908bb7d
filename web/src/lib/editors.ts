// The editors of the studio: found by their folders, boards/GAME/studio/KIND, and known by nothing else.

import type { Component } from "svelte";
import type { Options } from "./courses";
import type { Doc } from "./studio";
import type { StudioModel } from "./studio.svelte";
import type { Json } from "./types";

export interface EditorProps {
	model: StudioModel;
	content: Record<string, Json>; // the game's content files by name
}

/** What a kind's tools.ts tells the studio, besides its strokes. */
export interface Tools {
	/** The tool that is in hand at first. */
	first?: string;
	/** The document under another name. */
	titled: (document: Doc, title: string) => Doc;
	/** The options that the game's course picture draws it from; null where it cannot be seen there. */
	pictured: (document: Doc) => Options | null;
}

const editors = import.meta.glob<{ default: Component<EditorProps> }>("../boards/*/studio/*/Editor.svelte");
const tools = import.meta.glob<Tools>("../boards/*/studio/*/tools.ts");

export const hasEditor = (game: string, kind: string): boolean =>
	`../boards/${game}/studio/${kind}/Editor.svelte` in editors;

export async function editorOf(game: string, kind: string): Promise<Component<EditorProps> | null> {
	return (await editors[`../boards/${game}/studio/${kind}/Editor.svelte`]?.())?.default ?? null;
}

export async function toolsOf(game: string, kind: string): Promise<Tools | null> {
	return (await tools[`../boards/${game}/studio/${kind}/tools.ts`]?.()) ?? null;
}
