import { describe, expect, it } from "vitest";
import { part } from "../../lib/part";
import type { GameEvent, View } from "../../lib/types";
import { actors, between, scene, steps } from "./show";
import { read } from "./view";

function rover(id: string, hex: string): Record<string, unknown> {
	const state = { phases: 3, shields: 1, missiles: 1, armed: false, program: ["hidden", "hidden", "hidden"] };
	return { id, seat: id[0] === "B" ? 0 : 1, number: 1, hex, facing: "NE", ...state };
}

const before = part<View>({ rovers: [rover("B1", "A3"), rover("R1", "C3")], phase: 0 });
const event = (kind: string, args: GameEvent["args"]): GameEvent => ({
	kind,
	clause: "",
	args: { rover: "B1", ...args },
});

const turn = [
	event("moon", { number: 1, round: 2 }),
	event("reveal", { phase: 1, card: "TR" }),
	event("turn", { facing: "SE" }),
	event("reveal", { phase: 2, card: "F1" }),
	event("hit", { victim: "R1" }),
	event("push", { pushed: "R1", from: "C3", to: "D3" }),
	event("move", { from: "A3", to: "B3" }),
	event("armed", {}),
	event("damage", { rover: "R1", count: 1, phases: 3, shields: 0 }),
	event("reveal", { phase: 3, card: "LA" }),
	event("laser", { target: "R1", from: "B3", to: "D3" }),
	event("damage", { rover: "R1", count: 1, phases: 2, shields: 0 }),
	event("phase_lost", { rover: "R1", phase: 3 }),
];

describe("a turn carried out step by step", () => {
	const shown = steps(before, turn);
	const at = (n: number): ReturnType<typeof read> => read(shown[n]?.view ?? {});
	it("turns up the cards of a phase, then carries them out", () => {
		expect(shown.map((step) => [step.part, step.kind])).toEqual([
			[1, "cards"],
			[1, "turn"],
			[2, "cards"],
			[2, "move"],
			[3, "cards"],
			[3, "laser"],
		]);
		expect(at(0).rovers[0]?.program).toEqual(["TR", "hidden", "hidden"]);
	});
	it("tells every event once, in order", () => {
		expect(shown.flatMap((step) => step.events)).toEqual(turn);
	});
	it("keeps ways and rams with their phase till the end, shots only while they fly", () => {
		expect(at(5).show?.trails.map(({ rover, to, phase }) => [rover, to, phase])).toEqual([
			["R1", "D3", 2],
			["B1", "B3", 2],
		]);
		expect(at(5).show?.rams.map((ram) => ram.phase)).toEqual([2]);
		expect(at(4).show?.shots).toEqual([]);
		expect(at(5).show?.shots).toEqual([{ kind: "laser", from: "B3", to: "D3", hit: true }]);
	});
	it("marks the steps that harm somebody, gives time to read them, and says what is lost", () => {
		expect(shown.map((step) => step.harm)).toEqual([false, false, false, true, false, true]);
		expect(shown[5]?.lasts).toBeGreaterThan(shown[1]?.lasts ?? 0);
		expect(at(5).show?.tags.map((tag) => [tag.rover, tag.kind])).toEqual([["R1", "phase_lost"]]);
		expect(at(5).rovers[1]?.program[2]).toBe("lost");
	});
	it("leaves the position before it untouched", () => {
		expect(read(before).rovers[0]?.facing).toBe("NE");
	});
	it("names those who act in a step", () => {
		expect(actors(shown, 2, "move")).toEqual(["B1"]);
		expect(actors(shown, 2, "laser")).toEqual([]);
	});
	it("knows where each step happens: whoever it concerns, before and after it", () => {
		expect(shown.map((step) => scene(step).sort())).toEqual([
			["A3"],
			["A3"],
			["A3"],
			["A3", "B3", "C3", "D3"],
			["B3"],
			["B3", "D3"],
		]);
	});
	it("gives each wave of explosions a step of its own", () => {
		const waves = steps(before, [
			event("reveal", { phase: 1, card: "LA" }),
			event("laser", { target: "R1", to: "C3" }),
			event("damage", { rover: "R1", count: 1, phases: 1, shields: 0 }),
			event("explode", { rover: "R1", hex: "C3", wave: 1 }),
			event("blast", { rover: "R1", victim: "B1" }),
			event("damage", { count: 1, phases: 1, shields: 0 }),
			event("explode", { hex: "A3", wave: 2 }),
		]);
		expect(waves.map((step) => step.kind)).toEqual(["cards", "laser", "blast", "blast"]);
		expect(waves.map((step) => read(step.view).rovers.filter((one) => one.hex).length)).toEqual([2, 2, 1, 0]);
	});
	it("is no film where no card is turned up", () => {
		expect(steps(before, [event("sealed", {})])).toEqual([]);
		expect(between(before, before, [event("sealed", {})])).toEqual([]);
	});
});
