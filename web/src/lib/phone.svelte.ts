// Is the window as narrow as a phone's? Boards then begin with the part that matters instead of the whole.

const phones = matchMedia("(max-width: 799px)");
const smaller = matchMedia("(max-width: 1199px)");

class Phone {
	narrow = $state(phones.matches);
	compact = $state(smaller.matches); // too narrow for people, board and cockpit side by side

	constructor() {
		phones.addEventListener("change", () => {
			this.narrow = phones.matches;
		});
		smaller.addEventListener("change", () => {
			this.compact = smaller.matches;
		});
	}
}

export const phone = new Phone();

/** What has just come about stands at the top of the page: whoever has scrolled down to the choices is taken there. */
export function toTop(): void {
	if (phone.compact) window.scrollTo(0, 0);
}
