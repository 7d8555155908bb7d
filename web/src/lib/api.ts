// Every call to the server. Whatever it refuses comes as a `Denied` with a stable code and, from the rules, a clause.

import type { Hint, ReviewState } from "./aids";
import { noticeLetters } from "./letters";
import { withKey } from "./links";
import type { Wish } from "./outbox";
import { tellTabs } from "./tabs";
import { askServer, other, type Reply } from "./transport";
import type {
	AddressRange,
	Attempt,
	ChatLine,
	Choices,
	Clause,
	ClubsPage,
	Courses,
	Denial,
	Diary,
	DiaryStep,
	GameInfo,
	Json,
	KeptForm,
	Kit,
	Opening,
	PeoplePage,
	Person,
	PersonFile,
	Position,
	RecordFrame,
	RecordInfo,
	ReportFile,
	ReportsPage,
	Session,
	StepForm,
	TableInfo,
	TableRow,
	TablesPage,
} from "./types";
import { filled } from "./views";

export class Denied extends Error {
	constructor(readonly denial: Denial) {
		super(denial.reason);
	}
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
	return read(await other().call(method, path, body === undefined ? undefined : JSON.stringify(body)));
}

/** The same, of the server this page was kept from. */
export async function callServer<T>(method: string, path: string, body: unknown): Promise<T> {
	return read(await askServer(method, path, JSON.stringify(body)));
}

function read<T>(answer: Reply): T {
	noticeLetters(answer.text);
	if (answer.ok) return (answer.text ? JSON.parse(answer.text) : null) as T;
	let denial: Denial = { code: `http_${answer.status}`, reason: "" };
	try {
		denial = { ...denial, ...JSON.parse(answer.text) };
	} catch {
		// not our JSON: the status has to do
	}
	throw new Denied(denial);
}

/** A file that is no JSON at all is no record, which we need not ask anybody. */
function asRecord(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Denied({ code: "bad_record", reason: "not JSON" });
	}
}

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);

/** The first tables of a list, and whether there are more. */
export interface Listed {
	rows: TableRow[];
	more: boolean;
}
export const PAGE = 50;

/** Page after page, until there are as many as are wanted. A table that changes meanwhile may come twice. */
async function listed(query: string, most: number): Promise<Listed> {
	const rows = new Map<string, TableRow>();
	let after = "";
	do {
		const limit = Math.min(most - rows.size, 100);
		const page = await get<{ tables: TableRow[]; next: string }>(`/tables${query}&limit=${limit}&after=${after}`);
		for (const row of page.tables) rows.set(row.id, row);
		after = page.next;
	} while (after && rows.size < most);
	return { rows: [...rows.values()], more: after !== "" };
}

export interface SeatWish {
	kind: "me" | "open" | "bot";
	level?: string;
	driver?: string; // which bot of that level
}

export interface NewTable {
	game: string;
	options: Record<string, Json>;
	pace: Record<string, Json>;
	visibility: "public" | "private";
	undo?: string;
	chat?: string;
	aids?: string[];
	title: string;
	seats: SeatWish[];
	name?: string;
	rated?: boolean;
	thinking?: number; // seconds that bots have for a choice
	document?: string; // what is driven: the hash of a published document, or the id of a draft of one's own
}

/** Where a wish goes by HTTP, and what is sent there. */
/** Positions of a match, a page after another: a page ends early where its boards are large. */
async function framesOf(path: (from: number) => string, first: number, last: number): Promise<RecordFrame[]> {
	const read: RecordFrame[] = [];
	for (let from = first; from <= last; from = first + read.length) {
		const page = await get<RecordFrame[]>(path(from));
		if (page[0]?.at !== from) break;
		read.push(...filled(page));
	}
	return read;
}

function posted({ do: deed, id, node, ...wish }: Wish): [string, object] {
	if (deed === "act") return ["act", { ...wish, node, id }];
	if ("text" in wish) return ["chat", { text: wish.text, id }];
	if (deed === "answer") return ["undo/answer", wish];
	return [deed, deed === "return" ? wish : { ...wish, node }];
}

