// A field of a form that the server fills in. What somebody has typed stays, however late or often the server answers.

export class Field<T> {
	value = $state() as T;
	private known: T; // what the field shows where nobody has typed anything

	constructor(start: T) {
		this.value = start;
		this.known = start;
	}

	/** What the server has now; shown unless something else was typed. */
	take(told: T): void {
		if (this.value === this.known) this.value = told;
		this.known = told;
	}

	/** This was sent and has been taken: as the server writes it, it may be shown instead. */
	sent(value: T): void {
		this.known = value;
	}
}
