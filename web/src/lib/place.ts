// Where this page lies: on a server, or by itself in a folder of any static host, where its address is told by what
// follows the `#` and the engine runs in the browser (src/alone).

export const alone = document.documentElement.hasAttribute("data-alone");

/** By itself, but kept from a server that people come back to when there is a line. */
export const kept = alone && document.documentElement.hasAttribute("data-server");

/** A server's page whose visitors may keep the games on their device. */
export const keepable = !alone && document.querySelector('link[rel="manifest"][data-games]') !== null;

/** Where the client's own files lie. */
export const root = alone ? "./" : "/";

/** Can other people be met here: invited, found in a lobby, talked to? */
export const others = !alone;

/** The picture of a game. */
export const art = (game: string): string => `${root}assets/art/${game}.svg`;

/** The path of the page in the client's own terms, query included. */
export function path(): string {
	return alone ? location.hash.slice(1) || "/" : location.pathname + location.search;
}

/** A path as this host writes it, for links. */
export const href = (to: string): string => (alone ? `#${to}` : to);

/** … and whole, to be passed on. */
export const address = (to: string): string => new URL(href(to), location.href).href;
