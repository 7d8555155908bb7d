import { describe, expect, it } from "vitest";
import { gif } from "./gif";

const [WIDTH, HEIGHT] = [128, 96];
const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];

function picture(colourAt: (x: number, y: number) => number[]): ImageData {
	const points = Array.from({ length: WIDTH * HEIGHT }, (_, n) => colourAt(n % WIDTH, Math.floor(n / WIDTH)));
	return { width: WIDTH, height: HEIGHT, data: Uint8ClampedArray.from(points.flat()) } as unknown as ImageData;
}

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

/** Its pictures, unpacked: where each lies, how long it stands, and its points as places in the palette. */
function read(bytes: Uint8Array): { box: number[]; stands: number; points: number[] }[] {
	const found = [];
	let at = 13 + 3 * 256 + 19; // after the head, the palette and what says that it is shown again and again
	while (bytes[at] === 0x21) {
		const stands = word(bytes, at + 4) * 10;
		const box = [9, 11, 13, 15].map((place) => word(bytes, at + place));
		at += 8 + 10 + 1;
		const packed: number[] = [];
		for (; bytes[at]; at += (bytes[at] ?? 0) + 1) packed.push(...bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)));
		at += 1;
		found.push({ box, stands, points: unpacked(packed) });
	}
	expect(bytes[at]).toBe(0x3b);
	return found;
}

/** As a program that shows GIFs does it: told apart from how it was packed. */
function unpacked(bytes: number[]): number[] {
	const points: number[] = [];
	let table: number[][] = [];
	let [size, bit] = [9, 0];
	let before: number[] | null = null;
	for (;;) {
		let code = 0;
		for (let n = 0; n < size; n += 1, bit += 1) code |= (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) << n;
		if (code === 257) return points;
		if (code === 256) {
			table = Array.from({ length: 258 }, (_, n) => [n]);
			[size, before] = [9, null];
			continue;
		}
		const run: number[] = table[code] ?? [...(before as number[]), (before as number[])[0] as number];
		if (before) table.push([...before, run[0] as number]);
		points.push(...run);
		before = run;
		if (table.length === 1 << size && size < 12) size += 1;
	}
}

const bytesOf = async (made: Blob): Promise<Uint8Array> => new Uint8Array(await made.arrayBuffer());

describe("a GIF", () => {
	it("shows every picture for its time, of the later ones only what has changed", async () => {
		const first = picture(() => GREEN);
		const second = picture((x, y) => (x >= 10 && x < 14 && y === 20 ? RED : GREEN));
		const bytes = await bytesOf(gif([first, second, second], 800));
		expect(String.fromCharCode(...bytes.subarray(0, 6))).toBe("GIF89a");
		const found = read(bytes);
		expect(found.map((one) => one.box)).toEqual([
			[0, 0, WIDTH, HEIGHT],
			[10, 20, 4, 1],
			[0, 0, 1, 1],
		]);
		expect(found.map((one) => one.stands)).toEqual([800, 800, 800]);
		const colour = (place: number | undefined): number[] => [
			...bytes.subarray(13 + 3 * (place ?? 0), 16 + 3 * (place ?? 0)),
		];
		expect(new Set(found[0]?.points.map((place) => colour(place).join()))).toEqual(new Set(["0,255,0"]));
		expect(colour(found[1]?.points[0])).toEqual([255, 0, 0]);
	});
	it("is unpacked to as many points as there are, however many colours and codes it takes", async () => {
		let seed = 7;
		const noise = picture(() => {
			seed = (seed * 48271) % 2147483647;
			return [seed & 255, (seed >> 8) & 255, (seed >> 16) & 255, 255];
		});
		const [one] = read(await bytesOf(gif([noise], 800)));
		expect(one?.points.length).toBe(WIDTH * HEIGHT);
		expect(new Set(one?.points).size).toBeGreaterThan(200);
	});
});
