// Being told by this browser while the page is closed. A worker of its own shows what was sent; it takes no request.

import { call } from "./api";

const WORKER = "/push.js";
const SCOPE = "/push/"; // where no page lies: pages come from the server, always
const LONGEST = 20_000; // milliseconds to wait for the worker

export type Told = "on" | "off" | "refused" | "cannot";

const able = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription(): Promise<PushSubscription | null> {
	const worker = await navigator.serviceWorker.getRegistration(SCOPE);
	return (await worker?.pushManager.getSubscription()) ?? null;
}

/** How it stands with this browser. */
export async function told(): Promise<Told> {
	if (!able()) return "cannot";
	if (Notification.permission === "denied") return "refused";
	return (await subscription()) ? "on" : "off";
}

/** Ask the browser, and tell the server where to send it. `key` is the server's. */
export async function start(key: string): Promise<Told> {
	if ((await Notification.requestPermission()) !== "granted") return told();
	const worker = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
	await active(worker);
	const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
	const { endpoint, keys } = made.toJSON();
	await call("POST", "/account/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
	return "on";
}

export async function stop(): Promise<Told> {
	const held = await subscription();
	if (held) {
		await call("POST", "/account/push/end", { endpoint: held.endpoint });
		await held.unsubscribe();
	}
	return told();
}

function active(worker: ServiceWorkerRegistration): Promise<void> {
	const coming = worker.installing ?? worker.waiting;
	if (worker.active || !coming) return Promise.resolve();
	return new Promise((done, fail) => {
		const timer = setTimeout(() => fail(new Error("the worker does not start")), LONGEST);
		coming.addEventListener("statechange", () => {
			if (coming.state !== "activated") return;
			clearTimeout(timer);
			done();
		});
	});
}

/** Base64 as keys are written in it. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
	const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
