// The page lies by itself: ask the engine in this browser, and take care of links that a server would answer.

import { mount } from "svelte";
import { href, kept } from "../lib/place";
import { reach } from "../lib/transport";
import EngineNotice from "./EngineNotice.svelte";
import { downloadFrom, own } from "./end.svelte";
import ServerNotice from "./ServerNotice.svelte";

export function begin(): void {
	reach(own);
	addEventListener("click", takeLink, true);
	for (const seen of ["pointerover", "focusin"]) addEventListener(seen, ({ target }) => relink(anchor(target)));
	addEventListener("hashchange", () => dispatchEvent(new PopStateEvent("popstate")));
	mount(EngineNotice, { target: document.body });
	if (kept) mount(ServerNotice, { target: document.body, anchor: document.getElementById("app") ?? undefined });
	else navigator.serviceWorker?.register("./sw.js").catch(() => undefined); // keeps the site for days without a line
	const later = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1000));
	later(() => own.wake()); // whoever looks at the page now will soon want to play
}

const anchor = (target: EventTarget | null): HTMLAnchorElement | null =>
	target instanceof Element ? target.closest("a") : null;

/** Pages name each other by path; opened in another tab or copied, a link must be right for this host, too. */
function relink(link: HTMLAnchorElement | null): void {
	const to = link?.getAttribute("href");
	if (to?.startsWith("/") && !to.startsWith("/api/")) link?.setAttribute("href", href(to));
}

function takeLink(event: MouseEvent): void {
	const link = anchor(event.target);
	const to = link?.getAttribute("href") ?? "";
	if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
	if (to.startsWith("/api/") && link.hasAttribute("download")) {
		event.preventDefault();
		void downloadFrom(link);
	} else if (to.startsWith("#") && !to.startsWith("#/")) {
		event.preventDefault(); // a place on this page: what follows the # tells which page it is
		const place = document.getElementById(to.slice(1));
		place?.scrollIntoView();
		place?.focus();
	}
}
