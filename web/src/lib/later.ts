// What the first picture of a page does not need is drawn right after it.

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
