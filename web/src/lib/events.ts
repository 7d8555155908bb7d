// Events: what is asked of the server, and what their states, windows and marks are called.

import { api, call, callServer } from "./api";
import { clock, locale, t } from "./i18n.svelte";
import { keep, kept } from "./kept";
import type {
	ChampionshipForm,
	ChampionshipInfo,
	ChampionshipRow,
	CheckedPaper,
	DecisionPage,
	DraftTold,
	DrivesTold,
	EventInfo,
	EventPage,
	HandedIn,
	Json,
	Leader,
	OwnDrive,
	PaperTold,
	ResultPage,
	ReviewState,
	SeasonForm,
	SheetForm,
	StandingRow,
	Today,
} from "./wire";

export type Status = EventInfo["status"];
export type Regulations = Record<string, Json>;
export const STATES: Status[] = ["draft", "announced", "open", "closed", "provisional", "final"];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const get = <T>(path: string): Promise<T> => call<T>("GET", `/events${path}`);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", `/events${path}`, body);
const put = <T>(path: string, body: unknown): Promise<T> => call<T>("PUT", `/events${path}`, body);
const keyed = (path: string, key: string): string =>
	key ? `${path}${path.includes("?") ? "&" : "?"}key=${key}` : path;

export const events = {
	list: (status: string, game = "", limit = 12, after = ""): Promise<EventPage> =>
		get(`?status=${status}&game=${game}&limit=${limit}&after=${after}`),
	mine: (): Promise<EventPage> => get("/mine?limit=20"),
	one: (id: string, key = ""): Promise<EventInfo> => get(keyed(`/${id}`, key)),
	/** `document`: what is driven, where it comes from the studio. */
	write: (regulations: Regulations, visibility: string, document = ""): Promise<EventInfo> =>
		post("", { regulations, visibility, document }),
	rewrite: (id: string, regulations: Regulations, visibility: string, document = ""): Promise<EventInfo> =>
		put(`/${id}`, { regulations, visibility, document }),
	/** A final event that was held elsewhere, as its file tells it. */
	bring: (text: string): Promise<EventInfo> => post("/import", JSON.parse(text)),
	/** What the organiser does at the desk: "announce", "publish", "bulletins" … */
	desk: (id: string, what: string, body: unknown = {}): Promise<EventInfo> => post(`/${id}/${what}`, body),
	enter: (id: string, klass: string, key: string): Promise<EventInfo> => post(`/${id}/enter`, { klass, key }),
	leave: (id: string): Promise<EventInfo> => post(`/${id}/leave`),
	sheet: (id: string, key = ""): Promise<SheetForm> => get(keyed(`/${id}/sheet`, key)),
	draft: (id: string): Promise<DraftTold> => get(`/${id}/draft`),
	/** `goes_on`: when the draft was kept that this one goes on with. */
	keep: (id: string, text: string, device: string, goes_on: number): Promise<DraftTold> =>
		put(`/${id}/draft`, { text, device, goes_on }),
	check: (id: string, text: string): Promise<CheckedPaper> => post(`/${id}/check`, { text }),
	drives: (id: string): Promise<DrivesTold> => get(`/${id}/drives`),
	drive: (id: string): Promise<OwnDrive> => post(`/${id}/drives`),
	handIn: (id: string, paper: { kind: string; text?: string; attempt?: number; table?: string }): Promise<HandedIn> =>
		post(`/${id}/papers`, paper),
	/** A drive that was made without a line, handed to the server this page was kept from. */
	handOn: async (id: string, record: Json, name: string): Promise<HandedIn> => {
		await callServer("POST", `/events/${id}/enter`, { name });
		return callServer("POST", `/events/${id}/papers`, { kind: "record", text: JSON.stringify(record) });
	},
	paper: (id: string, entry: string, number: number, key = ""): Promise<PaperTold> =>
		get(keyed(`/${id}/papers/${entry}/${number}`, key)),
	paperRecord: (id: string, entry: string, number: number, key = ""): Promise<Json> =>
		get(keyed(`/${id}/papers/${entry}/${number}/record`, key)),
	/** A record as the replay knows it: kept by the server under its hash. */
	uploaded: async (record: Json): Promise<string> => (await api.upload(JSON.stringify(record))).id,
	paperReview: (id: string, entry: string, number: number, key = ""): Promise<ReviewState> =>
		get(keyed(`/${id}/papers/${entry}/${number}/review`, key)),
	decisions: (id: string, klass: string, after = "", key = ""): Promise<DecisionPage> =>
		get(keyed(`/${id}/decisions?klass=${klass}&after=${after}`, key)),
	leader: (id: string): Promise<Leader> => get(`/${id}/leader`),
	results: (id: string, klass: string, after = "", key = ""): Promise<ResultPage> =>
		get(keyed(`/${id}/results?klass=${klass}&after=${after}`, key)),
	standings: (id: string, key = ""): Promise<StandingRow[]> => get(keyed(`/${id}/standings`, key)),
};

