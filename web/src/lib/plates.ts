// The six door plates (circle, square, triangle point down, diamond, hexagon, pentagon) in a box of −15 to 15.

export const SHAPES: string[] = [
	"M0-12.5A12.5 12.5 0 1 1 0 12.5A12.5 12.5 0 1 1 0-12.5Z",
	"M-11-11H11V11H-11Z",
	"M-14-11.5H14L0 13Z",
	"M0-14.5L14.5 0L0 14.5L-14.5 0Z",
	"M-13.5 0L-6.75-11.7H6.75L13.5 0L6.75 11.7H-6.75Z",
	"M0-13.5L13-3.6L8 11.5H-8L-13-3.6Z",
];

/** Where the number sits: a triangle and a pentagon have their room higher or lower than a circle. */
export function plateText(car: number): { y: number; size: number } {
	const kind = (car - 1) % 6;
	if (kind === 2) return { y: 1.6, size: 11.8 };
	if (kind === 3) return { y: 4.2, size: 11.8 };
	return { y: 4.8, size: 13.4 };
}

export const DASHES = ["none", "8 4", "2 4", "10 4 2 4", "14 5", "2 3 2 7"];

/** The letter on a person's door plate. */
export const letterOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? "";
