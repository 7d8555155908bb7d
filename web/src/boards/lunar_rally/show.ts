// The reveal: a turn carried out step by step, told by its events. In each phase all cards are turned up together, then
// come turns, moves, lasers and missiles (LR-33, LR-34); an explosion is a step of its own (LR-77).

import type { FilmStep } from "../../lib/film.svelte";
import type { GameEvent, View } from "../../lib/types";
import { centre } from "./hexes";
import { type LunarView, type Rover, read, type Show, type Step } from "./view";

type Args = GameEvent["args"];

const CHANGES: Record<string, (rover: Rover, args: Args) => void> = {
	turn: (rover, args) => {
		rover.facing = String(args.facing);
	},
	move: drive,
	push: drive,
	damage: suffer,
	repair: suffer,
	explode: (rover) => {
		rover.hex = null;
	},
	cache: (rover, args) => {
		rover.missiles = Number(args.missiles);
	},
	missile: launch,
	missile_tie: launch,
	missile_miss: launch,
	armed: (rover) => {
		rover.armed = true;
	},
	reveal: lay,
	phase_lost: lay,
};

function lay(rover: Rover, args: Args): void {
	rover.program[Number(args.phase) - 1] = String(args.card ?? "lost");
}

function drive(rover: Rover, args: Args): void {
	rover.hex = String(args.to);
}

function suffer(rover: Rover, args: Args): void {
	rover.phases = Number(args.phases);
	rover.shields = Number(args.shields);
}

function launch(rover: Rover, args: Args): void {
	rover.missiles = Number(args.left);
}

/** Which step of a phase an event opens; what is not named here goes on with the step that is open. */
const OPENS: Record<string, Step> = {
	reveal: "cards",
	turn: "turn",
	...of("move", "stuck", "bump", "contest", "swap", "hit", "push", "move", "still", "cache", "repair"),
	...of("laser", "laser", "laser_miss"),
	...of("missile", "missile", "missile_tie", "missile_miss", "no_missile"),
	explode: "blast",
};

function of(step: Step, ...kinds: string[]): Record<string, Step> {
	return Object.fromEntries(kinds.map((kind) => [kind, step]));
}

const HARM = ["damage", "explode"];
const LASTS: Record<Step, number> = { cards: 900, turn: 600, move: 800, laser: 900, missile: 900, blast: 1200 };
const READ = 900; // milliseconds more for what somebody has to suffer

/** The steps of a turn; none where no card is turned up. */
export function steps(before: View, events: GameEvent[]): FilmStep[] {
	if (!events.some((event) => event.kind === "reveal")) return [];
	const found: FilmStep[] = [];
	let view = opening(read(before));
	for (const group of grouped(events)) {
		view = next(view, group.step);
		for (const event of group.events) happen(view, event);
		found.push(asStep(view, group.step, group.events));
	}
	return found;
}

/** Positions between the one before and the one after a turn. */
export function between(before: View, _after: View, events: GameEvent[]): View[] {
	return steps(before, events).map((step) => step.view);
}

function asStep(view: LunarView, kind: Step, events: GameEvent[]): FilmStep {
	const harm = events.some((event) => HARM.includes(event.kind));
	return { view, events, kind, part: view.show?.phase ?? 1, harm, lasts: LASTS[kind] + (harm ? READ : 0) };
}

/** Events that make one step: the first may have some before it, which nobody has to see apart. */
function grouped(events: GameEvent[]): { step: Step; events: GameEvent[] }[] {
	const groups: { step: Step; wave: unknown; events: GameEvent[] }[] = [{ step: "cards", wave: 0, events: [] }];
	for (const event of events) {
		const open = groups.at(-1) as (typeof groups)[number];
		const step = event.kind === "inert" ? (event.args.weapon as Step) : (OPENS[event.kind] ?? open.step);
		const wave = event.kind === "explode" ? event.args.wave : open.wave;
		if (step === open.step && wave === open.wave) open.events.push(event);
		else groups.push({ step, wave, events: [event] });
	}
	return groups;
}

function opening(before: LunarView): LunarView {
	const show: Show = { phase: 0, step: "cards", trails: [], rams: [], shots: [], tags: [] };
	return { ...structuredClone(before), show };
}

/** What lay on the ground stays there till the end of the turn, what flew does not. */
function next(view: LunarView, step: Step): LunarView {
	const copy = structuredClone(view);
	const show = copy.show as Show;
	copy.show = { ...show, step, shots: [], tags: [], phase: show.phase + (step === "cards" ? 1 : 0) };
	copy.phase = copy.show.phase;
	return copy;
}

function happen(view: LunarView, event: GameEvent): void {
	const { kind, args } = event;
	if (kind === "moon") Object.assign(view, { moon: Number(args.number), round: Number(args.round) });
	const show = view.show as Show;
	const rover = named(view, kind === "push" ? args.pushed : args.rover);
	if (!rover) return;
	leaveMarks(show, event, rover, named(view, args.victim));
	CHANGES[kind]?.(rover, args);
	if (kind === "cache" && view.map) view.map.caches = view.map.caches.filter((hex) => hex !== args.hex);
}

function named(view: LunarView, id: unknown): Rover | undefined {
	return view.rovers.find((one) => one.id === id);
}

/** What is to be drawn of an event, from where the rover stands before it. */
function leaveMarks(show: Show, { kind, args }: GameEvent, rover: Rover, victim: Rover | undefined): void {
	const { phase } = show;
	const [from, to] = [rover.hex ?? "", String(args.to ?? args.hex ?? "")];
	if (kind === "move" || kind === "push") show.trails.push({ rover: rover.id, from, to, phase, facing: rover.facing });
	else if (kind === "hit" && victim?.hex) show.rams.push({ ...midway(from, victim.hex), phase });
	else if (kind === "bump" && to) show.rams.push({ ...midway(from, to), phase });
	else if (kind === "laser" || kind === "laser_miss" || kind === "missile")
		show.shots.push({ kind: kind === "missile" ? "missile" : "laser", from, to, hit: "target" in args });
	else if (kind === "explode") show.shots.push({ kind: "blast", from: to, to, hit: true });
	if (["damage", "explode", "finish", "repair", "cache"].includes(kind))
		show.tags = [
			...show.tags.filter((tag) => tag.rover !== rover.id),
			{ rover: rover.id, hex: to || from, kind, args },
		];
	else if (kind === "phase_lost")
		show.tags = show.tags.map((tag) =>
			tag.rover === rover.id && tag.kind === "damage" ? { ...tag, kind, args } : tag,
		);
}

function midway(one: string, other: string): { x: number; y: number } {
	const [a, b] = [centre(one), centre(other)];
	return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Where a step happens: the hexes of everybody it concerns, and those that are left, reached or shot at. */
export function scene({ view, events }: FilmStep): string[] {
	const { rovers } = read(view);
	const hexes = events.flatMap(({ args }) => [
		...["from", "to", "hex"].map((name) => args[name]),
		...["rover", "victim", "pushed", "target"].map((name) => rovers.find((one) => one.id === args[name])?.hex),
	]);
	return [...new Set(hexes.filter((hex) => typeof hex === "string"))];
}

/** Those who act in a step of a phase, for the strip of steps. */
export function actors(film: FilmStep[], phase: number, step: string): string[] {
	const events = film.filter((one) => one.part === phase && one.kind === step).flatMap((one) => one.events);
	return [...new Set(events.filter((one) => OPENS[one.kind] === step).map((one) => String(one.args.rover)))];
}