export const today = (): Promise<Today> => call("GET", "/daily");

export const championships = {
	list: (): Promise<ChampionshipRow[]> => call("GET", "/championships?limit=10"),
	one: (id: string): Promise<ChampionshipInfo> => call("GET", `/championships/${id}`),
	write: (form: ChampionshipForm): Promise<ChampionshipInfo> => call("POST", "/championships", form),
	rewrite: (id: string, form: ChampionshipForm): Promise<ChampionshipInfo> => call("PUT", `/championships/${id}`, form),
	/** Those of the house, ready to be opened: all their events are announced at once. */
	seasons: (): Promise<ChampionshipRow[]> => call("GET", "/seasons"),
	open: (form: SeasonForm): Promise<ChampionshipInfo> => call("POST", "/seasons", form),
};

/** A stretch of time in its two largest units: 6 d 10 h, 10 h 56 min, 4 min 12 s. */
export function stretch(ms: number): string {
	const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)];
	const [minutes, seconds] = [Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / 1000)];
	if (days) return t("event.days_hours", { days, hours });
	return hours ? t("event.hours_minutes", { hours, minutes }) : t("event.minutes_seconds", { minutes, seconds });
}

/** How far through its window an event is, from 0 to 1. */
export function share(opens: number, closes: number, now: number): number {
	return Math.min(1, Math.max(0, (now - opens) / (closes - opens)));
}

/** A day and a time in the reader's zone. */
export function moment(at: number): string {
	const shown: Intl.DateTimeFormatOptions = { weekday: "short", day: "numeric", month: "short" };
	return new Date(at).toLocaleString(locale(), { ...shown, hour: "2-digit", minute: "2-digit" });
}

/** The reader's zone, which a page names once. */
export function zone(): string {
	const minutes = -new Date().getTimezoneOffset();
	const [sign, hours, rest] = [minutes < 0 ? "−" : "+", Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `UTC ${sign}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

/** When an event opens, closes, or ended, in a few words. */
export function when(row: { status: Status; opens: number; closes: number; until: number }, now: number): string {
	if (row.status === "announced") return t("event.opens_in", { time: stretch(row.opens - now) });
	if (row.status === "open")
		return row.closes > now ? t("event.closes_in", { time: stretch(row.closes - now) }) : t("event.closing");
	if (row.status === "provisional") return t("event.protests_until", { time: moment(row.until) });
	return t(`event.was.${row.status}`, { time: moment(row.closes) });
}

/** The regulations, a sentence for each line. */
export function sentencesOf(event: EventInfo): string[] {
	const trial = [
		t(`event.rule.dice.${event.dice}`),
		t(event.submissions > 1 ? "event.rule.submissions" : "event.rule.one_submission", { n: event.submissions }),
		t(`event.rule.measure.${event.measure}`),
		t(`event.rule.results.${event.results}`),
	];
	const match = [
		t("event.rule.rounds", { n: event.rounds, seats: event.seats }),
		t(`event.rule.draw.${event.draw}`),
		t("event.rule.points", { points: event.points.join("–") }),
		t("event.rule.stand_in", { level: t(`level.${event.stand_in}`) }),
	];
	return [
		...(event.kind === "trial" ? trial : match),
		t(event.protest_days ? "event.rule.protests" : "event.rule.no_protests", { n: event.protest_days }),
		...(event.classes.length ? [t("event.rule.classes", { classes: event.classes.join(", ") })] : []),
	];
}

/** How many papers came in on each day, in this browser's zone; days without any are among them. */
export function perDay(arrived: number[]): { day: Date; papers: number }[] {
	const midnight = (at: number): Date => new Date(new Date(at).setHours(0, 0, 0, 0));
	const [first, last] = [arrived[0], arrived.at(-1)];
	const days: { day: Date; papers: number }[] = [];
	if (first === undefined || last === undefined) return days;
	for (const day = midnight(first); day.getTime() <= last; day.setDate(day.getDate() + 1))
		days.push({
			day: new Date(day),
			papers: arrived.filter((at) => midnight(at).getTime() === day.getTime()).length,
		});
	return days;
}

/** A measure as people read it: minutes and seconds, or turns. */
export function measured(value: number | undefined, unit: string): string {
	if (value === undefined) return "–";
	return unit === "seconds" ? clock(value) : t(`unit.${unit}`, { n: value });
}

/** This browser among a person's devices. */
export function device(): string {
	const known = kept("device") ?? Math.random().toString(36).slice(2, 12);
	keep("device", known);
	return known;
}
