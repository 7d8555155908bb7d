// A turn carried out step by step: positions between the one before and the one after, made from the events.

import type { GameEvent, View } from "../../lib/types";
import { type Effect, type LunarView, type Rover, read, STEPS } from "./view";

type Change = (rover: Rover, args: GameEvent["args"]) => void;

const CHANGES: Record<string, Change> = {
	turn: (rover, args) => {
		rover.facing = String(args.facing);
	},
	move: (rover, args) => {
		rover.hex = String(args.to);
	},
	push: (rover, args) => {
		rover.hex = String(args.to);
	},
	damage: (rover, args) => {
		rover.phases = Number(args.phases);
		rover.shields = Number(args.shields);
	},
	explode: (rover) => {
		rover.hex = null;
	},
	repair: (rover, args) => {
		rover.phases = Number(args.phases);
		rover.shields = Number(args.shields);
	},
	cache: (rover, args) => {
		rover.missiles = Number(args.missiles);
	},
	armed: (rover) => {
		rover.armed = true;
	},
	place: (rover, args) => {
		rover.hex = String(args.hex);
		rover.facing = String(args.facing);
	},
	reveal: (rover, args) => {
		rover.program[Number(args.phase) - 1] = String(args.card);
	},
};

/** Events of one group happen at once and make one position. */
const GROUPS: Record<string, string> = {
	move: "move",
	push: "move",
	armed: "move", // leaving the line arms a rover: the others are still on their way
	turn: "turn",
	reveal: "reveal",
	damage: "damage",
	phase_lost: "damage",
};
const SHOTS = ["laser", "missile"];

export function between(before: View, _after: View, events: GameEvent[]): View[] {
	const frames: View[] = [];
	let now = structuredClone(read(before));
	now.effects = [];
	let group = "";
	for (const event of events) {
		const kind = GROUPS[event.kind] ?? event.kind;
		if (group && kind !== group && changed(group)) {
			frames.push(now);
			now = { ...structuredClone(now), effects: [] };
		}
		group = kind;
		apply(now, event);
	}
	if (group && changed(group)) frames.push(now);
	return frames.slice(0, -1); // the last of them is the position that follows
}

function changed(group: string): boolean {
	return group in CHANGES || SHOTS.includes(group) || ["damage", "blast", "bump", "contest", "hit"].includes(group);
}

function apply(view: LunarView, event: GameEvent): void {
	const name = String(event.args[event.kind === "push" ? "pushed" : "rover"] ?? "");
	const rover = view.rovers.find((one) => one.id === name);
	if (event.kind === "reveal") view.phase = Number(event.args.phase);
	const step = STEPS.find((one) => (event.kind === "push" ? "move" : event.kind).startsWith(one));
	if (step || event.kind === "reveal") view.step = step;
	const effect = shot(view, event, rover);
	if (effect) view.effects?.push(effect);
	if (rover) CHANGES[event.kind]?.(rover, event.args);
}

function shot(view: LunarView, event: GameEvent, rover: Rover | undefined): Effect | null {
	if (SHOTS.includes(event.kind) && rover?.hex)
		return { kind: event.kind as Effect["kind"], from: rover.hex, to: String(event.args.to) };
	if (event.kind === "explode") return { kind: "blast", from: String(event.args.hex), to: String(event.args.hex) };
	if (event.kind === "bump" || event.kind === "contest")
		return { kind: "hit", from: String(event.args.hex), to: String(event.args.hex) };
	if (event.kind === "hit") {
		const victim = view.rovers.find((one) => one.id === event.args.victim);
		if (victim?.hex) return { kind: "hit", from: victim.hex, to: victim.hex };
	}
	return null;
}
