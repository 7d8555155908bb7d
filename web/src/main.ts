import { mount } from "svelte";
import App from "./App.svelte";
import { texts } from "./lib/i18n.svelte";
import { wantLetters } from "./lib/letters";
import { alone } from "./lib/place";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { sounds } from "./lib/sounds";
import "./styles/letters.css";
import "./styles/tokens.css";
import "./styles/base.css";

// A page that was open while the server became a newer one asks for files that are no more: it begins anew, once.
addEventListener("vite:preloadError", (event) => {
	const last = Number(sessionStorage.getItem("parcferme.renewed") ?? 0);
	if (Date.now() - last < 10_000) return;
	sessionStorage.setItem("parcferme.renewed", String(Date.now()));
	event.preventDefault();
	location.reload();
});

if (alone) (await import("./alone/begin")).begin();
wantLetters();
settings.apply();
router.listen();
sounds.listen();
await texts.use(settings.values.language);
mount(App, { target: document.getElementById("app") as HTMLElement });
