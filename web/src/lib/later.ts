// What is not done at once: after the first picture of a page, which does not need it, or again and again.

/** Do this once the next picture stands on the screen; the answer calls it off. */
export function afterPicture(act: () => void): () => void {
	let wanted = true;
	const due = (): void => {
		if (wanted) act();
	};
	requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(due)));
	return () => {
		wanted = false;
	};
}

/** Do this every so many milliseconds; the answer calls it off. */
export function every(milliseconds: number, act: () => void): () => void {
	const timer = setInterval(act, milliseconds);
	return () => clearInterval(timer);
}
