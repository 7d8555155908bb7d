// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api";
import { Live } from "./live";
import { me } from "./me.svelte";
import { Outbox } from "./outbox";
import { part } from "./part";
import { TableModel } from "./table.svelte";
import type { Position, Step } from "./types";

let line: FakeSocket;
let lines = 0;
const pages: Live[] = [];

class FakeSocket {
	onmessage: ((event: { data: string }) => void) | null = null;
	onclose: ((event: { code: number }) => void) | null = null;
	sent: unknown[] = [];
	closed = false;

	constructor(readonly address: string) {
		line = this;
		lines += 1;
	}

	say(message: object): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}

	end(code: number): void {
		this.onclose?.({ code });
	}

	send(data: string): void {
		this.sent.push(JSON.parse(data));
	}

	close(): void {
		this.closed = true;
	}
}

const presence = { type: "presence", seats: [], spectators: 0 };
const position = (n: number, node: number): Position =>
	part<Position>({
		n,
		node,
		status: "playing",
		kind: "decision",
		turn: { kind: "decision", seats: [0], next: [] },
		actions: [],
		sealed: [],
		seat: 0,
		view: { node },
		seats: [],
	});
const step = (kind: string): Step => ({ entry: [0, "go"], events: [{ kind, clause: "", args: {} }], view: null });
const told = (n: number, kind: string): object => ({ type: "play", n, steps: [step(kind)] });

beforeEach(() => {
	lines = 0;
	localStorage.clear();
	vi.stubGlobal("WebSocket", FakeSocket);
	vi.stubGlobal("matchMedia", () => ({ matches: true })); // jumps instead of movements
});
afterEach(() => {
	for (const page of pages.splice(0)) page.close();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	vi.useRealTimers();
});

function opened(n: number, node: number): { table: TableModel; live: Live } {
	const table = new TableModel();
	const live = new Live("t", "", table);
	pages.push(live);
	live.begin(position(n, node));
	live.open();
	return { table, live };
}

test("the board stays as it is drawn when the greeting tells nothing new", () => {
	const { table } = opened(2, 5);
	const drawn = table.view;
	line.say({ type: "hello", presence, n: 2, missed: [told(1, "first"), told(2, "second")], position: position(2, 5) });
	expect(table.view).toBe(drawn);
	expect(table.log.lines.map((one) => one.event.kind)).toEqual(["first", "second"]);
});

test("what happened while the page was being opened is shown after what is only told", async () => {
	const { table } = opened(1, 5);
	line.say({ type: "hello", presence, n: 2, missed: [told(1, "first"), told(2, "second")], position: position(2, 6) });
	await vi.waitFor(() => expect(table.view).toEqual({ node: 6 }));
	expect(table.log.lines.map((one) => one.event.kind)).toEqual(["first", "second"]);
	expect(table.node).toBe(6);
});

test("after too much was missed the log is read from the moves themselves", async () => {
	const { table, live } = opened(3, 4);
	line.say({ type: "hello", presence, n: 3, missed: [told(3, "known")], position: position(3, 4) });
	const frame = { at: 9, ...step("recalled"), kind: "decision" as const, to_act: [0], live: 0, result: null, view: {} };
	const read = vi.spyOn(api, "tableFrames").mockResolvedValue([frame]);
	live.open();
	line.say({ type: "hello", presence, n: 400, missed: [], position: position(400, 900) });
	await vi.waitFor(() => expect(table.log.lines).toHaveLength(2));
	expect(read).toHaveBeenCalledWith("t", 701, 900, "");
	expect(table.log.lines.map((one) => one.event.kind)).toEqual(["known", "recalled"]);
	expect(table.view).toEqual({ node: 900 });
});

test("a line that the server refuses is not asked for again, and the page is told why", () => {
	vi.useFakeTimers();
	const { live } = opened(1, 5);
	const told: unknown[] = [];
	live.onRefused = (denial) => told.push(denial.code, denial.reason);
	line.say({ type: "refused", code: "not_found", reason: "there is no such table, or it is private" });
	line.end(4000);
	vi.advanceTimersByTime(60_000);
	expect(told).toEqual(["not_found", "there is no such table, or it is private"]);
	expect(lines).toBe(1);
});

