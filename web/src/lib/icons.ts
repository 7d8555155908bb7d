// The sprite's icons by name. They come with the page's script: a sprite of its own would be one more thing to wait for.

import sprite from "../icons.svg?raw";

interface Icon {
	box: string;
	shape: string;
}

const NONE: Icon = { box: "0 0 24 24", shape: "" };
const icons = new Map<string, Icon>();
for (const [, name = "", box = "", shape = ""] of sprite.matchAll(
	/<symbol id="([\w-]+)" viewBox="([^"]+)"[^>]*>(.*?)<\/symbol>/gs,
))
	icons.set(name, { box, shape });

const drawn = new Map<string, SVGElement>();

/** Put an icon's shape into an element: read from the sprite once, copied from then on. */
export function drawIcon(svg: SVGElement, name: string): void {
	let made = drawn.get(name);
	if (!made) {
		made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
		made.innerHTML = iconOf(name).shape;
		drawn.set(name, made);
	}
	svg.replaceChildren(...made.cloneNode(true).childNodes);
}

export function iconOf(name: string): Icon {
	return icons.get(name) ?? NONE;
}
