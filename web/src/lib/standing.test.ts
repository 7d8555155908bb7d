import { expect, test } from "vitest";
import { standing } from "./standing";

const row = { state: "draft", version: 0, changed: true, stops: 0 } as const;

test("a drawing says whether it may be published, is, has gone on since, or is hidden", () => {
	expect(standing(row).key).toBe("ready");
	expect(standing({ ...row, stops: 2 })).toEqual({ key: "to_settle", tone: "loss" });
	expect(standing({ ...row, state: "published", changed: false }).key).toBe("published");
	expect(standing({ ...row, state: "published", stops: 1 }).key).toBe("redrawn");
	expect(standing({ ...row, state: "withdrawn" }).key).toBe("withdrawn");
});
