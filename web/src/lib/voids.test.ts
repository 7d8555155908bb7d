import { expect, test } from "vitest";
import { voidReason } from "./voids";

test.each([
	["the drive does not end where the trial ends", "unfinished", 0],
	["log entry 6: takes back a roll of the event's dice", "taken_back", 7],
	["log entry 6: the event's dice gave 3, the record says 5", "dice", 7],
	["log entry 6: the position has fingerprint ab, the record says cd", "other", 6],
	['log entry 6: the result is {"places":[1]}, the record says null', "other", 6],
	["log entry 6: the log ends here, but a mark stands after entry 9", "other", 6],
	["log entry 6: 'gear 7' is not an action", "illegal", 7],
	["seats: names 2, but the game has 1 players", "unreadable", 0],
])("%s", (reason, key, n) => {
	expect(voidReason(reason)).toEqual([key, { n }]);
});
