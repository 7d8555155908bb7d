// Small sounds made on the spot: no files to load. Nothing sounds before the page was touched, nor where they are off.

import { settings } from "./settings.svelte";

export type Sound = "dice" | "move" | "turn" | "refused";

interface Note {
	at: number; // seconds after the start
	pitch: number; // hertz; 0 is noise, as of a die on a table
	length: number;
	loud: number; // 0 to 1
}

/** A clatter that slows down, a knock, two rising tones, one falling. */
export const SCORES: Record<Sound, Note[]> = {
	dice: [0, 0.06, 0.11, 0.19, 0.3].map((at, i) => ({ at, pitch: 0, length: 0.05, loud: 0.5 - i * 0.07 })),
	move: [{ at: 0, pitch: 180, length: 0.07, loud: 0.25 }],
	turn: [
		{ at: 0, pitch: 523, length: 0.16, loud: 0.4 },
		{ at: 0.14, pitch: 784, length: 0.28, loud: 0.4 },
	],
	refused: [
		{ at: 0, pitch: 220, length: 0.12, loud: 0.35 },
		{ at: 0.1, pitch: 165, length: 0.2, loud: 0.35 },
	],
};
const APART = 90; // milliseconds: hurried moves would otherwise rattle

class Sounds {
	private context: AudioContext | null = null;
	private touched = false;
	private last = 0;

	/** Browsers allow sound after a gesture only; so do we. */
	listen(): void {
		const touch = (): void => {
			this.touched = true;
		};
		addEventListener("pointerdown", touch, { once: true });
		addEventListener("keydown", touch, { once: true });
	}

	play(sound: Sound): void {
		if (!settings.values.sound || !this.touched || performance.now() - this.last < APART) return;
		this.last = performance.now();
		this.context ??= new AudioContext();
		const context = this.context;
		for (const note of SCORES[sound]) strike(context, note);
	}
}

/** One note that is struck and dies away. */
function strike(context: AudioContext, note: Note): void {
	const from = context.currentTime + note.at;
	const volume = context.createGain();
	volume.gain.setValueAtTime(note.loud * 0.4, from);
	volume.gain.exponentialRampToValueAtTime(0.001, from + note.length);
	volume.connect(context.destination);
	const source = note.pitch ? tone(context, note.pitch) : noise(context, note.length);
	source.connect(volume);
	source.start(from);
	source.stop(from + note.length);
}

function tone(context: AudioContext, pitch: number): OscillatorNode {
	const source = context.createOscillator();
	source.type = "triangle";
	source.frequency.value = pitch;
	return source;
}

function noise(context: AudioContext, length: number): AudioBufferSourceNode {
	const buffer = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
	const wave = buffer.getChannelData(0);
	for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
	const source = context.createBufferSource();
	source.buffer = buffer;
	return source;
}

export const sounds = new Sounds();
