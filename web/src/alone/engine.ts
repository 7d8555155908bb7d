// Python in a worker: Pyodide, the packages the engine needs, and the engine itself, all from this site's own folder.

interface Parts {
	wheels: string[];
	engine: string;
	bytes: number; // of all that is fetched, for the progress
}

/** What of Pyodide is used. */
export interface Python {
	unpackArchive(data: Uint8Array, format: string, options?: { extractDir: string }): void;
	pyimport(name: string): unknown;
}

const SITE = "/lib/site";

/** Fetch and start everything; `tell(done, total)` counts bytes as they come. */
export async function startEngine(base: string, tell: (done: number, total: number) => void): Promise<Python> {
	const parts = (await (await fetch(`${base}parts.json`)).json()) as Parts;
	let done = 0;
	const count = (bytes: number): void => {
		done += bytes;
		tell(Math.min(done, parts.bytes), parts.bytes);
	};
	const [python, ...archives] = await Promise.all([
		startPython(base, count),
		...[...parts.wheels, parts.engine].map((name) => read(base + name, count)),
	]);
	for (const data of archives) python.unpackArchive(data, "zip", { extractDir: SITE });
	(python.pyimport("sys") as { path: { insert(at: number, folder: string): void } }).path.insert(0, SITE);
	return python;
}

async function startPython(base: string, count: (bytes: number) => void): Promise<Python> {
	const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
		import(/* @vite-ignore */ `${base}pyodide.js`),
		import(/* @vite-ignore */ `${base}pyodide.asm.js`),
		// the two large files are asked for here, to count them; Pyodide then finds them in the browser's cache
		...["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => read(base + name, count)),
	]);
	return loadPyodide({ indexURL: base, createPyodideModule });
}

/** A file, counted while it comes. */
async function read(address: string, count: (bytes: number) => void): Promise<Uint8Array> {
	const answer = await fetch(address);
	if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
	const pieces: Uint8Array[] = [];
	for (const reader = answer.body.getReader(); ; ) {
		const { done, value } = await reader.read();
		if (done) break;
		pieces.push(value);
		count(value.length);
	}
	return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}
