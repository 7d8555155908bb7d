// Drawing by keys: the arrows lead a cursor over the ground.

export interface Spot {
	x: number;
	y: number;
}

const ARROWS: Record<string, [number, number]> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** Where an arrow key leads from a spot, by steps of one size; null for any other key. */
export function steered(key: string, from: Spot, step: number): Spot | null {
	const way = ARROWS[key];
	return way ? { x: from.x + way[0] * step, y: from.y + way[1] * step } : null;
}

/** A cursor over a drawing: where it is or, before there is one, begins; how far an arrow leads it. */
export interface Led {
	cursor: Spot | null;
	from: Spot;
	step: number;
	lead: (to: Spot) => void;
	click: (at: Spot) => void;
}

/** The arrows lead the cursor, and Enter clicks where it is. */
export function byArrows(event: KeyboardEvent, { cursor, from, step, lead, click }: Led): void {
	const next = steered(event.key, cursor ?? from, step);
	if (next) lead(next);
	else if (event.key === "Enter" && cursor) click(cursor);
	else return;
	event.preventDefault();
	event.stopPropagation();
}

/** Where in its own units a pointer is on something drawn `width` by `height`. */
export function pointed(event: MouseEvent, width: number, height: number): Spot {
	const box = (event.currentTarget as Element).getBoundingClientRect();
	const share = (from: number, size: number): number => (size ? from / size : 0);
	return {
		x: share(event.clientX - box.left, box.width) * width,
		y: share(event.clientY - box.top, box.height) * height,
	};
}
