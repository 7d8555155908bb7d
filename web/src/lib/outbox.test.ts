// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Outbox } from "./outbox";
import type { Denial } from "./types";

const refused = (code: string): Denial => ({ code, reason: "" });
const GO = { do: "act", action: "go" } as const;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test("a wish is kept over a reload, for its own table, until it is answered", () => {
	const wish = new Outbox("t").put(GO, 4, 0);
	const after = new Outbox("t");
	expect(after.waiting).toEqual([wish]);
	expect(after.waiting).toEqual([{ do: "act", action: "go", id: wish?.id, node: 4, seat: 0 }]);
	expect(new Outbox("u").waiting).toEqual([]);
	if (wish) after.take(wish);
	expect(new Outbox("t").waiting).toEqual([]);
	expect(localStorage).toHaveLength(0);
});

test("one node gets one answer, whichever tab is clicked in", () => {
	const here = new Outbox("t");
	const there = new Outbox("t");
	expect(here.put(GO, 4, 0)).not.toBeNull();
	expect(there.put({ do: "act", action: "stop" }, 4, 0)).toBeNull();
	expect(there.put(GO, 5, 0)).not.toBeNull();
	expect(there.put(GO, 4, 1)).not.toBeNull(); // another seat of the same person
	expect(there.put({ do: "undo", to: 2 }, 4, 0)).not.toBeNull();
	expect(here.waiting.map(({ do: deed, node, seat }) => [deed, node, seat])).toEqual([
		["act", 4, 0],
		["act", 5, 0],
		["act", 4, 1],
		["undo", 4, 0],
	]);
});

test("whoever looks into the box is told of every change, in another tab, too", () => {
	const box = new Outbox("t");
	let told = 0;
	box.onChange = () => (told += 1);
	const stop = box.watch();
	const wish = box.put(GO, 4, 0);
	expect(told).toBe(1);
	dispatchEvent(new StorageEvent("storage", { key: `parcferme.outbox.t.${wish?.id}` }));
	dispatchEvent(new StorageEvent("storage", { key: "parcferme.outbox.u.1" }));
	dispatchEvent(new StorageEvent("storage", { key: null })); // everything was cleared
	expect(told).toBe(3);
	stop();
	dispatchEvent(new StorageEvent("storage", { key: null }));
	expect(told).toBe(3);
});

test("where nothing can be stored a wish is kept as long as the page is open", () => {
	const closed = (): never => {
		throw new DOMException("no", "SecurityError");
	};
	for (const name of ["setItem", "getItem", "removeItem"] as const)
		vi.spyOn(Storage.prototype, name).mockImplementation(closed);
	const box = new Outbox("t");
	const wish = box.put(GO, 4, 0);
	expect(box.waiting).toEqual([wish]);
	expect(box.put(GO, 4, 0)).toBeNull();
	if (wish) box.take(wish);
	expect(box.waiting).toEqual([]);
});

test("what somebody else has left in the storage is no wish", () => {
	localStorage.setItem("parcferme.outbox.t.1", "{");
	localStorage.setItem("parcferme.outbox.t.2", "null");
	localStorage.setItem("parcferme.outbox.t.3", '{"do": "fly", "id": "3"}');
	localStorage.setItem("parcferme.outbox.t.4", '{"do": "act", "id": "5"}');
	expect(new Outbox("t").waiting).toEqual([]);
});

test("a refusal that passes is no answer, and a node that is gone drops the wish", () => {
	const box = new Outbox("t");
	const wish = box.put(GO, 4, 0);
	if (!wish) return expect.unreachable();
	const fates = ["too_many", "unavailable", "conflict", "late", "early", "not_playing", "illegal", "time_up"];
	expect(fates.map((code) => box.judge(wish, refused(code)))).toEqual([
		...["again", "again", "again", "dropped", "dropped", "dropped", "refused", "refused"],
	]);
});

test("what another tab has put in and never sent is an orphan here", () => {
	const box = new Outbox("t");
	const own = box.put(GO, 4, 0);
	const left = new Outbox("t").put(GO, 5, 0);
	if (own) box.note(own);
	expect(box.orphans).toEqual([left]);
});

test("what is so already was done by this very wish, if it may have been sent before", () => {
	const box = new Outbox("t");
	const wish = box.put({ do: "unseal" }, 4, 0);
	if (!wish) return expect.unreachable();
	box.note(wish);
	expect(box.judge(wish, refused("not_sealed"))).toBe("refused");
	box.note(wish);
	expect(box.judge(wish, refused("not_sealed"))).toBe("done");
	expect(new Outbox("t").judge(wish, refused("not_sealed"))).toBe("done"); // the page was reloaded meanwhile
});
