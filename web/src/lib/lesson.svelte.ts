// A lesson is played: the learner makes every move of a record on the real board, and the record has the dice. Another
// move that is legal is shown, explained and put back; one that is not is refused by the rules.

import { api } from "./api";
import { actionText, effectTexts } from "./boards";
import { t } from "./i18n.svelte";
import { guestName, me } from "./me.svelte";
import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";
import { keepPlace, placeIn, type Stop, type Tutorial } from "./tutorials";
import type { LegalAction, Position, RecordFrame, SeatInfo, Step } from "./types";

const SEAT = 0; // the learner's
const HELP_AFTER = 2; // moves that were not the one
const LOOK = 1400; // milliseconds to see what another move did

/** What a table has and a position that stands by itself has not. */
export const EMPTY: Omit<Position, "node" | "turn" | "result" | "seats" | "kind" | "to_act" | "asked" | "actions"> = {
	n: 0,
	status: "playing",
	happened: null,
	seat: SEAT,
	view: {},
	interrupts: [],
	sealed: [],
	own_seal: null,
	clocks: { pace: "untimed", banks: [], running: [], left: null, bell: null },
	undo: null,
	back: null,
};

export class Lesson {
	place = $state(0); // which stop is told
	at = $state(0); // entries of the record that have been played
	said = $state(""); // about the last move that was not the one
	private misses = 0;
	private node = 0;
	private record = "";
	private frames: RecordFrame[] = [];

	constructor(
		readonly game: string,
		readonly script: Tutorial,
		readonly table: TableModel,
	) {}

	get stop(): Stop | undefined {
		return this.script.stops[this.place];
	}

	get last(): boolean {
		return this.place === this.script.stops.length - 1;
	}

	/** The move the record has here, if it is the learner's to make. */
	get expected(): string | null {
		return this.ownMove(this.at);
	}

	/** Something to look at, and nothing to decide: the learner says when to go on. */
	get waits(): boolean {
		return this.expected === null && !this.last && !this.table.playing;
	}

	/** What the learner is to do now, in one sentence. */
	private get task(): string {
		const task = this.stop?.tasks?.[this.moved] ?? this.stop?.button;
		if (task || this.expected !== null) return task ? `${task}.` : "";
		return `${t(this.last ? "tutorial.play" : "tutorial.on")}.`;
	}

	/** How many moves the learner has made since the stop; one that is made again at once is the same. */
	private get moved(): number {
		let [moved, last] = [0, ""];
		for (let at = this.stop?.at ?? 0; at < this.at; at++) {
			const move = this.ownMove(at);
			if (move !== null && move !== last) moved++;
			last = move ?? last;
		}
		return moved;
	}

	async begin(): Promise<void> {
		const info = await api.upload(JSON.stringify(this.script.record));
		this.record = info.id;
		this.frames = await api.recordFrames(info.id, 0, info.entries, SEAT);
		this.table.ask = (notation) => void this.refuse(notation);
		this.table.yours = [SEAT];
		await me.known().catch(() => undefined);
		const learner = guestName(); // whatever the record calls them
		this.table.seats = info.seats.map(
			(name, seat): SeatInfo => ({
				seat,
				kind: "person",
				person: String(seat),
				name: seat === SEAT ? learner : name,
				level: "",
				away: "",
			}),
		);
		await this.go(placeIn(this.script, this.game));
	}

	/** To a stop: the board as it is there, and its moves on offer. */
	async go(place: number): Promise<void> {
		this.place = place;
		this.at = this.stop?.at ?? 0;
		this.said = "";
		this.table.forget();
		await this.stand();
	}

	/** The position the record has come to, and what may be done in it. */
	private async stand(): Promise<void> {
		const frame = this.frames[this.at];
		if (!frame) return;
		keepPlace(this.game, this.place);
		this.misses = 0;
		this.table.view = frame.view;
		await this.offer();
	}

	private async offer(): Promise<void> {
		const { at, table } = this;
		table.task = this.task;
		const frame = this.frames[at];
		const choices =
			this.expected === null
				? { kind: frame?.kind ?? "chance", to_act: frame?.to_act ?? [], asked: null, actions: [] }
				: await api.recordChoices(this.record, at);
		if (at !== this.at) return; // gone on meanwhile
		table.settle({
			...EMPTY,
			...choices,
			node: ++this.node,
			turn: { kind: choices.kind, seats: choices.to_act, next: [] },
			result: frame?.result ?? null,
			seats: table.seats,
		});
	}

	/** The learner has chosen. */
	async commit(): Promise<void> {
		const action = this.table.drafted;
		if (!action || this.table.playing) return;
		if (action.notation === this.expected) await this.goOn();
		else await this.tryOut(action);
	}

	/** Play the record to the next move of the learner's, or to the next stop, whichever is first. */
	async goOn(): Promise<void> {
		this.said = this.table.task = "";
		const next = this.script.stops[this.place + 1];
		const made = this.expected;
		let to = this.at + 1;
		while (to < (next?.at ?? to) && (this.ownMove(to) === null || this.ownMove(to) === made)) to++;
		await this.play(this.at, to);
		this.at = to;
		if (next && to >= next.at) this.place += 1;
		await this.stand();
	}

	/** See the move that is meant, then make it oneself. */
	async showMe(): Promise<void> {
		const { expected } = this;
		if (expected === null || this.table.playing) return;
		await this.play(this.at, this.at + 1);
		await this.putBack(t("lesson.yours", { what: this.saying(expected) }));
		this.choose(expected);
	}

	/** The move lies ready; the learner has only to make it. */
	private choose(notation: string): void {
		if (this.table.draft !== notation) this.table.pick(notation);
	}

	private async play(from: number, to: number): Promise<void> {
		const steps = this.frames
			.slice(from + 1, to + 1)
			.flatMap(({ entry, events, view }) => (entry ? [{ entry, events, view } as Step] : []));
		await this.table.showing.show(this.table.frames(steps, this.frames[to]?.view ?? {}));
	}

	/** A legal move that is not the one: it is shown, told, and put back. */
	private async tryOut(action: LegalAction): Promise<void> {
		const { steps } = await api.attempt(this.record, this.at, action.notation);
		const told = [this.saying(action.notation), ...effectTexts(this.table, action)].join(": ").replace(/\.$/, "");
		await this.table.showing.show(this.table.frames(steps, steps.at(-1)?.view ?? {}));
		this.misses += 1;
		await this.putBack(t("lesson.other", { what: told }), this.misses);
		if (this.misses < HELP_AFTER || this.expected === null) return;
		this.choose(this.expected);
		this.said = t("lesson.picked", { what: this.saying(this.expected) });
	}

	private async putBack(said: string, misses = 0): Promise<void> {
		this.said = said;
		await new Promise((done) => setTimeout(done, settings.duration(LOOK)));
		this.table.forget();
		await this.stand();
		this.misses = misses;
	}

	private async refuse(notation: string): Promise<void> {
		this.table.refusal = (await api.attempt(this.record, this.at, notation)).refusal;
	}

	private saying(notation: string): string {
		const action = this.table.actions.find((one) => one.notation === notation);
		return action ? actionText(this.table, action) : "";
	}

	private ownMove(at: number): string | null {
		const [who, what] = this.frames[at + 1]?.entry ?? [];
		if (who === SEAT) return String(what);
		if (who !== "joint" || !Array.isArray(what)) return null;
		const place = this.frames[at]?.to_act.indexOf(SEAT) ?? -1;
		return place < 0 ? null : String(what[place]);
	}
}
