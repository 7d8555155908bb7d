import { expect, test } from "vitest";
import type { FromThinker, ToThinker } from "./messages";
import { Thinker, thinkerOf } from "./thinker";

class Fake {
	onmessage: ((event: { data: FromThinker }) => void) | null = null;
	onerror: (() => void) | null = null;
	heard: ToThinker[] = [];
	ended = false;

	postMessage(question: ToThinker): void {
		this.heard.push(question);
	}

	terminate(): void {
		this.ended = true;
	}

	say(data: FromThinker): void {
		this.onmessage?.({ data });
	}

	answer(id: number): void {
		this.say({ tell: "thought", id, ok: true, text: `${id}` });
	}

	ids(): number[] {
		return this.heard.map(({ id }) => id);
	}
}

function made(): { thinker: Thinker; workers: Fake[]; told: FromThinker[]; failed: () => number } {
	const workers: Fake[] = [];
	const told: FromThinker[] = [];
	let failures = 0;
	const start = (): Worker => {
		workers.push(new Fake());
		return workers.at(-1) as unknown as Worker;
	};
	const thinker = new Thinker(
		start,
		(one) => told.push(one),
		() => failures++,
	);
	return { thinker, workers, told, failed: () => failures };
}

const ask = (thinker: Thinker, ...ids: number[]): void => {
	for (const id of ids) thinker.ask({ id, text: "" });
};

test("one question after the other, by a worker that is started when there is one", () => {
	const { thinker, workers, told } = made();
	expect(workers).toHaveLength(0);
	ask(thinker, 1, 2);
	expect(workers[0]?.ids()).toEqual([1]);
	workers[0]?.say({ tell: "progress", id: 1, done: 1, total: 2, known: "" });
	expect(workers[0]?.ids()).toEqual([1]);
	workers[0]?.answer(1);
	expect(workers[0]?.ids()).toEqual([1, 2]);
	expect(told.map(({ tell }) => tell)).toEqual(["progress", "thought"]);
});

test("what nobody waits for any more is not thought about to its end", () => {
	const { thinker, workers, told } = made();
	ask(thinker, 1, 2, 3);
	expect(thinker.drop(2)).toBe(true);
	expect(workers[0]?.ended).toBe(false);
	expect(thinker.drop(1)).toBe(true);
	expect(workers[0]?.ended).toBe(true);
	expect(workers[1]?.ids()).toEqual([3]);
	workers[0]?.answer(1); // too late
	expect(told).toEqual([]);
	expect(thinker.drop(1)).toBe(false);
	expect(thinker.dropAll()).toEqual([3]);
	expect(workers[1]?.ended).toBe(true);
});

test("where the engine does not come or breaks down, it is said, and the question is asked again", () => {
	const { thinker, workers, told, failed } = made();
	ask(thinker, 1);
	workers[0]?.say({ tell: "failed", reason: "no line" });
	expect([failed(), thinker.stuck()]).toEqual([1, true]);
	thinker.goOn();
	workers[1]?.onerror?.();
	expect([failed(), thinker.stuck()]).toEqual([2, true]);
	thinker.goOn();
	workers[2]?.answer(1);
	expect([told.length, thinker.stuck()]).toEqual([1, false]);
});

test("a bot waits for a first hint at most, not for one that takes more time", () => {
	expect(thinkerOf('{"do":"choose","level":"ace"}')).toBe("play");
	expect(thinkerOf('{"do":"hint","look":0}')).toBe("play");
	expect(thinkerOf('{"do":"hint","look":2}')).toBe("hint");
	expect(thinkerOf('{"do":"review"}')).toBe("review");
	expect(thinkerOf('{"do":"surprise"}')).toBe("studio");
});
