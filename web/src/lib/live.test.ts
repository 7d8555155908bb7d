import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api";
import { Live } from "./live";
import { TableModel } from "./table.svelte";
import type { Position, Step } from "./types";

let line: FakeSocket;
let lines = 0;

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

const position = (n: number, node: number): Position =>
	({
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
	}) as unknown as Position;
const step = (kind: string): Step => ({ entry: [0, "go"], events: [{ kind, clause: "", args: {} }], view: null });
const told = (n: number, kind: string): object => ({ type: "play", n, steps: [step(kind)] });

beforeEach(() => {
	lines = 0;
	vi.stubGlobal("WebSocket", FakeSocket);
	vi.stubGlobal("matchMedia", () => ({ matches: true })); // jumps instead of movements
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

function opened(n: number, node: number): { table: TableModel; live: Live } {
	const table = new TableModel();
	const live = new Live("t", "", table);
	live.begin(position(n, node));
	live.open();
	return { table, live };
}

test("the board stays as it is drawn when the greeting tells nothing new", () => {
	const { table } = opened(2, 5);
	const drawn = table.view;
	line.say({ type: "hello", n: 2, missed: [told(1, "first"), told(2, "second")], position: position(2, 5) });
	expect(table.view).toBe(drawn);
	expect(table.lines.map((one) => one.event.kind)).toEqual(["first", "second"]);
});

test("what happened while the page was being opened is shown after what is only told", async () => {
	const { table } = opened(1, 5);
	line.say({ type: "hello", n: 2, missed: [told(1, "first"), told(2, "second")], position: position(2, 6) });
	await vi.waitFor(() => expect(table.view).toEqual({ node: 6 }));
	expect(table.lines.map((one) => one.event.kind)).toEqual(["first", "second"]);
	expect(table.node).toBe(6);
});

test("after too much was missed the log is read from the moves themselves", async () => {
	const { table, live } = opened(3, 4);
	line.say({ type: "hello", n: 3, missed: [told(3, "known")], position: position(3, 4) });
	const frame = { at: 9, ...step("recalled"), kind: "decision" as const, to_act: [0], live: 0, result: null, view: {} };
	const read = vi.spyOn(api, "tableFrames").mockResolvedValue([frame]);
	live.open();
	line.say({ type: "hello", n: 400, missed: [], position: position(400, 900) });
	await vi.waitFor(() => expect(table.lines).toHaveLength(2));
	expect(read).toHaveBeenCalledWith("t", 701, 900, "");
	expect(table.lines.map((one) => one.event.kind)).toEqual(["known", "recalled"]);
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
	line.say({ type: "hello", n: 1, missed: [], position: position(1, 5) });
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
	line.say({ type: "hello", n: 1, missed: [told(1, "seen by all")], position: { ...position(1, 0), seat: null } });
	const old = line;
	live.renew({ ...position(2, 4), seat: 1 });
	expect(old.closed).toBe(true);
	expect(line.address).toContain("since=0");
	expect(table.seat).toBe(1);
	old.say({ type: "play", n: 2, steps: [step("late")], position: { ...position(2, 4), seat: null } });
	old.end(1000);
	line.say({ type: "hello", n: 2, missed: [told(2, "seen by one")], position: { ...position(2, 4), seat: 1 } });
	expect(table.seat).toBe(1);
	expect(table.view).toEqual({ node: 4 });
	expect(table.lines.map((one) => one.event.kind)).toEqual(["seen by one"]);
	expect(lines).toBe(2);
});

test("the page is told when its seats may be others than it thinks", () => {
	const { table, live } = opened(1, 0);
	let noticed = 0;
	live.onSeats = () => (noticed += 1);
	table.yours = [0];
	line.say({ type: "hello", n: 1, missed: [], position: position(1, 0) });
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
	line.say({ type: "hello", n: 1, missed: [], position: asked });
	line.say({ type: "ok", id: "look-0", position: { ...asked, seat: 1 } });
	expect(line.sent).toEqual([]); // to look is to look
	line.say({ type: "play", n: 2, steps: [step("moves")], position: { ...asked, n: 2, node: 1, seat: 1 } });
	expect(line.sent).toMatchObject([{ do: "look", seat: null }]);
	line.say({ type: "ok", id: "look-1", position: { ...asked, n: 2, node: 1, seat: 0, view: { eyes: 0 } } });
	await vi.waitFor(() => expect(table.view).toEqual({ eyes: 0 }));
	expect(table.seat).toBe(0);
});

test("who holds several seats and comes back says for which of them the count is, and follows the play again", () => {
	vi.useFakeTimers();
	const { table } = opened(1, 0);
	table.yours = [0, 1];
	expect(line.address).not.toContain("seat=");
	line.say({ type: "hello", n: 1, missed: [], position: position(1, 0) });
	line.end(1012);
	vi.advanceTimersByTime(500);
	expect(line.address).toContain("since=1&seat=0");
	line.say({
		type: "hello",
		n: 2,
		missed: [],
		position: { ...position(2, 1), turn: { kind: "decision", seats: [1], next: [] } },
	});
	expect(line.sent).toMatchObject([{ do: "look", seat: null }]);
});
