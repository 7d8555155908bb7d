// @vitest-environment jsdom
import { expect, it } from "vitest";
import { Told, whyNot } from "./reasons";

it("says nothing where something was done, and else why it was not", async () => {
	const done: string[] = [];
	expect(await whyNot(async () => done.push("it"))).toBe("");
	expect(done).toEqual(["it"]);
	const refused = async (): Promise<void> => {
		throw new Told("The road is closed.");
	};
	expect(await whyNot(refused)).toBe("The road is closed.");
});