test("what is refused for the moment only is tried again, less and less often", () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	live.onRefused = () => expect.unreachable();
	const refuse = (): void => {
		line.say({ type: "refused", code: "too_many", reason: "wait a little" });
		line.end(4000);
	};
	refuse();
	expect(table.line).toBe("reconnecting");
	vi.advanceTimersByTime(500);
	expect(lines).toBe(2);
	refuse();
	vi.advanceTimersByTime(500);
	expect(lines).toBe(2);
	vi.advanceTimersByTime(500);
	expect(lines).toBe(3);
	line.say({ type: "hello", presence, n: 1, missed: [], position: position(1, 5) });
	expect(table.line).toBe("online");
});

test("a wish that is refused ends no line", () => {
	vi.useFakeTimers();
	const { live } = opened(1, 5);
	live.onRefused = () => expect.unreachable();
	line.say({ type: "refused", id: "look-0", code: "not_seated", reason: "you do not sit on seat 3" });
	line.end(1012);
	vi.advanceTimersByTime(500);
	expect(lines).toBe(2);
});

test("who has become somebody else gets another line, and is told everything with the new eyes", () => {
	const { table, live } = opened(1, 0);
	line.say({
		type: "hello",
		presence,
		n: 1,
		missed: [told(1, "seen by all")],
		position: { ...position(1, 0), seat: null },
	});
	const old = line;
	live.renew({ ...position(2, 4), seat: 1 });
	expect(old.closed).toBe(true);
	expect(line.address).toContain("since=0");
	expect(table.seat).toBe(1);
	old.say({ type: "play", n: 2, steps: [step("late")], position: { ...position(2, 4), seat: null } });
	old.end(1000);
	line.say({
		type: "hello",
		presence,
		n: 2,
		missed: [told(2, "seen by one")],
		position: { ...position(2, 4), seat: 1 },
	});
	expect(table.seat).toBe(1);
	expect(table.view).toEqual({ node: 4 });
	expect(table.log.lines.map((one) => one.event.kind)).toEqual(["seen by one"]);
	expect(lines).toBe(2);
});

test("the page is told when its seats may be others than it thinks", () => {
	const { table, live } = opened(1, 0);
	let noticed = 0;
	live.onSeats = () => (noticed += 1);
	table.yours = [0];
	line.say({ type: "hello", presence, n: 1, missed: [], position: position(1, 0) });
	expect(noticed).toBe(0);
	line.say({ type: "seats", n: 2, seats: [], position: position(2, 0) });
	expect(noticed).toBe(1);
	line.say({ type: "play", n: 3, steps: [], position: { ...position(3, 1), seat: null } }); // not one's own any more
	expect(noticed).toBe(2);
});

test("who has looked with another seat's eyes is led back to the seat that is asked", async () => {
	const { table } = opened(1, 0);
	table.yours = [0, 1];
	const asked = position(1, 0);
	line.say({ type: "hello", presence, n: 1, missed: [], position: asked });
	line.say({ type: "ok", id: "look-0", position: { ...asked, seat: 1 } });
	expect(line.sent).toEqual([]); // to look is to look
	line.say({ type: "play", n: 2, steps: [step("moves")], position: { ...asked, n: 2, node: 1, seat: 1 } });
	expect(line.sent).toMatchObject([{ do: "look", seat: null }]);
	line.say({ type: "ok", id: "look-1", position: { ...asked, n: 2, node: 1, seat: 0, view: { eyes: 0 } } });
	await vi.waitFor(() => expect(table.view).toEqual({ eyes: 0 }));
	expect(table.seat).toBe(0);
});

test("whose eyes were chosen before the line was open are looked through once it is", () => {
	const { live, table } = opened(1, 0);
	table.yours = [0, 1];
	live.look(1);
	expect(line.sent).toEqual([]);
	line.say({ type: "hello", presence, n: 1, missed: [], position: position(1, 0) });
	expect(line.sent).toMatchObject([{ do: "look", seat: 1 }]);
});

test("who holds several seats and comes back says for which of them the count is, and follows the play again", () => {
	vi.useFakeTimers();
	const { table } = opened(1, 0);
	table.yours = [0, 1];
	expect(line.address).not.toContain("seat=");
	line.say({ type: "hello", presence, n: 1, missed: [], position: position(1, 0) });
	line.end(1012);
	vi.advanceTimersByTime(500);
	expect(line.address).toContain("since=1&seat=0");
	line.say({
		type: "hello",
		presence,
		n: 2,
		missed: [],
		position: { ...position(2, 1), turn: { kind: "decision", seats: [1], next: [] } },
	});
	expect(line.sent).toMatchObject([{ do: "look", seat: null }]);
});

