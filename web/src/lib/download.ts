const TAKEN = 60_000; // milliseconds after which the browser has surely taken it

/** Hand something to the browser as a file to keep. */
export function download(content: Blob, name: string): void {
	const href = URL.createObjectURL(content);
	Object.assign(document.createElement("a"), { href, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(href), TAKEN);
}

/** … such as a record or a document. */
export function downloadText(text: string, name: string): void {
	download(new Blob([text], { type: "application/json" }), name);
}
