// While the map is dragged or enlarged it is one picture that the graphics card moves: redrawing hundreds of roads and
// names for every frame made it stutter. At rest it is drawn afresh, or it would stay blurred.

const REST = 220; // milliseconds without movement

export function glide(node: HTMLElement): { destroy(): void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	function go(): void {
		node.classList.add("gliding");
		clearTimeout(timer);
		timer = setTimeout(() => node.classList.remove("gliding"), REST);
	}
	function drag(event: PointerEvent): void {
		if (event.buttons & 1) go();
	}
	node.addEventListener("wheel", go, { passive: true });
	node.addEventListener("pointermove", drag);
	return {
		destroy() {
			clearTimeout(timer);
			node.removeEventListener("wheel", go);
			node.removeEventListener("pointermove", drag);
		},
	};
}
