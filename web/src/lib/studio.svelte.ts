// A drawing under way: what is drawn, what the checks say of it, and how far it is kept.

import { Denied } from "./api";
import { keep, keptAs } from "./kept";
import { reasonOf } from "./reasons";
import {
	type Checked,
	type Doc,
	type DocumentInfo,
	type Draft,
	type Finding,
	follow,
	type JobState,
	type StaleDocument,
	studio,
	type Terms,
} from "./studio";
import { begin, type History, redo, stroke, undo } from "./undo";
import { recall, remember } from "./undo_kept";

/** How far the draft is kept: as it stands, soon, just now, not without a line, not at all, or somebody was quicker. */
export type Kept = "saved" | "waiting" | "saving" | "offline" | "refused" | "stale";

const REST = 1000; // milliseconds after a stroke, then it is saved
const GLANCE = 120; // … then it is checked
const PAUSE = 2000; // … then it is worked out
const AGAIN = 5000; // without a line: then it is tried again

/** What lies on this device until the server has it. */
interface Unsaved {
	revision: number;
	draft: Draft;
}

export class StudioModel {
	info = $state.raw<DocumentInfo>({} as DocumentInfo);
	title = $state("");
	history = $state.raw<History<Doc>>(begin({}));
	tool = $state("");
	selected = $state(""); // what the strip is about, by the editor's own name for it
	shown = $state(-1); // the finding that is looked at
	kept = $state<Kept>("saved");
	savedAt = $state(Date.now());
	refusal = $state("");
	newer = $state.raw<DocumentInfo | null>(null); // what somebody saved in between
	checked = $state.raw<Checked>({ findings: [], facts: {}, options: {} });
	checking = $state(true);
	work = $state.raw<JobState | null>(null);
	workOf = $state.raw<Doc | null>(null); // the drawing that was worked out
	said = $state(""); // for a screen reader, and under the ground

	private timers: Record<string, ReturnType<typeof setTimeout>> = {};
	private saving: Promise<void> | null = null;
	private looked = 0;
	private strokes = 0; // since it was opened
	private left = false;

	constructor(
		info: DocumentInfo,
		private readonly titled: (document: Doc, title: string) => Doc,
		tool = "",
		private readonly link = "", // the key by which somebody else's draft is drawn on
	) {
		this.tool = tool;
		this.take(info);
		this.history = recall(info.id, this.document);
		this.restore(this.unsaved());
		this.look();
	}

	get document(): Doc {
		return this.history.now;
	}

	get stopping(): Finding[] {
		return this.checked.findings.filter((finding) => finding.stops);
	}

	/** May it be published as it stands? */
	get ready(): boolean {
		return !this.checking && this.stopping.length === 0 && !this.info.barred;
	}

	stroke(next: Doc, said = ""): void {
		this.said = said;
		this.change(stroke(this.history, next));
	}

	undo(): void {
		this.change(undo(this.history));
	}

	redo(): void {
		this.change(redo(this.history));
	}

	rename(title: string): void {
		const named = title.trim();
		if (!named || named === this.title) return;
		this.title = named;
		this.change(stroke(this.history, this.titled(this.document, named)));
	}

	/** How long and hard its maker finds it, under which terms it is, and where it comes from. */
	describe(told: Partial<Terms>): void {
		this.info = { ...this.info, ...told };
		this.touched();
	}

	private change(next: History<Doc>): void {
		if (next === this.history) return;
		this.history = next;
		this.strokes += 1;
		this.shown = -1;
		this.touched();
		this.look();
	}

	/** It is thrown away: nothing of it is kept any more. */
	dropped(): void {
		this.kept = "saved";
		this.forget();
		remember(this.info.id, null);
	}

	/** The page may go at any moment: what is not kept yet goes at once. */
	flush(): void {
		if (this.strokes) remember(this.info.id, this.history);
		if (this.kept === "waiting") void this.save();
	}

	/** Somebody leaves the drawing. */
	leave(): void {
		this.left = true;
		for (const timer of Object.values(this.timers)) clearTimeout(timer);
		this.flush();
	}

	// --- keeping ---------------------------------------------------------------------------------------------------

	private take(info: DocumentInfo): void {
		this.info = info;
		this.title = info.title;
		this.history = begin<Doc>(Object(info.document));
	}

	/** What this device still held. If somebody else has saved since then, it is asked what shall become of it. */
	private restore(unsaved: Unsaved | null): void {
		if (!unsaved) return;
		const { draft, revision } = unsaved;
		if (JSON.stringify(draft.document) === JSON.stringify(this.document)) {
			this.forget();
			return;
		}
		this.title = draft.title;
		const known = recall(this.info.id, draft.document);
		this.history = known.past.length ? known : stroke(this.history, draft.document);
		if (revision === this.info.revision) this.touched();
		else [this.kept, this.newer] = ["stale", this.info];
	}

	private draft(): Draft {
		const { length, difficulty, licence, source } = this.info;
		return { title: this.title, document: this.document, length, difficulty, licence, source };
	}

