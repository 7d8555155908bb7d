// For tests: jsdom opens no dialogs.

/** Have dialogs open and close, and say that they were closed. */
export function withDialogs(): void {
	Object.assign(HTMLDialogElement.prototype, {
		showModal(this: HTMLDialogElement) {
			this.open = true;
		},
		close(this: HTMLDialogElement) {
			this.open = false;
			this.dispatchEvent(new Event("close"));
		},
	});
}
