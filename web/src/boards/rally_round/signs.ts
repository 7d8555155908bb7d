// The features of the map as a few large paths: one per kind and ink, so that a map of hundreds costs little to redraw.

import { at, bearing, HALF, type Spot, type Square, type Survey, UNIT } from "./survey";

export interface Signs {
	hazards: string;
	bangs: string;
	bends: string;
	limits: { x: number; y: number; text: string }[];
	fords: string;
	waves: string;
	bridges: string;
	slopes: string;
	giveways: string;
	quiet: string;
	letters: Spot[];
	rough: string;
	stones: string;
	cheques: string;
	black: string;
	chains: string;
	initials: string; // of the roads' colours, for those who ask for contrast
}

type Pair = [number, number];

/** Points given beside a square, turned with its road, as a path. */
function shape(one: Spot, angle: number, points: Pair[], closed = true): string {
	const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
	const moved = points.map(([x, y]) => at({ x: one.x + x * cos - y * sin, y: one.y + x * sin + y * cos }));
	return `M${moved.join("L")}${closed ? "Z" : ""}`;
}

function circle(one: Spot, r: number): string {
	return `M${at({ x: one.x - r, y: one.y })}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function tile(one: Square, length: number): string {
	const h = HALF[one.colour];
	return shape(one, one.angle, [
		[-length, -h],
		[length, -h],
		[length, h],
		[-length, h],
	]);
}

function wave(one: Square): string {
	const h = HALF[one.colour] - 2.5;
	const rows = [-8, 0, 8].map((x) =>
		shape(
			one,
			one.angle,
			[-1, -0.5, 0, 0.5, 1].map((y, i): Pair => [x + (i % 2 ? 3 : -3), y * h]),
			false,
		),
	);
	return rows.join("");
}

function bridge(one: Square): string {
	const h = HALF[one.colour] + 1;
	const sides = [-1, 1].map((s) =>
		shape(
			one,
			one.angle,
			[
				[-17, s * (h + 5)],
				[-9, s * h],
				[9, s * h],
				[17, s * (h + 5)],
			],
			false,
		),
	);
	const x = (dx: number, dy: number): string => at({ x: one.x + dx, y: one.y + dy });
	return `${sides.join("")}M${x(-9, 5)}L${x(9, 5)}M${x(-9, 5)}C${x(-7, -8)} ${x(7, -8)} ${x(9, 5)}`;
}

function slope(one: Square, survey: Survey): string {
	const low = survey.squares.get(Math.abs(one.value));
	const angle = low ? bearing(one, low) : one.angle;
	const marks = one.value < 0 ? [-8, 3] : [-3];
	return marks
		.map((x) =>
			shape(
				one,
				angle,
				[
					[x, -7],
					[x + 7, 0],
					[x, 7],
				],
				false,
			),
		)
		.join("");
}

/** The black triangle points at the road that has priority. */
function giveWay(one: Square, survey: Survey): string {
	const major =
		survey.squares.get(one.value) ??
		one.next.map((id) => survey.squares.get(id)).find((other) => other && "RO".includes(other.colour));
	const angle = major ? bearing(one, major) : one.angle;
	return shape(one, angle, [
		[-8, -9],
		[-8, 9],
		[9, 0],
	]);
}

function stones(one: Square): string {
	const grains: Pair[] = [
		[-12, -6],
		[-5, 3],
		[2, -7],
		[9, 2],
		[-9, 7],
		[4, 6],
		[12, -5],
		[-2, -2],
	];
	return grains
		.map(([x, y]) =>
			shape(one, one.angle, [
				[x - 1.6, y],
				[x, y - 1.6],
				[x + 1.6, y],
				[x, y + 1.6],
			]),
		)
		.join("");
}

function cheque(one: Square): string {
	const cells: string[] = [];
	for (let i = 0; i < 4; i++)
		for (let j = 0; j < 4; j++) {
			if ((i + j) % 2) continue;
			const [x, y] = [-16 + i * 8, -16 + j * 8];
			cells.push(
				shape(one, one.angle, [
					[x, y],
					[x + 8, y],
					[x + 8, y + 8],
					[x, y + 8],
				]),
			);
		}
	return cells.join("");
}

const INITIALS: Record<string, string> = {
	R: "m-3.500 5v-10h4q3 0 3 2.700t-3 2.700h-4m4 0l3.500 4.600",
	O: "m0-5a4 5 0 1 0 .01 0z",
	Y: "m-4-5l4 5v5m0-5l4-5",
	W: "m-5-5l2.500 10l2.500-7l2.500 7l2.500-10",
};

/** Chain links along a Hidden Track. */
function chain(ends: Spot[]): string {
	let links = "";
	for (const [i, to] of ends.entries()) {
		const from = ends[i - 1];
		if (!from) continue;
		const length = Math.hypot(to.x - from.x, to.y - from.y);
		const count = Math.max(1, Math.round(length / 15));
		const angle = bearing(from, to);
		for (let k = 0; k < count; k++) {
			const share = (k + 0.5) / count;
			const spot = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
			links += shape(spot, angle, [
				[-7, 0],
				[-4, -4],
				[4, -4],
				[7, 0],
				[4, 4],
				[-4, 4],
			]);
		}
	}
	return links;
}

export function signsOf(survey: Survey): Signs {
	const all = [...survey.squares.values()];
	const of = (kind: string): Square[] => all.filter((one) => one.feature === kind);
	const drawn = (kind: string, draw: (one: Square) => string): string => of(kind).map(draw).join("");
	return {
		hazards: drawn("hazard", (one) =>
			shape(one, 0, [
				[0, -14],
				[14, 11],
				[-14, 11],
			]),
		),
		bangs: drawn("hazard", (one) => `M${at({ x: one.x, y: one.y - 5 })}v7.5m0 3.6v.1`),
		bends: drawn("bend", (one) => circle(one, 12.5)),
		limits: of("bend").map((one) => ({ x: one.x, y: one.y + 4.6, text: String(one.value) })),
		fords: drawn("ford", (one) => tile(one, UNIT / 2 - 3)),
		waves: drawn("ford", wave),
		bridges: drawn("bridge", bridge),
		slopes: drawn("gradient", (one) => slope(one, survey)),
		giveways: drawn("giveway", (one) => giveWay(one, survey)),
		quiet: drawn("qz", (one) =>
			shape(one, 0, [
				[-14, -10],
				[14, -10],
				[14, 10],
				[-14, 10],
			]),
		),
		letters: of("qz"),
		rough: drawn("rough", (one) => tile(one, UNIT / 2 - 2)),
		stones: drawn("rough", stones),
		cheques: drawn("chequered", (one) =>
			shape(one, one.angle, [
				[-16, -16],
				[16, -16],
				[16, 16],
				[-16, 16],
			]),
		),
		black: drawn("chequered", cheque),
		initials: drawn("", (one) => `M${at(one)}${INITIALS[one.colour]}`),
		chains: survey.tracks.map((track) => chain(track.ends)).join(""),
	};
}
