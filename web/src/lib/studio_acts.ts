// What one does with a drawing beside drawing: try it at a table, copy it, bring it as a file and take it away as one.

import { catalogue } from "./catalogue.svelte";
import { downloadText } from "./download";
import { t } from "./i18n.svelte";
import { nearest } from "./levels";
import { me } from "./me.svelte";
import { Told } from "./reasons";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { botTable } from "./start";
import { type Doc, type DocumentRow, studio, TERMS, type Terms } from "./studio";
import type { StudioModel } from "./studio.svelte";
import type { GameInfo } from "./types";

const MOST_BYTES = 262_144; // of a document written as short as it can be, as the server takes it
const MOST_ROOM = 8; // times as long at most is a file that is laid out for people

function gameOf(id: string): GameInfo {
	const game = catalogue.find(id);
	if (!game) throw new Told(t("missing.title"));
	return game;
}

/** A table with bots that plays a document: by its hash, or a draft of one's own by its id. */
export async function playDocument(id: string, document: string): Promise<void> {
	if (!(await me.introduced())) return;
	const game = gameOf(id);
	const table = await botTable(game, nearest(game.bots, settings.values.level), {}, undefined, document);
	router.go(`/table/${table.id}`);
}

/** The draft as it stands, at a table. */
export async function testDrive(model: StudioModel): Promise<void> {
	if (await model.settled()) await playDocument(model.info.game, model.info.id);
}

/** Keep something as a draft of one's own and open it. */
export async function open(
	game: string,
	kind: string,
	title: string,
	document: Doc,
	terms: Partial<Terms> = {},
): Promise<void> {
	if (!(await me.introduced())) return;
	const made = await studio.create(game, kind, { ...TERMS, ...terms, title, document });
	router.go(`/studio/${made.id}`);
}

/** Another one like it, to go on from. */
export async function copyOf(model: StudioModel): Promise<void> {
	const { game, kind, length, difficulty, source } = model.info;
	await model.settled();
	await open(game, kind, copyTitle(model.title), model.document, { length, difficulty, source });
}

/** A published one of somebody else's, to change. */
export async function copyFrom({ game, kind, title, hash, length, difficulty, author }: DocumentRow): Promise<void> {
	const source = t("studio.copied_from", { title, author }).slice(0, 200);
	await open(game, kind, copyTitle(title), await studio.published(hash), { length, difficulty, source });
}

const copyTitle = (title: string): string => t("studio.copy_of", { title }).slice(0, 60);

/** A document in a file, as somebody has it on disk. */
export async function fileIn(file: File): Promise<Doc> {
	if (file.size > MOST_ROOM * MOST_BYTES) throw new Told(t("studio.file_large"));
	const found = read(await file.text());
	if (!found) throw new Told(t("studio.file_unread"));
	if (new Blob([JSON.stringify(found)]).size > MOST_BYTES) throw new Told(t("studio.file_large"));
	return found;
}

function read(text: string): Doc | null {
	try {
		const found: unknown = JSON.parse(text);
		return found !== null && typeof found === "object" && !Array.isArray(found) ? found : null;
	} catch {
		return null;
	}
}

/** Hand the document over as the file it is. */
export function handOver(title: string, document: Doc): void {
	const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "document";
	downloadText(`${JSON.stringify(document, null, "\t")}\n`, `${name}.json`);
}
