// What is asked for anew before it was answered: of lists that are filtered, of ladders that are switched.

/** Waits for an answer and shows it, unless something was asked for since: then what comes of it is nobody's concern. */
export function latest(): <Answer>(asked: Promise<Answer>, show: (answer: Answer) => void) => Promise<void> {
	let turn = 0;
	return async (asked, show) => {
		const mine = ++turn;
		try {
			const answer = await asked;
			if (mine === turn) show(answer);
		} catch (error) {
			if (mine === turn) throw error;
		}
	};
}
