// @vitest-environment jsdom
import { mount } from "svelte";
import { expect, test } from "vitest";
import { texts } from "../../lib/i18n.svelte";
import { TableModel } from "../../lib/table.svelte";
import SpeedPicker from "./SpeedPicker.svelte";
import english from "./text/en.json";

test("a crew that can only turn round is offered that", () => {
	texts.addBoard(english);
	const turn = { notation: "turn", form: { kind: "turn" }, effect: {} };
	const table = Object.assign(new TableModel(), { actions: [turn] });
	mount(SpeedPicker, { target: document.body, props: { table } });
	expect(document.querySelector("button")?.textContent).toContain(english["rally_round.turn"]);
});