export const api = {
	games: (): Promise<GameInfo[]> => get("/games"),
	rules: (game: string): Promise<Clause[]> => get(`/games/${game}/rules`),
	courses: (game: string): Promise<Courses> => get(`/games/${game}/courses`),
	texts: (game: string, language: string): Promise<Record<string, string>> => get(`/games/${game}/texts/${language}`),
	kit: (path: string): Promise<Kit> => get(path.slice("/api".length)),
	check: (
		game: string,
		options: Record<string, Json>,
	): Promise<{ variant: string; players: number; options: Record<string, Json> }> =>
		post(`/games/${game}/check`, { options }),

	whoami: (): Promise<Person> => get("/account"),
	sendTest: (way: string): Promise<{ outcome: string }> => post("/account/test", { way }),
	myTables: (most = PAGE): Promise<Listed> => listed("/mine?", most),
	lobby: (game = "", pace = "", most = PAGE): Promise<Listed> =>
		listed(`?status=gathering${game ? `&game=${game}` : ""}${pace ? `&pace=${pace}` : ""}`, most),
	create: (table: NewTable): Promise<TableInfo> => post("/tables", table),
	table: (id: string, key = ""): Promise<TableInfo> => get(withKey(`/tables/${id}`, key)),
	opening: (id: string, key = ""): Promise<Opening> => get(withKey(`/tables/${id}/opening?odds=true`, key)),
	join: (id: string, seat: number | null, key = "", name = ""): Promise<TableInfo> =>
		post<TableInfo>(`/tables/${id}/join`, { seat, key, name }).then(tellTabs),
	leave: (id: string, seat: number): Promise<unknown> => post(`/tables/${id}/leave`, { seat }),
	back: (id: string, seat: number): Promise<unknown> => post(`/tables/${id}/return`, { seat }),
	bot: (id: string, seat: number, level: string, driver = ""): Promise<TableInfo> =>
		post(`/tables/${id}/bots`, { seat, level, driver }),
	free: (id: string, seat: number): Promise<TableInfo> => post(`/tables/${id}/free`, { seat }),
	close: (id: string): Promise<TableInfo> => post(`/tables/${id}/close`),
	kept: (id: string): Promise<KeptForm> => get(`/tables/${id}/kept`),
	abandon: (id: string): Promise<unknown> => post(`/tables/${id}/abandon`),
	mute: (id: string, muted: boolean): Promise<unknown> => post(`/tables/${id}/mute`, { muted }),
	rematch: (id: string): Promise<TableInfo> => post(`/tables/${id}/rematch`),
	revoke: (id: string, seat: number): Promise<TableInfo> => post(`/tables/${id}/links`, { seat }),
	position: (id: string, key = ""): Promise<Position> => get(withKey(`/tables/${id}/position?odds=true`, key)),
	/** What goes over the live line where there is one. */
	wish: (id: string, wish: Wish): Promise<unknown> => {
		const [path, body] = posted(wish);
		return post(`/tables/${id}/${path}`, body);
	},
	hint: (id: string, node: number, seat: number | null, look: number): Promise<Hint> =>
		post(`/tables/${id}/hint`, { node, seat, look }),
	tableReview: (id: string, key = ""): Promise<ReviewState> => get(withKey(`/tables/${id}/review`, key)),
	stageReview: (id: string, end: number, key = ""): Promise<ReviewState> =>
		get(withKey(`/tables/${id}/review?stage=${end}`, key)),
	recordReview: (id: string): Promise<ReviewState> => get(`/records/${id}/review`),
	chat: (id: string, key = ""): Promise<ChatLine[]> => get(withKey(`/tables/${id}/chat`, key)),
	tableFrames: (id: string, first: number, last: number, key = ""): Promise<RecordFrame[]> =>
		framesOf((from) => withKey(`/tables/${id}/frames?first=${from}&last=${last}&changes=true`, key), first, last),

	upload: (text: string): Promise<RecordInfo> => post("/records", asRecord(text)),
	recordFrames: (id: string, first: number, last: number, seat = -1): Promise<RecordFrame[]> =>
		framesOf((from) => `/records/${id}/frames?first=${from}&last=${last}&seat=${seat}&changes=true`, first, last),

	recordChoices: (id: string, at: number): Promise<Choices> => get(`/records/${id}/choices?at=${at}`),
	attempt: (id: string, at: number, action: string): Promise<Attempt> =>
		post(`/records/${id}/attempts`, { at, seat: 0, action }),
	record: (id: string): Promise<RecordInfo> => get(`/records/${id}`),
	/** Check the dice of a match that is over: its record is taken in and judged like any other. */
	tableVerdict: async (id: string, key = ""): Promise<{ fair: boolean; rolls: number; reason: string }> => {
		const kept = await post<RecordInfo>("/records", await get(withKey(`/tables/${id}/record`, key)));
		return api.verdict(kept.id);
	},
	verdict: (id: string): Promise<{ fair: boolean; rolls: number; reason: string }> => get(`/records/${id}/verify`),

	/** Where everything is kept in the browser: throw a table away, or bring what another device has packed. */
	drop: (id: string): Promise<unknown> => call("DELETE", `/tables/${id}`),
	/** Hand the record of a match that was driven without a line to the server this page was kept from. */
	handOver: async (id: string): Promise<RecordInfo> =>
		callServer("POST", "/records", await get<Json>(`/tables/${id}/record`)),
	pack: (): Promise<object> => get("/device"),
	unpack: async (text: string): Promise<{ tables: number }> => read(await other().call("POST", "/device", text || "?")),
	unread: (): Promise<{ tables: number }> => get("/device/unread"),

	register: (name: string, password: string): Promise<Person> => post("/account", { name, password }),
	logIn: (name: string, password: string): Promise<Person> =>
		post<Person>("/account/login", { name, password }).then(tellTabs),
	logOut: (): Promise<unknown> => post("/account/logout").then(tellTabs),
	profile: (change: {
		name?: string;
		email?: string;
		webhook?: string;
		letters?: boolean;
		plate?: number;
		hides?: string[];
		untold_of?: string[];
		quiet?: string;
		zone?: string;
	}): Promise<Person> => call<Person>("PATCH", "/account", change).then(tellTabs),
	password: (present: string, next: string): Promise<unknown> => post("/account/password", { present, next }),
	sessions: (): Promise<Session[]> => get("/account/sessions"),
	endSession: (id: string): Promise<unknown> => call("DELETE", `/account/sessions/${id}`),
	endOtherSessions: (): Promise<unknown> => post("/account/sessions/end"),
	askConfirmation: (): Promise<unknown> => post("/account/confirm"),
	confirm: (token: string): Promise<{ email: string }> => post("/mail/confirm", { token }),
	unsubscribe: (token: string): Promise<unknown> => post(`/mail/unsubscribe/${encodeURIComponent(token)}`),
	askReset: (email: string): Promise<unknown> => post("/mail/reset", { email }),
	reset: (token: string, password: string): Promise<Person> =>
		post<Person>("/mail/password", { token, password }).then(tellTabs),
	mySteps: (): Promise<DiaryStep[]> => get("/account/steps"),
	stepsSeen: (): Promise<unknown> => post("/account/steps/seen"),
	reportLine: (table: string, line: number, why: string, key = ""): Promise<unknown> =>
		post(withKey(`/tables/${table}/report`, key), { line, why }),
	reports: (closed: boolean, after = ""): Promise<ReportsPage> =>
		get(`/moderation/reports?closed=${closed}&after=${after}`),
	report: (id: number): Promise<ReportFile> => get(`/moderation/reports/${id}`),
	findPeople: (search: string, after = ""): Promise<PeoplePage> =>
		get(`/moderation/people?after=${after}&search=${encodeURIComponent(search)}`),
	personFile: (id: string): Promise<PersonFile> => get(`/moderation/people/${id}`),
	findTables: (search: string, after = ""): Promise<TablesPage> =>
		get(`/moderation/tables?after=${after}&search=${encodeURIComponent(search)}`),
	ranges: (): Promise<AddressRange[]> => get("/moderation/ranges"),
	diary: (before = ""): Promise<Diary> => get(`/moderation/diary?before=${before || 0}`),
	step: (step: StepForm): Promise<unknown> => post("/moderation/steps", step),
	hideLine: (table: string, line: number, reason: string): Promise<unknown> =>
		post(`/moderation/tables/${table}/chat/${line}/hide`, { reason }),
	closeTable: (table: string, reason: string): Promise<unknown> =>
		post(`/moderation/tables/${table}/close`, { reason }),
	findClubs: (search: string, after = ""): Promise<ClubsPage> =>
		get(`/moderation/clubs?after=${after}&search=${encodeURIComponent(search)}`),
	renameClub: (club: string, name: string, reason: string): Promise<unknown> =>
		post(`/moderation/clubs/${club}/rename`, { name, reason }),
	closeClub: (club: string, reason: string): Promise<unknown> => post(`/moderation/clubs/${club}/close`, { reason }),
	closeRange: (range: string, days: number, reason: string): Promise<unknown> =>
		post("/moderation/ranges", { range, days, reason }),
	openRange: (id: number, reason: string): Promise<unknown> => post(`/moderation/ranges/${id}/lift`, { reason }),
	forget: (password: string): Promise<unknown> => post("/account/delete", { password }),
	tokens: (): Promise<{ id: string; label: string; scopes: string[]; created_at: number }[]> => get("/account/tokens"),
	addToken: (label: string, scopes: string[]): Promise<{ id: string; token: string }> =>
		post("/account/tokens", { label, scopes }),
	dropToken: (id: string): Promise<unknown> => call("DELETE", `/account/tokens/${id}`),
};