	private touched(): void {
		if (this.kept === "stale") return;
		this.kept = "waiting";
		this.store();
		this.after("save", REST, () => this.save());
	}

	/** Send what is drawn, one after another; what is drawn meanwhile goes next. */
	save(): Promise<void> {
		this.saving ??= this.send().finally(() => {
			this.saving = null;
		});
		return this.saving;
	}

	private async send(): Promise<void> {
		clearTimeout(this.timers.save);
		while (this.kept !== "saved" && this.kept !== "stale") {
			const draft = this.draft();
			this.kept = "saving";
			try {
				this.sent(await studio.save(this.info.id, this.info.revision, draft, this.link), draft);
			} catch (error) {
				return this.failed(error);
			}
		}
	}

	private sent(info: DocumentInfo, draft: Draft): void {
		this.savedAt = Date.now();
		const { length, difficulty, licence, source, ...now } = this.draft();
		const told = { length, difficulty, licence, source };
		const same =
			draft.document === now.document && JSON.stringify({ ...draft, ...told, ...now }) === JSON.stringify(draft);
		this.info = { ...info, ...told };
		this.kept = same ? "saved" : "waiting";
		if (this.strokes) remember(info.id, this.history);
		if (same) this.forget();
		else this.store();
	}

	private failed(error: unknown): void {
		if (!(error instanceof Denied)) {
			this.kept = "offline";
			if (!this.left) this.after("save", AGAIN, () => this.save());
		} else if (error.denial.code === "stale") {
			this.kept = "stale";
			this.newer = (error.denial as StaleDocument).newer ?? null;
		} else {
			this.kept = "refused";
			this.refusal = reasonOf(error);
		}
	}

	/** Everything is kept, or it says why not. */
	async settled(): Promise<boolean> {
		if (this.kept !== "saved") await this.save();
		return this.kept === "saved";
	}

	/** A version that never changes, of what is drawn now. */
	async publish(): Promise<void> {
		if (await this.settled()) this.info = await studio.publish(this.info.id, this.info.revision);
	}

	/** A link by which others draw on it, too, or none any more. */
	async share(shared: boolean): Promise<void> {
		const { key } = await studio.share(this.info.id, shared);
		this.info = { ...this.info, key };
	}

	/** Hidden from lists; tables that have it play on. */
	async withdraw(): Promise<void> {
		this.info = await studio.withdraw(this.info.id);
	}

	/** Somebody saved in between: what they drew, and mine is gone. */
	takeTheirs(): void {
		if (!this.newer) return;
		this.take(this.newer);
		this.newer = null;
		this.kept = "saved";
		this.savedAt = Date.now();
		this.forget();
		this.look();
	}

	/** … or mine as a document of its own; theirs stays as it is. */
	async keepMine(title: string): Promise<DocumentInfo> {
		const draft = this.draft();
		const mine = { ...draft, title, document: this.titled(draft.document, title) };
		const made = await studio.create(this.info.game, this.info.kind, mine);
		this.forget();
		this.kept = "saved"; // there
		return made;
	}

	private get place(): string {
		return `parcferme.studio.${this.info.id}`;
	}

	private store(): void {
		keep(this.place, JSON.stringify({ revision: this.info.revision, draft: this.draft() }));
	}

	private forget(): void {
		keep(this.place, null);
	}

	private unsaved(): Unsaved | null {
		return keptAs<Unsaved>(this.place);
	}

	// --- looking ---------------------------------------------------------------------------------------------------

	/** Check what is drawn now; an answer about an older drawing is not heard. */
	private look(): void {
		this.looked += 1;
		this.checking = true;
		clearTimeout(this.timers.work);
		this.after("check", GLANCE, () => this.check(this.looked));
	}

	private async check(turn: number): Promise<void> {
		const document = this.document;
		try {
			const checked = await studio.check(this.info.game, this.info.kind, document);
			if (turn !== this.looked || this.left) return;
			this.checked = checked;
			this.checking = false;
			if (!this.stopping.length) this.after("work", PAUSE, () => this.workOut(document, turn));
		} catch (error) {
			if (turn !== this.looked || this.left) return;
			if (error instanceof Denied) this.refusal = reasonOf(error);
			this.after("check", AGAIN, () => this.check(turn));
		}
	}

	/** What takes long, as it gets better. A newer drawing ends it. Without a line the job goes on, and is asked for again
	 * by its id; one that nobody knows any more, or that found no room, is begun anew. */
	private async workOut(document: Doc, turn: number, begun = ""): Promise<void> {
		const wanted = (): boolean => turn === this.looked && !this.left;
		let job = begun;
		try {
			job ||= (await studio.measure(this.info.game, this.info.kind, document)).id;
			await follow(
				job,
				(state) => {
					this.work = state;
					this.workOf = document;
				},
				wanted,
			);
		} catch (error) {
			if (!wanted()) return;
			this.after("work", AGAIN, () => this.workOut(document, turn, error instanceof Denied ? "" : job));
		}
	}

	private after(what: string, ms: number, act: () => unknown): void {
		clearTimeout(this.timers[what]);
		this.timers[what] = setTimeout(act, ms);
	}
}
