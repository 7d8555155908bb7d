// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { catalogue } from "./catalogue.svelte";
import { texts } from "./i18n.svelte";
import { part } from "./part";
import { changedRules } from "./setting";
import type { GameInfo, TableInfo } from "./types";

test("rules that are not as usual are named, with what they are here", () => {
	const properties = { weather: { default: "none" }, sisu: { default: true }, rounds: { default: 60 }, stages: {} };
	vi.spyOn(catalogue, "find").mockReturnValue(part<GameInfo>({ options: { properties } }));
	texts.addGame("rallyman", {
		"option.weather": "Weather for each zone.",
		"choice.weather.variable": "rolled",
		"option.sisu": "A Sisu card.",
		"option.stages": "The specials.",
	});
	const options = { players: 3, weather: "variable", sisu: false, rounds: 60, stages: ["J1-J4"] };
	expect(changedRules(part<TableInfo>({ game: "rallyman", options }))).toEqual([
		{ rule: "Weather for each zone", value: "rolled" },
		{ rule: "A Sisu card", value: "off" },
		{ rule: "The specials", value: "" },
	]);
});
