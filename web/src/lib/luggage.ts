// What the page itself remembers on this device and people would miss on another: how far they have come in the lessons,
// and their best results. It travels in the file that takes everything along.

const TAKEN = ["parcferme.lesson.", "parcferme.best."];
const isTaken = (key: string): boolean => TAKEN.some((start) => key.startsWith(start));

/** What is packed. */
export function remembered(): Record<string, string> {
	try {
		return Object.fromEntries(Object.entries(localStorage).filter(([key]) => isTaken(key)));
	} catch {
		return {}; // closed to us
	}
}

/** … and unpacked on another device, where what it remembers itself stays. */
export function remember(brought: unknown): void {
	for (const [key, value] of Object.entries(brought ?? {})) {
		if (!isTaken(key) || typeof value !== "string") continue;
		try {
			if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
		} catch {
			return; // nothing is kept here
		}
	}
}
