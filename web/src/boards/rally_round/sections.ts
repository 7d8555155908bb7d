// The sections of a route on the map.

import type { Survey } from "./survey";
import type { ControlRow } from "./view";
import type { RouteView } from "./wire";

const AROUND = 130; // board units beside what is to be seen

/** Where the sections begin and end: places on the path. */
export function endsOf(route: Pick<RouteView, "path"> & { controls: ControlRow[] }): number[] {
	const ends = route.controls.filter(([label]) => !label.startsWith("PC"));
	return ends.map(([, square]) => route.path.indexOf(square));
}

/** The part of a map that some squares take up; nothing where there are none. */
export function frameOf(
	survey: Survey,
	ids: number[],
	size: { width: number; height: number },
): { x: number; y: number; width: number; height: number } | null {
	const part = ids.map((id) => survey.squares.get(id)).filter((one) => one !== undefined);
	if (!part.length) return null;
	const [xs, ys] = [part.map((one) => one.x), part.map((one) => one.y)];
	const [x, y] = [Math.max(0, Math.min(...xs) - AROUND), Math.max(0, Math.min(...ys) - AROUND)];
	return {
		x,
		y,
		width: Math.min(size.width, Math.max(...xs) + AROUND) - x,
		height: Math.min(size.height, Math.max(...ys) + AROUND) - y,
	};
}
