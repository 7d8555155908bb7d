import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built client lies inside the Python package, so that a wheel carries it and the server finds it.
export default defineConfig({
	plugins: [svelte()],
	build: {
		outDir: "../src/parcferme/server/static",
		emptyOutDir: true,
		target: "es2022",
		assetsInlineLimit: 0, // the content security policy allows no data: scripts or fonts
		modulePreload: { polyfill: false },
	},
	server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
	test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
	resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
});