const HELLO = { type: "hello", presence, n: 1, missed: [], position: position(1, 5) };
const ids = (): unknown[] => line.sent.map((one) => (one as { id: string }).id);

test("a wish goes over the line as it is, and waits until it is answered", () => {
	const { table, live } = opened(1, 5);
	line.say(HELLO);
	live.act("go");
	expect(line.sent).toEqual([{ do: "act", action: "go", id: expect.any(String), node: 5, seat: 0 }]);
	expect(table.underWay).toBe(true);
	live.act("go"); // impatience
	expect(line.sent).toHaveLength(1);
	line.say({ type: "ok", id: ids()[0] });
	expect([table.underWay, table.sending]).toEqual([false, []]);
});

test("what is asked before the line stands, or while it is broken, is sent once it does", () => {
	vi.useFakeTimers();
	const { live } = opened(1, 5);
	live.act("go");
	expect(line.sent).toEqual([]);
	line.say(HELLO);
	expect(line.sent).toMatchObject([{ do: "act", action: "go" }]);
	const [id] = ids();
	line.end(1006); // and the answer is lost
	vi.advanceTimersByTime(500);
	line.say(HELLO);
	expect(ids()).toEqual([id]);
});

test("a line on which nothing is heard after a wish is given up and opened again", () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	line.say(HELLO);
	const dead = line;
	live.act("go");
	vi.advanceTimersByTime(8000);
	expect([dead.closed, table.line]).toEqual([true, "reconnecting"]);
	vi.advanceTimersByTime(500);
	expect(lines).toBe(2);
	line.say(HELLO);
	expect(line.sent).toEqual(dead.sent);
});

test("a quiet line is asked for a sign of life, and a dead one is noticed without a wish", () => {
	vi.useFakeTimers();
	const { table } = opened(1, 5);
	line.say(HELLO);
	vi.advanceTimersByTime(15_000);
	expect(line.sent).toMatchObject([{ do: "ping" }]);
	line.say({ type: "ok", id: ids()[0] });
	vi.advanceTimersByTime(14_000);
	expect(table.line).toBe("online");
	vi.advanceTimersByTime(1000 + 8000);
	expect(table.line).toBe("reconnecting");
});

test("after some tries in vain, or when the browser says so, the page is offline", () => {
	vi.useFakeTimers();
	const { table } = opened(1, 5);
	line.say(HELLO);
	const seen: string[] = [];
	for (const wait of [500, 1000, 2000, 4000]) {
		line.end(1006);
		seen.push(table.line);
		vi.advanceTimersByTime(wait);
	}
	expect(seen).toEqual(["reconnecting", "reconnecting", "reconnecting", "offline"]);
	line.say(HELLO);
	expect(table.line).toBe("online");
	vi.stubGlobal("navigator", { onLine: false });
	dispatchEvent(new Event("offline"));
	expect(table.line).toBe("offline");
	const before = lines;
	dispatchEvent(new Event("online"));
	expect(lines).toBe(before + 1); // at once
});

test("what was refused for a moment is sent again, and what the table has moved on from is dropped", () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	line.say(HELLO);
	live.act("go");
	const [id] = ids();
	line.say({ type: "refused", id, code: "unavailable", reason: "" });
	expect(table.underWay).toBe(true);
	vi.advanceTimersByTime(1000);
	expect(ids()).toEqual([id, id]);
	line.say({ type: "refused", id, code: "late", reason: "" });
	expect([table.underWay, table.dropped, table.refusal]).toEqual([false, "act", null]);
	table.pick("go");
	expect(table.dropped).toBeNull();
});

