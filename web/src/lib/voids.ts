// Why a paper is void, in the reader's language. A mark is part of an event's file, the same for everybody, so its sentence
// is English and names places in the file; here it is known by how it begins, and said for people.

const STEP = /^log entry (\d+): /;
const REASONS: [string, string][] = [
	["takes back a roll", "taken_back"],
	["the event's dice gave", "dice"],
	["the position has fingerprint", "other"],
	["the result is", "other"],
	["the log ends here", "other"],
];

/** The text `paper.void.*` that says it, and what stands in its gap. */
export function voidReason(reason: string): [string, { n: number }] {
	const step = STEP.exec(reason);
	if (!step) return [reason.startsWith("the drive does not end") ? "unfinished" : "unreadable", { n: 0 }];
	const said = reason.slice(step[0].length);
	const known = REASONS.find(([begins]) => said.startsWith(begins));
	return [known?.[1] ?? "illegal", { n: Number(step[1]) + (known?.[1] === "other" ? 0 : 1) }];
}
