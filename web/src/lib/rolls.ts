// Dice as they are seen at a table: held while the throw is on its way, tumbling, showing their faces, counted.

/** A die as it is shown: by what it is called or, with pips, by its number. */
export interface Die {
	face: string; // empty: not known yet
	look: "black" | "white" | "pips";
	bad?: boolean; // it shows what nobody wanted
}

/** Where a throw has got to. `held`: the table has not answered yet. */
export type Stage = "held" | "tumble" | "face" | "count";

export interface Roll {
	dice: Die[];
	stage: Stage;
	by: number | null; // whose throw it is
}

/** Milliseconds of each stage, before the speed setting: trouble is looked at longer than a clean face. */
export const TUMBLE = 420;
const FACE = { bad: 360, clean: 120 };
export const COUNT = 240;
export const APART = 120; // between the faces of several dice

/** How long the faces are looked at. */
export function faceTime(dice: Die[]): number {
	const last = APART * (dice.length - 1);
	return last + (dice.some((die) => die.bad) ? FACE.bad : FACE.clean);
}

/** How long a throw takes in all; nothing where nothing is thrown. */
export function rollTime(dice: Die[] = []): number {
	return dice.length ? TUMBLE + faceTime(dice) + COUNT : 0;
}

/** The dots of a die in a square of three by three, from its upper left. */
export function pips(face: string): number[] {
	return { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }[face] ?? [];
}
