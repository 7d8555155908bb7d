import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api";
import { Live } from "./live";
import { TableModel } from "./table.svelte";
import type { Position, Step } from "./types";

let line: FakeSocket;

class FakeSocket {
	onmessage: ((event: { data: string }) => void) | null = null;
	onopen: (() => void) | null = null;
	onclose: (() => void) | null = null;

	constructor(readonly address: string) {
		line = this;
	}

	say(message: object): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}

	send(): void {}

	close(): void {}
}

const position = (n: number, node: number): Position =>
	({
		n,
		node,
		status: "playing",
		kind: "decision",
		to_act: [0],
		seat: 0,
		view: { node },
		seats: [],
	}) as unknown as Position;
const step = (kind: string): Step => ({ entry: [0, "go"], events: [{ kind, clause: "", args: {} }], view: null });
const told = (n: number, kind: string): object => ({ type: "play", n, steps: [step(kind)] });

beforeEach(() => {
	vi.stubGlobal("WebSocket", FakeSocket);
	vi.stubGlobal("matchMedia", () => ({ matches: true })); // jumps instead of movements
});
afterEach(() => vi.unstubAllGlobals());

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
	const frame = { at: 9, ...step("recalled"), kind: "decision", to_act: [0], live: 0, result: null, view: {} };
	const read = vi.spyOn(api, "tableFrames").mockResolvedValue([frame]);
	live.open();
	line.say({ type: "hello", n: 400, missed: [], position: position(400, 900) });
	await vi.waitFor(() => expect(table.lines).toHaveLength(2));
	expect(read).toHaveBeenCalledWith("t", 701, 900);
	expect(table.lines.map((one) => one.event.kind)).toEqual(["known", "recalled"]);
	expect(table.view).toEqual({ node: 900 });
});
