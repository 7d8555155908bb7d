// Rallye-Code's view, and what the board adds to it and works out from it.

import type { View } from "../../lib/types";
import type { RallyCar, RallyeView as Told } from "./wire";

export type { Box, Cell, Player, RallyCar } from "./wire";

/** A drive that is being shown: the board adds it to the positions between two others. */
export interface Drive {
	car: string;
	path: string[];
}

export interface RallyeView extends Told {
	drive?: Drive;
}

export function read(view: View): RallyeView {
	return view as RallyeView;
}

/** What is painted on a car's roof: the piece's number where a player has two, else the player's. */
export function roof(car: RallyCar): string {
	return car.name.split(".").at(-1) ?? car.name;
}

export function townOf(view: RallyeView, cell: string | null): string {
	return view.board.cells.find((one) => one.id === cell)?.town ?? "";
}
