// The way back and forth through what was drawn. A stroke makes a new document and leaves the old one as it was, so all
// of them may be kept: they share whatever did not change.

export interface History<T> {
	past: readonly T[]; // the oldest first
	now: T;
	future: readonly T[]; // what was undone, the last undone first
}

export function begin<T>(now: T): History<T> {
	return { past: [], now, future: [] };
}

/** Draw on: what had been undone is gone. A stroke that changes nothing is none. */
export function stroke<T>(history: History<T>, next: T): History<T> {
	if (next === history.now) return history;
	return { past: [...history.past, history.now], now: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
	const now = history.past.at(-1);
	if (now === undefined) return history;
	return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
	const [now, ...future] = history.future;
	if (now === undefined) return history;
	return { past: [...history.past, history.now], now, future };
}
