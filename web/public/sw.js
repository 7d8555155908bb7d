// Keeps the whole site in the browser, so that it starts and plays without a line. Written into the site with the list of
// its files (parcferme site). A server that offers the site lets its own pages register this worker, too: they are never
// kept, so none is ever old, but where no line leads to them, the site takes their place.
//
// A new version is fetched beside the old one and taken at the next start, never while a page of the old one is open.

const FILES = {}; // path → what it holds, as a short hash
const VERSION = "none";
const POLICY = ""; // what a page and its workers may ask for
const HERE = new URL("./", self.location.href);
const OURS = `parcferme ${HERE.pathname} `; // how our caches' names begin: others of this host have theirs
const GONE = [502, 503, 504]; // what stands before a server says so where that does not answer
const keyOf = (path) => new URL(`${path}?${FILES[path]}`, HERE).href;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(sweep()));
self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== HERE.origin) return;
	const here = url.pathname.startsWith(HERE.pathname);
	const path = here ? url.pathname.slice(HERE.pathname.length) || "index.html" : url.pathname.slice(1);
	if (here && path in FILES) event.respondWith(kept(path, request));
	else if (request.mode === "navigate" && !path.startsWith("api/"))
		event.respondWith(elsewhere(request, here ? [...GONE, 404] : GONE, path + url.search));
});

/** A page that is not the site's: a server's, somebody else's beside the site, or an address that only a server knows.
 * Where nobody answers it, the site takes its place and shows what it has under that path. */
async function elsewhere(request, missing, path) {
	const answer = await fetch(request).catch(() => undefined);
	return answer && !missing.includes(answer.status) ? answer : Response.redirect(new URL(`#/${path}`, HERE));
}

/** Everything of this version; what an older one has of it is not fetched again. */
async function fill() {
	const cache = await caches.open(OURS + VERSION);
	const total = Object.keys(FILES).length;
	let done = 0;
	for (const path of Object.keys(FILES)) {
		const old = await caches.match(keyOf(path));
		const found = old ?? (await fetch(new URL(path, HERE), { cache: "no-cache" }));
		if (!found.ok) throw new Error(`${path}: ${found.status}`);
		if (!old && (await hash(found.clone())) !== FILES[path]) throw new Error(`${path}: of another version`);
		await cache.put(keyOf(path), guarded(found));
		await tell({ done: ++done, total });
	}
}

/** Of a host that is just getting a newer version some files are old and some new: they are not mixed. */
async function hash(answer) {
	const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
	return [...sum.subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The page says its policy itself, but a worker heeds only what comes with its own file: few hosts send one. */
function guarded(answer) {
	const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "", "Content-Security-Policy": POLICY };
	return new Response(answer.body, { headers });
}

/** How far it is, for the pages that wait for it. */
async function tell(progress) {
	for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(progress);
}

/** Older versions are not needed any more; a page of the first visit is served from here at once, so that it goes on when
 * the line breaks. (A page of an older version would have kept this one waiting.) */
async function sweep() {
	const old = (name) => name.startsWith(OURS) && name !== OURS + VERSION;
	for (const name of (await caches.keys()).filter(old)) await caches.delete(name);
	await self.clients.claim();
}

async function kept(path, request) {
	const cache = await caches.open(OURS + VERSION);
	return (await cache.match(keyOf(path))) ?? fetch(request);
}
