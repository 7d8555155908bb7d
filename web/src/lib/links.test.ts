import { expect, test } from "vitest";
import { withKey } from "./links";

test("a key goes on with every address, and nothing does where there is none", () => {
	expect(withKey("/replay/t", "k/1")).toBe("/replay/t?key=k%2F1");
	expect(withKey("/replay/t?at=3", "k")).toBe("/replay/t?at=3&key=k");
	expect(withKey("/replay/t?at=3", "")).toBe("/replay/t?at=3");
});
