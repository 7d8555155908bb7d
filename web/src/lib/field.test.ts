import { expect, test } from "vitest";
import { Field } from "./field.svelte";
import { inTurn } from "./in_turn";

test("a field shows what the server has until somebody types", () => {
	const field = new Field("");
	field.take("ann@example.org");
	expect(field.value).toBe("ann@example.org");
	field.value = "ann@exa";
	field.take("ann@example.org");
	expect(field.value).toBe("ann@exa");
});

test("what was typed before the first answer is kept", () => {
	const field = new Field("");
	field.value = "bo";
	field.take("ann@example.org");
	expect(field.value).toBe("bo");
});

test("what was sent is shown as the server writes it, and what was typed meanwhile is not lost", () => {
	const field = new Field("Ann");
	field.value = "  Anna ";
	field.sent("  Anna ");
	field.take("Anna");
	expect(field.value).toBe("Anna");
	field.value = "Annab";
	field.sent("Anna");
	field.value = "Annabel";
	field.take("Annab");
	expect(field.value).toBe("Annabel");
});

test("changes are made one after another, each from what the one before has left, also where that was refused", async () => {
	const after = inTurn();
	const seen: string[] = [];
	let state = "";
	const add = (letter: string, refused = false) =>
		after(async () => {
			const before = state;
			await Promise.resolve();
			if (refused) throw new Error(letter);
			state = before + letter;
			seen.push(state);
		});
	const [, bad] = await Promise.allSettled([add("a"), add("b", true), add("c")]);
	expect(seen).toEqual(["a", "ac"]);
	expect(bad?.status).toBe("rejected");
});
