// @vitest-environment jsdom
import { expect, test } from "vitest";
import { part } from "../../lib/part";
import type { RallyeView } from "./view";
import { words } from "./words";

const view = part<RallyeView>({ board: { cells: [] }, cars: [] });
const nameOf = (seat: number): string => ["Anouk", "Nils", "Signe"][seat] ?? "";

test("winners are called by their names", () => {
	expect(words({ winners: [1, 3], amount: 12000 }, nameOf, view).winners).toBe("Anouk, Signe");
});
