// A zone board as markup: ground, scenery and roads. It is drawn once, so it is written as one text, which a browser
// turns into a picture much sooner than a thousand elements that are each watched for changes.

import { word } from "../../lib/i18n.svelte";
import {
	divider,
	edge,
	outline,
	type Point,
	path,
	pointOn,
	type Road,
	type Space,
	type Zone,
	type ZoneFile,
} from "./zones";

/** Circles of one kind as a single path: hundreds of trees cost one element. */
function circles(zone: Zone, kind: string, grow: number, dx = 0, dy = 0): string {
	return zone.props
		.filter(([what]) => what === kind)
		.map(([, x, y, r]) => {
			const size = Math.round(r * grow * 10) / 10;
			return `M${x + dx - size} ${y + dy}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`;
		})
		.join("");
}

function tufts(zone: Zone): string {
	return zone.props
		.filter(([what]) => what === "tuft")
		.map(([, x, y, r]) => `M${x - r} ${y - r}L${x - r / 2} ${y}M${x} ${y - r}V${y}M${x + r} ${y - r}L${x + r / 2} ${y}`)
		.join("");
}

function patches(zone: Zone, kind: string): string {
	return zone.patches
		.filter((patch) => patch.kind === kind)
		.map((patch) => path(patch.poly, true))
		.join("");
}

function shape(name: string, d: string): string {
	return d && `<path d="${d}" class="${name}"/>`;
}

function decor({ kind, poly, xy, size, dir }: Zone["decor"][number]): string {
	if (poly) return shape(`decor ${kind}`, path(poly, true));
	if (!xy || !size) return "";
	const [w, h] = size;
	const house = `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}"/><path d="M${-w / 2} 0H${w / 2}"/>`;
	return `<g transform="translate(${xy[0]} ${xy[1]}) rotate(${dir ?? 0})" class="decor ${kind}">${house}</g>`;
}

function tar(road: Road, file: ZoneFile): string {
	return road.spaces.map((_, index) => path(outline(road, index, file), true)).join("");
}

function edges(road: Road, file: ZoneFile): string {
	return road.spaces
		.map((_, index) => path(edge(road, index, file, -1, 2.5)) + path(edge(road, index, file, 1, 2.5)))
		.join("");
}

function dividers(road: Road, file: ZoneFile): string {
	return road.spaces
		.slice(0, -1)
		.map((_, index) => path(divider(road, index, file)))
		.join("");
}

/** +1 if the inside of the corner lies to the right of the road's own direction. */
function inner(space: Space): 1 | -1 {
	return space.turn === "R" ? 1 : -1;
}

/** The brown shortcut: a lens between the inner edge of the corner and a line through the cut's own place. */
function cut(road: Road, index: number, file: ZoneFile): string {
	const space = road.spaces[index] as Space;
	if (!space.cut) return "";
	const side = inner(space);
	const from = pointOn(space, -space.len * 0.55, side * 24);
	const to = pointOn(space, space.len * 0.55, side * 24);
	const [x, y] = space.cut.xy;
	const beyond = pointOn(space, 0, side * 24);
	const far: Point = [x + (x - beyond[0]) * 0.9, y + (y - beyond[1]) * 0.9];
	const inside = edge(road, index, file, side, 0);
	return `${path([from, ...inside, to])}Q${far[0]} ${far[1]} ${from[0]} ${from[1]}Z`;
}

/** Tyre marks on the skidding trajectory. */
function marks(road: Road): string {
	return road.spaces
		.filter((space) => space.kind === "corner" && space.out)
		.flatMap((space) => {
			const side = -inner(space);
			return [17, 21].map((aside) => path([-14, -7, 0, 7, 14].map((along) => pointOn(space, along, side * aside))));
		})
		.join("");
}

function bumps(road: Road, turn: number): string {
	return road.spaces
		.filter((space) => space.kind === "bump")
		.map(({ xy }) => `<path d="M${xy[0]} ${xy[1] - 15}l17 28h-34z" ${standing(xy, turn)} class="bump"/>`)
		.join("");
}

/** Where text stands that is read upright on a board that lies turned. */
function standing([x, y]: Point, turn: number): string {
	return turn ? `transform="rotate(${-turn} ${x} ${y})"` : "";
}

/** The pace notes of a space, each where its trajectory runs. */
function notes(space: Space, turn: number): string {
	const note = ([x, y]: Point, n: number, kind: string): string =>
		`<text x="${x}" y="${y + (kind === "bump" ? 10 : 7)}" ${standing([x, y], turn)} class="note ${kind}">${n}</text>`;
	if (space.kind === "bump") return note(space.xy, space.note ?? 0, "bump");
	if (space.kind !== "corner") return "";
	const side = inner(space);
	const out = space.out ? note(pointOn(space, 0, -side * 13), space.out, "out") : "";
	const short = space.cut ? note(space.cut.xy, space.cut.note, "cut") : "";
	return note(pointOn(space, 0, side * 11), space.in ?? 0, "in") + out + short;
}

/** Some roads of a zone, one under the other where they meet: first all verges, then all tar. */
function roadsArt(roads: Road[], file: ZoneFile, name: string, turn: number): string {
	const all = (draw: (road: Road) => string): string => roads.map(draw).join("");
	const tarmac = all((road) => tar(road, file));
	return `<g class="${name}">${[
		shape(
			"cut",
			all((road) => road.spaces.map((_, index) => cut(road, index, file)).join("")),
		),
		shape("verge", tarmac),
		shape("tar", tarmac),
		shape(
			"edge",
			all((road) => edges(road, file)),
		),
		shape(
			"divider",
			all((road) => dividers(road, file)),
		),
		shape("marks", all(marks)),
		all((road) => bumps(road, turn)),
		all((road) => road.spaces.map((space) => notes(space, turn)).join("")),
	].join("")}</g>`;
}

/** Everything of a zone but its surface; roads outside the special are pale. Its text is upright also where it lies turned. */
export function zoneArt(zone: Zone, file: ZoneFile, used: Set<string>, turn = 0): string {
	const isUsed = ({ ends }: Road): boolean => used.has(`${zone.zone}${ends[0]}-${zone.zone}${ends[1]}`);
	const [width, height] = file.board;
	const [x, y] = zone.title;
	const text = (told: string): string => told.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`); // it may be a stranger's
	return [
		`<rect width="${width}" height="${height}" class="ground"/>`,
		zone.decor.map(decor).join(""),
		["grass", "dirt", "forest", "rocks"].map((kind) => shape(`patch ${kind}`, patches(zone, kind))).join(""),
		shape("tuft", tufts(zone)),
		shape("stone", circles(zone, "stone", 1)),
		roadsArt(
			zone.roads.filter((road) => !isUsed(road)),
			file,
			"idle",
			turn,
		),
		roadsArt(zone.roads.filter(isUsed), file, "driven", turn),
		shape("shade", circles(zone, "tree", 1, 2.5, 3)),
		shape("tree", circles(zone, "tree", 1)),
		shape("crown", circles(zone, "tree", 0.55, -1.5, -2)),
		shape("rock", circles(zone, "boulder", 1)),
		shape("rocklit", circles(zone, "boulder", 0.5, -1, -1.5)),
		`<g ${standing([x, y], turn)}>`,
		`<text x="${x}" y="${y}" class="letter">${text(zone.zone)}</text>`,
		`<text x="${x}" y="${y + 34}" class="name">${text(word("rallyman", zone.name))}</text></g>`,
	].join("");
}