test("what the rules refuse is said in their words and asked no more", () => {
	const { table, live } = opened(1, 5);
	line.say(HELLO);
	live.act("fly");
	const refusal = { code: "no_wings", args: { car: 1 } };
	line.say({ type: "refused", id: ids()[0], code: "illegal", reason: "", clause: "RM-1", refusal });
	expect(table.refusal).toMatchObject({ code: "no_wings", clause: "RM-1", args: { car: 1 } });
	expect(table.sending).toEqual([]);
	live.ask("swim"); // only to hear why not: never kept
	expect(table.sending).toEqual([]);
	line.say({ type: "refused", id: ids()[1], code: "illegal", reason: "", clause: "RM-2" });
	expect(table.refusal?.clause).toBe("RM-2");
});

test("a move that was taken back while the answer was lost is not taken back again", () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	line.say(HELLO);
	live.wish({ do: "undo", to: 3 });
	expect(line.sent).toMatchObject([{ do: "undo", to: 3, node: 5, seat: 0 }]);
	line.end(1006);
	vi.advanceTimersByTime(500);
	const undone = { ...told(2, "undone"), cause: "undo", by: 0 };
	line.say({ ...HELLO, n: 2, missed: [undone], position: position(2, 6) });
	expect([line.sent, table.sending, table.dropped]).toEqual([[], [], null]);
});

test("what another tab has left behind is sent from here after a while", () => {
	vi.useFakeTimers();
	opened(1, 5);
	line.say(HELLO);
	const left = new Outbox("t").put({ do: "act", action: "go" }, 5, 0);
	dispatchEvent(new StorageEvent("storage", { key: `parcferme.outbox.t.${left?.id}` }));
	expect(line.sent).toEqual([]);
	vi.advanceTimersByTime(8000);
	expect(line.sent).toEqual([left]);
});

test("where no line can be opened at all wishes and positions go by HTTP, until one can", async () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	const wished = vi.spyOn(api, "wish").mockResolvedValue({});
	vi.spyOn(api, "tableFrames").mockResolvedValue([]);
	const asked = vi.spyOn(api, "position").mockResolvedValue(position(1, 5));
	live.act("go");
	for (const wait of [500, 1000, 2000]) {
		line.end(1006);
		await vi.advanceTimersByTimeAsync(wait);
	}
	expect(table.line).toBe("online");
	expect(wished).toHaveBeenCalledExactlyOnceWith("t", expect.objectContaining({ do: "act", action: "go", node: 5 }));
	expect(table.sending).toEqual([]);
	asked.mockResolvedValue(position(2, 6));
	await vi.advanceTimersByTimeAsync(2000);
	expect(table.node).toBe(6);
	line.say({ ...HELLO, n: 2, position: position(2, 6) });
	const calls = asked.mock.calls.length;
	await vi.advanceTimersByTimeAsync(10_000);
	expect(asked.mock.calls).toHaveLength(calls);
});

test("without server and line a page that never had one says so", async () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	vi.spyOn(api, "wish").mockRejectedValue(new TypeError("no network"));
	vi.spyOn(api, "position").mockRejectedValue(new TypeError("no network"));
	live.act("go");
	for (const wait of [500, 1000, 2000, 4000]) {
		line.end(1006);
		await vi.advanceTimersByTimeAsync(wait);
	}
	expect(table.line).toBe("offline");
	expect(table.sending).toHaveLength(1);
});

test("a line of chat that was kept while the answer was lost is not said again, another one is", async () => {
	vi.useFakeTimers();
	const { table, live } = opened(1, 5);
	live.talk.open = true;
	vi.spyOn(me, "known").mockResolvedValue();
	const said = vi.spyOn(api, "chat").mockResolvedValue([]);
	line.say(HELLO);
	await vi.advanceTimersByTimeAsync(0);
	live.say("good  luck");
	live.say("have fun");
	expect(line.sent).toMatchObject([
		{ do: "say", text: "good  luck" },
		{ do: "say", text: "have fun" },
	]);
	line.end(1006);
	said.mockResolvedValue([{ n: 1, person: me.id, name: "Merle", at: 0, text: "good luck" }]);
	await vi.advanceTimersByTimeAsync(500);
	line.say(HELLO);
	await vi.advanceTimersByTimeAsync(0);
	expect(line.sent).toMatchObject([{ do: "say", text: "have fun" }]);
	line.say({ type: "refused", id: ids()[0], code: "no_chat", reason: "" });
	expect([table.sending, table.refusal, live.talk.refused?.text]).toEqual([[], null, "have fun"]);
	expect(live.talk.lines.map((one) => one.text)).toEqual(["good luck"]);
});
