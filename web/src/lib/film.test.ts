import { describe, expect, it } from "vitest";
import { Film, type FilmStep } from "./film.svelte";

function film(): { film: Film; told: string[]; shown: () => string } {
	const told: string[] = [];
	let view = "";
	const steps = ["a", "b", "c"].map((kind): FilmStep => {
		return { kind, view: { kind }, events: [], part: 1, harm: false, lasts: 600 };
	});
	const made = new Film(steps, (step, first) => {
		view = step.kind;
		if (first) told.push(step.kind);
	});
	return { film: made, told, shown: () => view };
}

describe("a film", () => {
	it("shows its steps one after another and is done after the last", async () => {
		const { film: one, shown } = film();
		expect(shown()).toBe("a");
		one.advance();
		one.advance();
		expect(shown()).toBe("c");
		one.advance();
		await one.done;
	});
	it("tells every step once, also those that are skipped", () => {
		const { film: one, told } = film();
		one.go(1);
		one.go(0);
		one.end();
		expect(told).toEqual(["a", "b", "c"]);
	});
	it("stays where one steps to, and begins anew when it is set going at its end", () => {
		const { film: one, shown } = film();
		one.go(9);
		expect([one.running, shown()]).toEqual([false, "c"]);
		one.toggle();
		expect([one.running, shown()]).toEqual([true, "a"]);
	});
});
