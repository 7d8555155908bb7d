// Pages by path. Links are ordinary links; clicks on them are taken here so that the page is not loaded anew.

import { href, path } from "./place";

export interface Route {
	page: string;
	params: Record<string, string>;
	query: URLSearchParams;
}

const PATTERNS: [string, string][] = [
	["/", "home"],
	["/tables", "tables"],
	["/new/:game", "new"],
	["/table/:table", "table"],
	["/replay", "replay"],
	["/replay/:table", "replay"],
	["/embed/:table", "embed"],
	["/review/:table", "review"],
	["/learn", "learn"],
	["/learn/:game", "learn"],
	["/tutorial/:game", "tutorial"],
	["/account", "account"],
	["/watch", "watch"],
	["/puzzles", "puzzles"],
	["/puzzles/:puzzle", "puzzle"],
	["/device", "device"], // where there is no server
	["/daily", "daily"],
	["/events", "events"],
	["/events/new", "new_event"],
	["/events/:event", "event"],
	["/events/:event/sheet", "sheet"],
	["/events/:event/papers/:entry/:number", "paper"],
	["/events/:event/papers/:entry/:number/review", "review"],
	["/events/:event/results", "results"],
	["/events/:event/desk", "desk"],
	["/events/:event/print/:what", "print"],
	["/events/:event/print/:entry/:number", "print"],
	["/print/:game/:what", "print_game"],
	["/championships/new", "new_championship"],
	["/championships/:championship", "championship"],
	["/championships/:championship/change", "new_championship"],
	["/people/:person", "person"],
	["/friends", "friends"],
	["/clubs/:club", "club"],
	["/ladders", "ladder"],
	["/ladders/:game", "ladder"],
	["/ladders/:game/:course", "ladder"],
	["/studio", "studio"],
	["/studio/:document", "drawing"],
	["/desk", "moderation"],
	["/mail/:deed", "mail"],
	["/mail/:deed/:token", "mail"],
];

/** A part of an address in letters; one that was typed wrong stays as it is, and leads to no page. */
function read(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

export function match(path: string): Omit<Route, "query"> {
	const parts = path.split("/").filter(Boolean);
	for (const [pattern, page] of PATTERNS) {
		const wanted = pattern.split("/").filter(Boolean);
		if (wanted.length !== parts.length) continue;
		const params: Record<string, string> = {};
		const fits = wanted.every((want, i) => {
			const part = read(parts[i] ?? "");
			if (want.startsWith(":")) params[want.slice(1)] = part;
			return want.startsWith(":") || want === part;
		});
		if (fits) return { page, params };
	}
	return { page: "missing", params: {} };
}

function here(): Route {
	const [at = "/", query = ""] = path().split("?");
	return { ...match(at), query: new URLSearchParams(query) };
}

class Router {
	route = $state<Route>(here());

	go(path: string, replace = false): void {
		history[replace ? "replaceState" : "pushState"]({}, "", href(path));
		this.route = here();
		window.scrollTo(0, 0);
	}

	listen(): void {
		addEventListener("popstate", () => {
			this.route = here();
		});
		addEventListener("click", (event) => {
			const link = (event.target as Element | null)?.closest?.("a");
			if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
				return;
			if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
			if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
			event.preventDefault();
			this.go(link.pathname + link.search + link.hash);
		});
	}
}

export const router = new Router();
