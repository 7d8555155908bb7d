// The editors of the studio: found by their folders, boards/GAME/studio/KIND, and known by nothing else.

import type { Component } from "svelte";
import { catalogue } from "./catalogue.svelte";
import { type CoursePicture, type Options, pictureOf } from "./courses";
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
	/** What its picture is drawn from: the options of the game's course picture, or those of the kind's own Picture.svelte. */
	pictured: (document: Doc) => Options;
}

const editors = import.meta.glob<{ default: Component<EditorProps> }>("../boards/*/studio/*/Editor.svelte");
const pictures = import.meta.glob<{ default: CoursePicture }>("../boards/*/studio/*/Picture.svelte");
const tools = import.meta.glob<Tools>("../boards/*/studio/*/tools.ts");

export const hasEditor = (game: string, kind: string): boolean =>
	`../boards/${game}/studio/${kind}/Editor.svelte` in editors;

export async function editorOf(game: string, kind: string): Promise<Component<EditorProps> | null> {
	return (await editors[`../boards/${game}/studio/${kind}/Editor.svelte`]?.())?.default ?? null;
}

export async function toolsOf(game: string, kind: string): Promise<Tools | null> {
	return (await tools[`../boards/${game}/studio/${kind}/tools.ts`]?.()) ?? null;
}

/** A document ready to be drawn small. */
export interface Drawn {
	Picture: CoursePicture;
	options: Options;
	content: Record<string, Json>;
}

/** Draws documents of a kind: each from itself. */
export async function painterOf(game: string, kind: string): Promise<(document: Doc) => Drawn | null> {
	const own = pictures[`../boards/${game}/studio/${kind}/Picture.svelte`];
	const [known, kit, picture] = await Promise.all([
		toolsOf(game, kind),
		catalogue.kit(game),
		own ? own().then((file) => file.default) : pictureOf(game),
	]);
	return (document) =>
		known && picture ? { Picture: picture, options: known.pictured(document), content: kit.content } : null;
}
