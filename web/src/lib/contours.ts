// Contour lines of a landscape, as on a survey map.

import type { Size } from "./zoom";

/** Of how high it is at a place. */
export type Height = (x: number, y: number) => number;
type Corner = [x: number, y: number, height: number];

const MESH = 20; // units between the places at which the height is taken

/** Where the line of a level crosses the side of a triangle. */
function crossing([x1, y1, h1]: Corner, [x2, y2, h2]: Corner, level: number): string {
	const share = (level - h1) / (h2 - h1);
	return `${(x1 + (x2 - x1) * share).toFixed(1)} ${(y1 + (y2 - y1) * share).toFixed(1)}`;
}

/** The piece of a level's line that runs through a triangle, if one does. */
function piece([a, b, c]: [Corner, Corner, Corner], level: number): string {
	const sides: [Corner, Corner][] = [
		[a, b],
		[b, c],
		[c, a],
	];
	const [from, to] = sides.filter(([one, other]) => one[2] < level !== other[2] < level);
	return from && to ? `M${crossing(...from, level)}L${crossing(...to, level)}` : "";
}

/** All lines of the levels as one path. They never cross: a place has one height. */
export function contours({ width, height }: Size, of: Height, levels: number[]): string {
	const corner = (x: number, y: number): Corner => [x, y, of(x, y)];
	let path = "";
	for (let x = 0; x < width; x += MESH) {
		for (let y = 0; y < height; y += MESH) {
			const [nw, ne] = [corner(x, y), corner(x + MESH, y)];
			const [sw, se] = [corner(x, y + MESH), corner(x + MESH, y + MESH)];
			for (const level of levels) path += piece([nw, ne, sw], level) + piece([ne, se, sw], level);
		}
	}
	return path;
}
