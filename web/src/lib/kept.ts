// What this browser keeps for us. It may refuse, as a private window does or where there is no room left: then a thing
// lasts as long as the page, and nothing else is to fail.

/** The text that was kept under this name; null: none. */
export function kept(name: string): string | null {
	try {
		return localStorage.getItem(name);
	} catch {
		return null;
	}
}

/** … or what it says, where it is ours. */
export function keptAs<Thing>(name: string): Thing | null {
	try {
		return JSON.parse(kept(name) ?? "null") as Thing | null;
	} catch {
		return null;
	}
}

/** Keep a text under this name; null: not any more. False where the browser refuses. */
export function keep(name: string, text: string | null): boolean {
	try {
		if (text === null) localStorage.removeItem(name);
		else localStorage.setItem(name, text);
		return true;
	} catch {
		return false;
	}
}
