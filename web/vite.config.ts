import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Few files, so that a page waits for few requests: what all pages share is one (with the table, which people wait for
// most), each other page one, each game's board one.
const SHARED = /node_modules|src[\\/](lib|components|styles|App|pages[\\/]Table\.)/;
// What only the pages of one part need comes with these.
const PARTS = [
	{ name: "codes", test: /node_modules[\\/]qrcode-generator|src[\\/]lib[\\/]qr\./ },
	{ name: "films", test: /node_modules[\\/]modern-|src[\\/]lib[\\/]clip/ },
	{ name: "replays", test: /src[\\/]components[\\/](GhostPanel|ReviewGraph|Scrubber|TurnList)/ },
	{ name: "studio", test: /src[\\/](components[\\/]Studio|lib[\\/](studio|editors|figures|paths|rows|undo))/ },
	{
		name: "events",
		test: /src[\\/](styles[\\/]events|components[\\/](DecisionList|Desk|DrawAgain|Event|GamePrint|HandOn|Print|Series|Sheet|TieTable|TimeGraph)|lib[\\/](championship|draw|event|findings|prints|results|sheet|ties|voids))/,
	},
	{
		name: "people",
		test: /src[\\/](components[\\/](Bond|Challenge|CourseBoard|LadderTable|MatchList|Person|Puzzle|Rating|Spread|TellMe|Watch|WhatOthersSee)|lib[\\/](push|puzzles|standings|watching))/,
	},
];

const isShared = (id: string): boolean => SHARED.test(id) && !PARTS.some((part) => part.test.test(id));

/** Every text beside its compressed forms, so that the server sends the smallest a browser takes. */
const packed: Plugin = {
	name: "packed",
	apply: "build",
	async writeBundle({ dir = "" }) {
		const names = await readdir(dir, { recursive: true });
		for (const name of names.filter((one) => /\.(js|css|svg|json)$/.test(one))) {
			const data = await readFile(join(dir, name));
			if (data.length < 1000) continue;
			await writeFile(join(dir, `${name}.br`), brotliCompressSync(data));
			await writeFile(join(dir, `${name}.gz`), gzipSync(data, { level: 9 }));
		}
	},
};

/** A table's scripts are compiled whole beside the page's own work, instead of function by function in the middle of it. */
const whole: Plugin = {
	name: "whole",
	apply: "build",
	generateBundle: {
		order: "post",
		handler(_, bundle) {
			for (const file of Object.values(bundle)) {
				if (file.type !== "chunk" || !isTable(file)) continue;
				file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
			}
		},
	},
};

function isTable(chunk: { name: string; facadeModuleId: string | null }): boolean {
	return chunk.name === "house" || /boards[\\/]\w+[\\/]index\.ts$/.test(chunk.facadeModuleId ?? "");
}

// The built client lies inside the Python package, so that a wheel carries it and the server finds it.
export default defineConfig({
	base: "./", // files name each other by where they lie, so that the client works in any folder of any host
	worker: { format: "es" },
	plugins: [svelte(), whole, packed],
	build: {
		outDir: "../src/parcferme/server/static",
		emptyOutDir: true,
		target: "es2022",
		assetsInlineLimit: 0, // the content security policy allows no data: scripts or fonts
		modulePreload: { polyfill: false },
		manifest: "manifest.json", // tells the server what a page needs
		rolldownOptions: {
			output: {
				codeSplitting: { groups: [{ name: "house", test: isShared, priority: 1 }, ...PARTS] },
			},
		},
	},
	server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
	// What needs a page says so in its first line (`@vitest-environment jsdom`): to make one takes longer than most tests.
	test: {
		environment: "node",
		include: ["src/**/*.test.ts"],
		pool: "threads",
		isolate: false,
		fileParallelism: false,
		setupFiles: ["src/fresh.ts"],
	},
	resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
});
