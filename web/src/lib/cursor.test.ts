// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { byArrows, type Spot } from "./cursor";

function pressed(key: string, cursor: Spot | null): { led: Spot[]; clicked: Spot[]; taken: boolean } {
	const event = new KeyboardEvent("keydown", { key, cancelable: true });
	const stopped = vi.spyOn(event, "stopPropagation");
	const [led, clicked]: [Spot[], Spot[]] = [[], []];
	const act = { lead: (to: Spot) => void led.push(to), click: (at: Spot) => void clicked.push(at) };
	byArrows(event, { cursor, from: { x: 10, y: 10 }, step: 2, ...act });
	expect(stopped.mock.calls.length > 0).toBe(event.defaultPrevented);
	return { led, clicked, taken: event.defaultPrevented };
}

describe("a cursor that keys lead over a drawing", () => {
	it("begins where it is told to, and goes on from where it is", () => {
		expect(pressed("ArrowLeft", null)).toEqual({ led: [{ x: 8, y: 10 }], clicked: [], taken: true });
		expect(pressed("ArrowDown", { x: 4, y: 6 })).toEqual({ led: [{ x: 4, y: 8 }], clicked: [], taken: true });
	});
	it("clicks where it is, once it is somewhere", () => {
		expect(pressed("Enter", { x: 4, y: 6 })).toEqual({ led: [], clicked: [{ x: 4, y: 6 }], taken: true });
		expect(pressed("Enter", null)).toEqual({ led: [], clicked: [], taken: false });
	});
	it("leaves every other key to others", () => {
		expect(pressed("e", { x: 4, y: 6 })).toEqual({ led: [], clicked: [], taken: false });
	});
});
