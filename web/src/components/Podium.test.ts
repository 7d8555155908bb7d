// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import PodiumRover from "../boards/lunar_rally/PodiumRover.svelte";
import type { GameBoard } from "../lib/boards";
import type { Placed } from "../lib/finish";
import { part } from "../lib/part";
import { TableModel } from "../lib/table.svelte";
import Podium from "./Podium.svelte";

const placed = [0, 1].map((seat) => part<Placed>({ seat, place: seat + 1, figure: "", behind: "", out: "" }));

function drawn(board: Partial<GameBoard>): Element[] {
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	const table = new TableModel();
	table.view = {};
	table.board = part<GameBoard>(board);
	const made = mount(Podium, { target: document.body, props: { table, placed } });
	flushSync();
	const found = [...document.querySelectorAll(".podium > li > svg.car")];
	unmount(made);
	return found;
}

test("every crew on the podium stands there with what it drives, also where plates have no number", () => {
	const plate = (): { car: number; bare: boolean } => ({ car: 2, bare: true });
	const cars = drawn({ plate });
	const rovers = drawn({ plate, Piece: PodiumRover });
	expect([cars.length, rovers.length]).toEqual([2, 2]);
	expect(cars.every((one) => one.querySelector("[data-car]"))).toBe(true);
	expect(rovers.every((one) => one.querySelector(".nose"))).toBe(true);
});
