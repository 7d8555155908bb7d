// The house's sign: a P that is a road, on a plate.

export const MARK = {
	size: 32,
	round: 6,
	stroke: 3.3,
	line: "M10.5 25V8.5H18a5.25 5.25 0 0 1 0 10.5h-.8",
	solid: "M14.2 25a3.7 3.7 0 1 1-7.4 0a3.7 3.7 0 1 1 7.4 0z M13.3 19l5.6-5v10z",
};
