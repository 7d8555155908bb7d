// The engine in this browser as one of the two ends of lib/transport.ts. The house answers at once; whoever thinks does
// so in a worker of their own, started when first needed: bots and first hints in one, hints that take more time in
// another, so that no bot waits for them, reviews in a third, the studio's work in a fourth, of which only the last is
// wanted.

import { downloadText } from "../lib/download";
import { root } from "../lib/place";
import { denialText } from "../lib/reasons";
import type { End, Reply, Wire } from "../lib/transport";
import type { FromHouse, ToHouse } from "./messages";
import { Thinker, thinkerOf } from "./thinker";

const BASE = new URL(`${root}engine/`, document.baseURI).href;
const REFUSED = 4000; // as a server closes a line that it does not open

/** How far the engine is, for whoever waits for it. */
export const engine = $state({
	state: "asleep" as "asleep" | "loading" | "ready" | "failed",
	done: 0,
	total: 1,
	waited: 0, // how many questions wait for it
	keeps: true, // what is played outlasts the page
	refused: "", // why there is no file of what was to be saved
});

class OwnLine implements Wire {
	onmessage: Wire["onmessage"] = null;
	onclose: Wire["onclose"] = null;

	constructor(
		private readonly number: number,
		private readonly say: (message: ToHouse) => void,
		private readonly forget: () => void,
	) {}

	send(text: string): void {
		this.say({ do: "wish", line: this.number, text });
	}

	close(): void {
		this.forget();
		this.say({ do: "hang up", line: this.number });
	}
}

class OwnEngine implements End {
	far = false;
	private house: Worker | null = null;
	private thinkers = new Map<string, Thinker>();
	private waiting = new Map<number, (reply: Reply) => void>();
	private lines = new Map<number, OwnLine>();
	private count = 0;

	/** Have the engine come; the pages need not wait for it. */
	wake(): void {
		for (const thinker of this.thinkers.values()) if (thinker.stuck()) thinker.goOn();
		if (this.house) {
			if (engine.state === "failed") engine.state = "ready"; // a thinker had not come, and is asked again
			return;
		}
		this.open();
	}

	private open(): void {
		engine.state = "loading";
		this.house = new Worker(new URL("./house.worker.ts", import.meta.url), { type: "module" });
		this.house.onmessage = (event: MessageEvent<FromHouse>) => this.hear(event.data);
		this.house.onerror = () => this.hear({ tell: "failed", reason: "the engine could not be started" });
		this.house.postMessage({ begin: BASE });
	}

	async call(method: string, path: string, body = ""): Promise<Reply> {
		if (method === "GET" && path.startsWith("/games")) return this.read(path);
		if (method === "POST" && path === "/tables") keepForGood();
		const id = this.count++;
		const reply = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
		engine.waited = this.waiting.size;
		this.say({ do: "call", id, method, path, body });
		return reply;
	}

	/** What never changes lies beside the page, and is there before the engine is. */
	private async read(path: string): Promise<Reply> {
		const answer = await fetch(`${root}data${path.replace(/\?.*/, "")}.json`);
		return { ok: answer.ok, status: answer.status, text: await answer.text() };
	}

	line(table: string, query: URLSearchParams): Wire {
		const line = this.count++;
		const wire = new OwnLine(
			line,
			(message) => this.say(message),
			() => this.lines.delete(line),
		);
		this.lines.set(line, wire);
		const seat = query.get("seat");
		this.say({ do: "line", line, table, seat: seat === null ? null : Number(seat), since: Number(query.get("since")) });
		return wire;
	}

	private say(message: ToHouse): void {
		if (!this.house) this.open();
		this.house?.postMessage(message);
	}

	private hear(message: FromHouse): void {
		if (message.tell === "loading") Object.assign(engine, { done: message.done, total: message.total });
		else if (message.tell === "ready") {
			Object.assign(engine, { state: "ready", keeps: message.keeps });
			performance.mark("engine"); // benchmarks/web/site.py asks when this was
		} else if (message.tell === "failed") this.fail(message.reason);
		else if (message.tell === "answer") {
			this.waiting.get(message.id)?.({ ok: message.ok, status: message.ok ? 200 : 400, text: message.text });
			this.waiting.delete(message.id);
			engine.waited = this.waiting.size;
		} else if (message.tell === "message") this.deliver(message.line, message.text);
		else if (message.tell === "closed") {
			this.deliver(message.line, message.reason);
			this.lines.get(message.line)?.onclose?.(new CloseEvent("close", { code: REFUSED }));
		} else if (message.tell === "think") this.think(message.id, message.text);
		else for (const thinker of this.thinkers.values()) thinker.drop(message.id);
	}

	private deliver(line: number, text: string): void {
		this.lines.get(line)?.onmessage?.(new MessageEvent("message", { data: text }));
	}

	/** The engine did not come, or came to grief: whoever waits is told, and the next to ask tries again. */
	private fail(reason: string): void {
		engine.state = "failed";
		this.house?.terminate();
		this.house = null;
		const text = JSON.stringify({ code: "no_engine", reason });
		for (const resolve of this.waiting.values()) resolve({ ok: false, status: 503, text });
		this.waiting.clear();
		engine.waited = 0;
		for (const thinker of this.thinkers.values()) thinker.dropAll();
		const broken = [...this.lines.values()];
		this.lines.clear();
		for (const line of broken) line.onclose?.(new CloseEvent("close"));
	}

	private think(id: number, text: string): void {
		const kind = thinkerOf(text);
		const thinker = this.thinkers.get(kind) ?? this.thinker();
		this.thinkers.set(kind, thinker);
		if (kind === "studio")
			for (const old of thinker.dropAll()) this.say({ do: "thought", id: old, ok: false, text: "dropped" });
		thinker.ask({ id, text });
	}

	private thinker(): Thinker {
		return new Thinker(
			() => {
				const worker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
				worker.postMessage({ begin: BASE });
				return worker;
			},
			({ tell, ...rest }) => this.say({ do: tell, ...rest } as ToHouse),
			() => {
				engine.state = "failed";
			},
		);
	}
}

/** A browser that is short of room throws away what nobody has asked it to keep. It may ask back, or refuse. */
function keepForGood(): void {
	navigator.storage?.persist?.().catch(() => undefined);
}

export const own = new OwnEngine();

/** A link that downloads an answer of the API: there is no such address here, so it is made on the spot. */
export async function downloadFrom(link: HTMLAnchorElement): Promise<void> {
	const reply = await own.call("GET", link.pathname.replace(/^.*\/api/, "") + link.search);
	if (reply.ok) downloadText(reply.text, link.download);
	else engine.refused = denialText(JSON.parse(reply.text));
}
