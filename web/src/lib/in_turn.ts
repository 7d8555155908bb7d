// Changes that are worked out from what the one before has left: two quick clicks are two changes, not the last one alone.

/** Each deed begins when all that were asked for before it have ended, well or not. */
export function inTurn(): (deed: () => Promise<void>) => Promise<void> {
	let last: Promise<void> = Promise.resolve();
	return (deed) => {
		const mine = last.then(deed);
		last = mine.catch(() => undefined);
		return mine;
	};
}
