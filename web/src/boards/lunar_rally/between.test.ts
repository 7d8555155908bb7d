import { describe, expect, it } from "vitest";
import type { GameEvent, View } from "../../lib/types";
import { between } from "./between";
import { read } from "./view";

const rover = {
	id: "B1",
	seat: 0,
	number: 1,
	hex: "A3",
	facing: "NE",
	phases: 3,
	shields: 1,
	missiles: 1,
	armed: false,
};
const before = { rovers: [{ ...rover, program: ["hidden", "hidden", "hidden"] }], phase: 0 };
const event = (kind: string, args: GameEvent["args"]): GameEvent => ({
	kind,
	clause: "",
	args: { rover: "B1", ...args },
});

describe("a turn carried out step by step", () => {
	const frames = between(before, before, [
		event("reveal", { phase: 1, card: "TR" }),
		event("turn", { facing: "SE" }),
		event("reveal", { phase: 2, card: "F1" }),
		event("move", { from: "A3", to: "B3" }),
		event("armed", {}),
		event("reveal", { phase: 3, card: "ST" }),
	]);
	it("shows each group of events in order", () => {
		expect(frames.map((frame) => read(frame).rovers[0]?.facing)).toEqual(["NE", "SE", "SE", "SE"]);
		expect(frames.map((frame) => read(frame).rovers[0]?.hex)).toEqual(["A3", "A3", "A3", "B3"]);
		expect(read(frames[2] as View).rovers[0]?.program).toEqual(["TR", "F1", "hidden"]);
	});
	it("says which step of the phase it is", () => {
		expect(frames.map((frame) => read(frame).step)).toEqual([undefined, "turn", undefined, "move"]);
	});
	it("leaves the position before it untouched", () => {
		expect(read(before).rovers[0]?.facing).toBe("NE");
	});
	it("draws a laser from the rover that fires to what it hits", () => {
		const shots = between(before, before, [
			event("laser", { target: "R1", to: "D2" }),
			event("reveal", { phase: 2, card: "ST" }),
		]);
		expect(read(shots[0] as View).effects).toEqual([{ kind: "laser", from: "A3", to: "D2" }]);
	});
});
