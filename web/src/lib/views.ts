// Views arrive without what has not changed: `kept` names the parts that are as in the view before.

import type { Json } from "./types";

type Fields = Record<string, Json>;

export interface Shown {
	view: Fields | null;
	kept?: string[];
}

/** Puts together again what came in parts, view after view. */
export class Parts {
	private last: Fields = {};

	/** Complete the views of some steps, positions or frames, in the order in which they came. */
	fill(shown: Shown[]): void {
		for (const one of shown) {
			if (!one.view) continue;
			for (const name of one.kept ?? []) one.view[name] = this.last[name] ?? null;
			this.last = one.view;
		}
	}
}

/** A page of frames, each complete. */
export function filled<Frame extends Shown>(frames: Frame[]): Frame[] {
	new Parts().fill(frames);
	return frames;
}
