import { describe, expect, it } from "vitest";
import { latest } from "./latest";

/** An answer that comes when the test says so. */
function later(): { answer: Promise<string>; come: (text: string) => void; fail: () => void } {
	let come = (_: string): void => undefined;
	let fail = (): void => undefined;
	const answer = new Promise<string>((done, broken) => {
		come = done;
		fail = () => broken(new Error("gone"));
	});
	return { answer, come, fail };
}

describe("of several questions", () => {
	it("the last one’s answer is shown, whenever the others come", async () => {
		const newest = latest();
		const [first, second] = [later(), later()];
		const shown: string[] = [];
		const asked = [first, second].map(({ answer }) => newest(answer, (text) => shown.push(text)));
		second.come("second");
		first.come("first");
		await Promise.all(asked);
		expect(shown).toEqual(["second"]);
	});

	it("only the last one’s failure is told", async () => {
		const newest = latest();
		const [first, second] = [later(), later()];
		const asked = [first, second].map(({ answer }) => newest(answer, () => undefined));
		first.fail();
		second.fail();
		await expect(asked[0]).resolves.toBeUndefined();
		await expect(asked[1]).rejects.toThrow("gone");
	});
});
