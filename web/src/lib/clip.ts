// A few positions of a board as a moving picture to pass on: each is drawn on a canvas here. Nothing is fetched and nothing is sent.

import { encode } from "modern-gif";

const WIDTH = 960;
const STILL = 800; // milliseconds that a position stands
const LEAST = 90_000; // square pixels: what is smaller is an icon and no board
const SHOWN = [
	...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"],
	...["stroke-opacity", "opacity", "display", "visibility", "transform", "transform-origin", "transform-box"],
	...["font-family", "font-size", "font-weight", "font-stretch", "text-anchor", "dominant-baseline", "letter-spacing"],
	...["paint-order", "clip-path", "mask", "filter", "mix-blend-mode"],
];

/** The drawings of a board, from the ground up: the largest one of the page, and those that lie on the same place. */
export function layers(root: ParentNode): SVGSVGElement[] {
	const whole = [...root.querySelectorAll("svg")].filter((svg) => !svg.parentElement?.closest("svg"));
	const [largest] = whole.filter((svg) => area(svg) >= LEAST).sort((a, b) => area(b) - area(a));
	return whole.filter((svg) => svg === largest || (svg.parentElement === largest?.parentElement && area(svg) >= LEAST));
}

function area(svg: SVGSVGElement): number {
	const { width, height } = svg.getBoundingClientRect();
	return width * height;
}

/** A canvas of the board's shape. */
export function canvasFor(root: ParentNode): HTMLCanvasElement {
	const canvas = document.createElement("canvas");
	const box = layers(root)[0]?.viewBox.baseVal;
	canvas.width = WIDTH;
	canvas.height = box?.width ? Math.round((WIDTH * box.height) / box.width / 2) * 2 : WIDTH;
	return canvas;
}

/** The board as it stands now. */
export async function drawBoard(canvas: HTMLCanvasElement, root: ParentNode): Promise<void> {
	const pen = canvas.getContext("2d");
	if (!pen) return;
	pen.fillStyle = getComputedStyle(document.body).backgroundColor;
	pen.fillRect(0, 0, canvas.width, canvas.height);
	for (const svg of layers(root)) pen.drawImage(await picture(svg, canvas), 0, 0, canvas.width, canvas.height);
}

/** A drawing by itself: what the page's styles say of it is written into it, in a way that the page's policy allows. */
async function picture(svg: SVGSVGElement, { width, height }: HTMLCanvasElement): Promise<HTMLImageElement> {
	const copy = svg.cloneNode(true) as SVGSVGElement;
	const [from, to] = [
		[svg, ...svg.querySelectorAll("*")],
		[copy, ...copy.querySelectorAll("*")],
	];
	for (const [n, one] of from.entries()) {
		const styles = getComputedStyle(one);
		const own = to[n] as SVGElement;
		own.style.cssText = SHOWN.map((name) => `${name}:${styles.getPropertyValue(name)}`).join(";");
	}
	copy.setAttribute("width", String(width));
	copy.setAttribute("height", String(height));
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	const made = new Image(width, height);
	made.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
	await made.decode();
	return made;
}

/** Positions one after another as an animated GIF, which every chat shows; `draw` puts the nth on the canvas. It is made of
 * the pixels alone: nothing waits for a clock, so that a busy machine leaves no picture out. */
export async function clip(
	canvas: HTMLCanvasElement,
	count: number,
	draw: (n: number) => Promise<void>,
): Promise<Blob> {
	const pen = canvas.getContext("2d", { willReadFrequently: true });
	const { width, height } = canvas;
	const frames: { data: Uint8ClampedArray<ArrayBuffer>; delay: number }[] = [];
	for (let n = 0; n < count && pen; n += 1) {
		await draw(n);
		frames.push({ data: pen.getImageData(0, 0, width, height).data, delay: STILL });
	}
	return encode({ width, height, frames, format: "blob" });
}
