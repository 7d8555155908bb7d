/** Puts a text on the clipboard. False where the browser has none for this page, or does not allow it. */
export async function toClipboard(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
