import { vi } from "vitest";

// All files are tested in one process, which takes a sixth of the time: what one leaves behind is gone before the next.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
if (typeof document !== "undefined") {
	document.body.replaceChildren();
	localStorage.clear();
}
