// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DocumentInfo } from "./studio";
import { StudioModel } from "./studio.svelte";
import { reach } from "./transport";

interface Sent {
	method: string;
	path: string;
	body: { revision: number; title: string; document: object };
}
let sent: Sent[] = [];
let answer: (asked: Sent) => { status: number; body: object } | null; // null: no line
const INFO: DocumentInfo = {
	id: "d1",
	game: "toy",
	kind: "map",
	title: "Mare",
	revision: 1,
	length: "standard",
	difficulty: 2,
	licence: "own",
	source: "",
	document: { n: 0 },
	state: "draft",
	version: 0,
	hash: "",
	changed: true,
	stops: 0,
	facts: {},
	author: "Signe",
	yours: true,
	used: 0,
	stars: 0,
	votes: 0,
	created_at: 0,
	changed_at: 0,
	published_at: 0,
	versions: [],
	rated: 0,
	key: "",
	barred: false,
};
const titled = (document: object, title: string): object => ({ ...document, title });
const saves = (): Sent[] => sent.filter(({ method }) => method === "PUT");

beforeEach(() => {
	vi.useFakeTimers();
	localStorage.clear();
	sent = [];
	answer = ({ method, body }) =>
		method === "PUT"
			? { status: 200, body: { ...INFO, ...body, revision: body.revision + 1 } }
			: {
					status: 200,
					body: { findings: [{ place: "n", stops: true, clause: "", text: "no" }], facts: {}, options: {} },
				};
	reach({
		far: true,
		async call(method, path, text) {
			const asked = { method, path, body: JSON.parse(text ?? "{}") };
			sent.push(asked);
			const got = answer(asked);
			if (!got) throw new TypeError("no line");
			return { ok: got.status < 400, status: got.status, text: JSON.stringify(got.body) };
		},
		line: () => ({ onmessage: null, onclose: null, send: () => undefined, close: () => undefined }),
	});
});
afterEach(() => vi.useRealTimers());

test("strokes are saved together a second after the last, each save upon the one before", async () => {
	const model = new StudioModel(INFO, titled);
	model.stroke({ n: 1 });
	await vi.advanceTimersByTimeAsync(900);
	model.stroke({ n: 2 });
	expect(model.kept).toBe("waiting");
	await vi.advanceTimersByTimeAsync(1000);
	expect(saves().map(({ body }) => [body.revision, body.document])).toEqual([[1, { n: 2 }]]);
	expect(model.kept).toBe("saved");
	model.rename("Mare Anguis");
	await vi.advanceTimersByTimeAsync(1000);
	expect(saves()[1]?.body).toMatchObject({
		revision: 2,
		title: "Mare Anguis",
		document: { n: 2, title: "Mare Anguis" },
	});
});

test("a newer draft is never overwritten: theirs is taken, or mine becomes another document", async () => {
	const theirs = { ...INFO, revision: 5, document: { n: 9 } };
	const usual = answer;
	answer = (asked) =>
		asked.method === "PUT" ? { status: 409, body: { code: "stale", reason: "", newer: theirs } } : usual(asked);
	const model = new StudioModel(INFO, titled);
	model.stroke({ n: 1 });
	await vi.advanceTimersByTimeAsync(1000);
	expect(model.kept).toBe("stale");
	model.stroke({ n: 2 });
	await vi.advanceTimersByTimeAsync(9000);
	expect(saves()).toHaveLength(1);
	answer = (asked) => (asked.path === "/documents" ? { status: 201, body: { ...INFO, id: "d2" } } : usual(asked));
	expect((await model.keepMine("Mine")).id).toBe("d2");
	expect(sent.at(-1)?.body).toMatchObject({ title: "Mine", document: { n: 2, title: "Mine" } });
	model.takeTheirs();
	expect([model.document, model.kept]).toEqual([{ n: 9 }, "saved"]);
	model.stroke({ n: 10 });
	await vi.advanceTimersByTimeAsync(1000);
	expect(saves().at(-1)?.body).toMatchObject({ revision: 5, document: { n: 10 } });
});

test("without a line the draft waits, says so, and goes once there is one; a reload in between loses nothing", async () => {
	const usual = answer;
	answer = () => null;
	const model = new StudioModel(INFO, titled);
	model.stroke({ n: 1 });
	await vi.advanceTimersByTimeAsync(1000);
	expect(model.kept).toBe("offline");
	expect(new StudioModel(INFO, titled).document).toEqual({ n: 1 });
	const late = new StudioModel({ ...INFO, revision: 2, document: { n: 7 } }, titled);
	expect([late.document, late.kept, late.newer?.document]).toEqual([{ n: 1 }, "stale", { n: 7 }]);
	answer = usual;
	await vi.advanceTimersByTimeAsync(5000);
	expect(model.kept).toBe("saved");
	expect(localStorage.getItem("parcferme.studio.d1")).toBeNull();
});

test("the way back is there after a reload, saved or not", async () => {
	const model = new StudioModel(INFO, titled);
	model.stroke({ n: 1 });
	model.stroke({ n: 2 });
	await vi.advanceTimersByTimeAsync(1000);
	const again = new StudioModel({ ...INFO, revision: 2, document: { n: 2 } }, titled);
	again.undo();
	expect(again.document).toEqual({ n: 1 });
	again.leave();
	const late = new StudioModel({ ...INFO, revision: 2, document: { n: 2 } }, titled);
	expect(late.document).toEqual({ n: 1 });
	late.redo();
	expect(late.document).toEqual({ n: 2 });
});

test("what is drawn is checked, and ready only when nothing stops it", async () => {
	const model = new StudioModel(INFO, titled);
	await vi.advanceTimersByTimeAsync(200);
	expect([model.ready, model.stopping.length]).toEqual([false, 1]);
	answer = () => ({ status: 200, body: { findings: [], facts: {}, options: {} } });
	model.stroke({ n: 1 });
	expect(model.ready).toBe(false);
	await vi.advanceTimersByTimeAsync(200);
	expect(model.ready).toBe(true);
});

test("what is worked out is asked for again when the line is back, and begun anew where nobody knows it", async () => {
	const sound = { status: 200, body: { findings: [], facts: {}, options: {} } };
	const state = { done: false, progress: 0.3, figures: {}, ended: "" };
	let told: typeof answer = () => ({ status: 200, body: state });
	let begun = 0;
	answer = (asked) => {
		if (asked.path === "/studio/check") return sound;
		if (asked.path !== "/studio/measure") return told(asked);
		begun += 1;
		return { status: 202, body: { id: `job${begun}` } };
	};
	const model = new StudioModel(INFO, titled);
	await vi.advanceTimersByTimeAsync(3000);
	expect([begun, model.work?.progress]).toEqual([1, 0.3]);
	told = () => null;
	await vi.advanceTimersByTimeAsync(2000);
	told = () => ({ status: 200, body: { ...state, progress: 0.6 } });
	await vi.advanceTimersByTimeAsync(5000);
	expect([begun, model.work?.progress]).toEqual([1, 0.6]);
	told = ({ path }) =>
		path.endsWith("job1")
			? { status: 404, body: { code: "no_job", reason: "" } }
			: { status: 200, body: { ...state, done: true, progress: 1, ended: "finished" } };
	await vi.advanceTimersByTimeAsync(6000);
	expect([begun, model.work?.ended]).toEqual([2, "finished"]);
});
