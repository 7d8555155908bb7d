// @vitest-environment jsdom
import { flushSync, mount } from "svelte";
import { expect, test } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import { part } from "../../lib/part";
import { TableModel } from "../../lib/table.svelte";
import TyreCards from "./TyreCards.svelte";
import english from "./text/en.json";
import type { RallyCar } from "./view";

test("each set of tyres says what it does in this weather, and those that are on may be kept", () => {
	texts.addBoard(english);
	const odd = { key: "odds.tyres.odd", args: { tyres: "rain", lower: 0, cost: 2 } };
	const actions = [
		{ notation: "fit:normal", form: { kind: "fit", tyres: "normal" }, effect: {}, odds: [] },
		{ notation: "fit:rain", form: { kind: "fit", tyres: "rain" }, effect: { lower: 1 }, odds: [odd] },
		{ notation: "on", form: { kind: "drive_on" }, effect: {}, odds: [] },
	];
	const table = Object.assign(new TableModel(), { game: "rally", actions, draft: "on", aids: ["odds"] });
	mount(TyreCards, { target: document.body, props: { table, car: part<RallyCar>({ tyres: "snow" }) } });
	flushSync();
	const cards = [...document.querySelectorAll(".cards button")];
	expect(cards.map((card) => card.textContent?.replace(/\s+/g, " ").trim())).toEqual([
		"Normal no effect",
		"Rain every level − 1 after an odd roll: 2 squares less",
		"Snow Keep these tyres",
	]);
	expect(cards.map((card) => card.getAttribute("aria-pressed"))).toEqual(["false", "false", "true"]);
});
