// Flat-topped hexes in columns A, B, C …: where they lie and what they look like.

export const SIZE = 40;
const STEP = SIZE * Math.sqrt(3);
export const ROWS = 12;

export interface Spot {
	x: number;
	y: number;
}

/** The middle of a hex by its label: `C5`. */
export function centre(label: string): Spot {
	const column = label.charCodeAt(0) - 65;
	const row = Number(label.slice(1)) - 1;
	return { x: SIZE * (2 + 1.5 * column), y: STEP * (1.4 + row + (column % 2) / 2) };
}

export function extent(columns: number): { width: number; height: number } {
	return { width: SIZE * (3 + 1.5 * (columns - 1) + 1), height: STEP * (ROWS + 1.6) };
}

/** Every hex of a board: odd columns are one shorter. */
export function labels(columns: number): string[] {
	const all: string[] = [];
	for (let column = 0; column < columns; column++)
		for (let row = 1; row <= ROWS - (column % 2); row++) all.push(`${String.fromCharCode(65 + column)}${row}`);
	return all;
}

/** The outline of a hex around the origin. */
export function outline(size = SIZE): string {
	const half = (size * Math.sqrt(3)) / 2;
	return `M${-size} 0L${-size / 2} ${-half}H${size / 2}L${size} 0L${size / 2} ${half}H${-size / 2}Z`;
}

export const HEADINGS: Record<string, number> = { N: -90, NE: -30, SE: 30, S: 90, SW: 150, NW: -150 };
export const FACINGS = ["N", "NE", "SE", "S", "SW", "NW"];

/** A steady shade for each hex, so that the ground is not one grey. */
export function shade(label: string): number {
	let sum = 7;
	for (const char of label) sum = (sum * 31 + char.charCodeAt(0)) % 997;
	return (sum % 9) - 4;
}
