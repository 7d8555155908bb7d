import { describe, expect, test } from "vitest";
import { type Drawn, difference, drawAgain } from "./draw";
import vectors from "./draw.vectors.json";

// Draws as the server makes them: `python -m tests.organise.draw_vectors` writes the file, a test compares it.
describe("a draw on this device", () => {
	test.each(vectors as (Drawn & { name: string })[])("$name", async (event) => {
		for (const [n, { tables }] of event.rounds.entries())
			expect(await drawAgain(event, n + 1)).toEqual(tables.map(({ crews }) => crews));
	});

	test("says where it differs", () => {
		const told = [["a", "b"], ["c", "d"], ["e"]];
		expect(difference(told, structuredClone(told))).toEqual({ seats: 5, table: 0, seat: 0 });
		expect(difference(told, [["a", "b"], ["c", "e"], ["d"]])).toEqual({ seats: 5, table: 2, seat: 2 });
		expect(
			difference(told, [
				["a", "b"],
				["c", "d", "e"],
			]),
		).toMatchObject({ table: 2 });
	});

	test("another seed makes another draw", async () => {
		const event = (vectors as Drawn[])[0];
		if (!event) throw new Error("there are no vectors");
		const other = structuredClone(event);
		for (const round of other.rounds) round.seed = "ab".repeat(32);
		const told = event.rounds[0]?.tables.map(({ crews }) => crews) ?? [];
		expect(difference(told, await drawAgain(other, 1)).table).toBeGreaterThan(0);
	});
});
