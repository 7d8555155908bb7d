// Pictures one after another as an animated GIF, which every browser and every chat shows.
// It is made of the pixels alone: nothing waits for a clock, so that a busy machine leaves no picture out.

const COLOURS = 256;
const BITS = 5; // of each channel that tell colours apart
const WIDEST = 4096; // codes of the packing

type Box = { left: number; top: number; width: number; height: number };

/** Pictures of one size, each shown for so many milliseconds, again and again. */
export function gif(pictures: ImageData[], still: number): Blob {
	const { width, height } = pictures[0] as ImageData;
	const palette = chosen(pictures.map((one) => one.data));
	const parts: number[][] = [
		[...ascii("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0], // a palette of 256 for all pictures
		palette.flatMap((bin) => rgb(bin)),
		[0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0], // for ever
	];
	const nearest = matcher(palette);
	let before: Uint8Array | null = null;
	for (const picture of pictures) {
		const now = indices(picture.data, nearest);
		const box = before ? changed(before, now, width, height) : { left: 0, top: 0, width, height };
		parts.push([0x21, 0xf9, 4, 0x04, ...word(Math.round(still / 10)), 0, 0]);
		parts.push([0x2c, ...word(box.left), ...word(box.top), ...word(box.width), ...word(box.height), 0]);
		parts.push([8, ...blocks(packed(cut(now, width, box))), 0]);
		before = now;
	}
	return new Blob([...parts.map((part) => Uint8Array.from(part)), Uint8Array.of(0x3b)], { type: "image/gif" });
}

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const word = (value: number): number[] => [value & 255, value >> 8];

/** A colour by its bin: the first bits of red, green and blue. */
const binOf = (data: ArrayLike<number>, at: number): number =>
	(((data[at] ?? 0) >> 3) << (2 * BITS)) | (((data[at + 1] ?? 0) >> 3) << BITS) | ((data[at + 2] ?? 0) >> 3);
const channel = (bin: number, which: number): number => (bin >> ((2 - which) * BITS)) & 31;
const rgb = (bin: number): number[] => [0, 1, 2].map((which) => Math.round((channel(bin, which) * 255) / 31));

/** The colours that stand for all: those there are, parted in the middle along their widest channel until it is enough. */
function chosen(pictures: ArrayLike<number>[]): number[] {
	const counts = new Uint32Array(1 << (3 * BITS));
	for (const data of pictures) {
		for (let at = 0; at < data.length; at += 4) {
			const bin = binOf(data, at);
			counts[bin] = (counts[bin] ?? 0) + 1;
		}
	}
	const all = [...counts.keys()].filter((bin) => counts[bin]);
	const boxes = [all];
	while (boxes.length < COLOURS) {
		const widest = boxes.map(spread).reduce((best, one, n, list) => (one[0] > (list[best]?.[0] ?? 0) ? n : best), 0);
		const box = boxes[widest] as number[];
		const [size, which] = spread(box);
		if (!size) break;
		box.sort((a, b) => channel(a, which) - channel(b, which));
		boxes.splice(widest, 1, box.slice(0, box.length >> 1), box.slice(box.length >> 1));
	}
	const palette = boxes.map((box) =>
		box.reduce((best, bin) => ((counts[bin] ?? 0) > (counts[best] ?? 0) ? bin : best)),
	);
	return [...palette, ...Array<number>(COLOURS - palette.length).fill(0)];
}

/** How far a box of colours reaches, and along which channel. */
function spread(box: number[]): [number, number] {
	const reach = [0, 1, 2].map((which) => {
		const values = box.map((bin) => channel(bin, which));
		return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 31);
	});
	const most = Math.max(...reach);
	return [most, reach.indexOf(most)];
}

/** The place in the palette that is nearest to a bin; each is looked for once. */
function matcher(palette: number[]): (bin: number) => number {
	const known = new Int16Array(1 << (3 * BITS)).fill(-1);
	const far = (a: number, b: number): number =>
		[0, 1, 2].reduce((sum, which) => sum + (channel(a, which) - channel(b, which)) ** 2, 0);
	return (bin) => {
		if ((known[bin] as number) < 0)
			known[bin] = palette.reduce((best, one, n) => (far(one, bin) < far(palette[best] ?? 0, bin) ? n : best), 0);
		return known[bin] as number;
	};
}

function indices(data: ArrayLike<number>, nearest: (bin: number) => number): Uint8Array {
	const made = new Uint8Array(data.length / 4);
	for (let n = 0; n < made.length; n += 1) made[n] = nearest(binOf(data, 4 * n));
	return made;
}

/** Where a picture differs from the one before; at least one point. */
function changed(before: Uint8Array, now: Uint8Array, width: number, height: number): Box {
	let [left, top, right, bottom] = [width, height, -1, -1];
	for (let n = 0; n < now.length; n += 1) {
		if (now[n] === before[n]) continue;
		const [x, y] = [n % width, Math.floor(n / width)];
		[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
	}
	if (bottom < 0) return { left: 0, top: 0, width: 1, height: 1 };
	return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(picture: Uint8Array, width: number, box: Box): Uint8Array {
	const made = new Uint8Array(box.width * box.height);
	for (let y = 0; y < box.height; y += 1) {
		const from = (box.top + y) * width + box.left;
		made.set(picture.subarray(from, from + box.width), y * box.width);
	}
	return made;
}

/** Packed as GIF does (LZW): runs that came before are told by a code, which grows from nine bits to twelve. */
function packed(points: Uint8Array): number[] {
	const [clear, end] = [COLOURS, COLOURS + 1];
	const runs = new Int16Array(WIDEST << 8);
	const bytes: number[] = [];
	let [next, size, held, bits] = [end + 1, 9, 0, 0];
	const put = (code: number): void => {
		held |= code << bits;
		for (bits += size; bits >= 8; bits -= 8) {
			bytes.push(held & 255);
			held >>= 8;
		}
	};
	put(clear);
	let run = points[0] as number;
	for (const point of points.subarray(1)) {
		const longer = (run << 8) | point;
		if (runs[longer]) {
			run = runs[longer] as number;
			continue;
		}
		put(run);
		run = point;
		if (next === WIDEST) {
			put(clear);
			runs.fill(0);
			[next, size] = [end + 1, 9];
			continue;
		}
		if (next === 1 << size) size += 1;
		runs[longer] = next;
		next += 1;
	}
	put(run);
	put(end);
	return [...bytes, held & 255];
}

/** In blocks of at most 255 bytes, each with its length before it. */
function* blocks(bytes: number[]): Generator<number> {
	for (let at = 0; at < bytes.length; at += 255) {
		const block = bytes.slice(at, at + 255);
		yield block.length;
		yield* block;
	}
}
