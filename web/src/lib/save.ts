// A file for whoever is at this page, made here.

const OFFERED = 60_000; // milliseconds in which a browser takes it

export function save(text: string, name: string): void {
	const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
	Object.assign(document.createElement("a"), { href, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(href), OFFERED);
}
