// Is the window as narrow as a phone's? Boards then begin with the part that matters instead of the whole.

const query = matchMedia("(max-width: 799px)");

class Phone {
	narrow = $state(query.matches);

	constructor() {
		query.addEventListener("change", () => {
			this.narrow = query.matches;
		});
	}
}

export const phone = new Phone();
