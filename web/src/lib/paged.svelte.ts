// A list that comes a page at a time: what is here, whether there is more, and why it did not come.

import { whyNot } from "./reasons";

export class Paged<Row> {
	rows = $state.raw<Row[]>([]);
	next = $state(""); // what comes after the rows; nothing is asked for yet, or nothing is left: ""
	waiting = $state(true);
	failed = $state("");

	constructor(private fetch: (after: string) => Promise<{ rows: Row[]; next: string }>) {}

	more = async (): Promise<void> => {
		[this.waiting, this.failed] = [true, ""];
		this.failed = await whyNot(async () => {
			const page = await this.fetch(this.next);
			[this.rows, this.next] = [[...this.rows, ...page.rows], page.next];
		});
		this.waiting = false;
	};
}
