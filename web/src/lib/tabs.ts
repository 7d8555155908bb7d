// The tabs of one browser are one person to the server. Who takes a seat or signs in or out in one of them is somebody
// else in all of them; a line that was opened before does not notice.

const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("parcferme.person") : null;

/** Pass an answer on, after which this browser may be another person than before. */
export function tellTabs<Answer>(answer: Answer): Answer {
	tabs?.postMessage("changed");
	return answer;
}

/** Another tab has made this browser somebody else; the answer stops listening. */
export function onOtherTab(act: () => void): () => void {
	tabs?.addEventListener("message", act);
	return () => tabs?.removeEventListener("message", act);
}
