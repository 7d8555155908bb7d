// Keeping the games of a server on this device (web/public/sw.js), so that they go on where there is no line.

import { keepable } from "./place";

const WORKER = "/alone/sw.js";
const CACHES = "parcferme "; // how the worker's begin
const SCOPE = "/"; // the server's pages, too: where they cannot be reached, the kept games take their place

class Keeping {
	state = $state<"unknown" | "no" | "coming" | "kept" | "failed">("unknown");
	done = $state(0);
	total = $state(1);

	/** What is so on this device. */
	async look(): Promise<void> {
		const found = await navigator.serviceWorker?.getRegistration(SCOPE);
		this.state = found?.active ? "kept" : "no";
	}

	async keep(): Promise<void> {
		this.state = "coming";
		try {
			const coming = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
			const worker = coming.installing ?? coming.waiting ?? coming.active;
			navigator.serviceWorker.addEventListener("message", this.hear);
			navigator.serviceWorker.startMessages();
			this.state = worker && (await settled(worker)) ? "kept" : "failed";
		} catch {
			this.state = "failed"; // no line, no room, or a browser that keeps nothing for others
		}
	}

	/** The files go; matches driven here stay (they are the page's, not the worker's). */
	async drop(): Promise<void> {
		await (await navigator.serviceWorker.getRegistration(SCOPE))?.unregister();
		for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
		this.state = "no";
	}

	private hear = ({ data }: MessageEvent<{ done: number; total: number }>): void => {
		if (this.state === "coming") [this.done, this.total] = [data.done, data.total];
	};
}

/** Has the worker come to work, or been given up? */
function settled(worker: ServiceWorker): Promise<boolean> {
	return new Promise((resolve) => {
		const look = (): void => {
			if (worker.state === "activated") resolve(true);
			else if (worker.state === "redundant") resolve(false);
		};
		worker.addEventListener("statechange", look);
		look();
	});
}

export const keeping = new Keeping();
if (keepable) void keeping.look();
