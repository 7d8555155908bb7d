// Where the journals of this device are kept: IndexedDB. A note is appended before anybody is shown what it says, and
// of two pages that append to one table the first one wins. Everything goes in and comes out as text.

interface Kept {
	seq: number;
	at: number;
	kind: string;
	body: string;
}

const NAME = "parcferme";
const VERSION = 1;

export class Shelf {
	private known: Promise<IDBDatabase> | undefined;

	/** Nothing where the browser keeps nothing for this page: in some private windows, or where it was told not to. */
	static async open(): Promise<Shelf | undefined> {
		try {
			const shelf = new Shelf();
			await shelf.base();
			return shelf;
		} catch {
			return undefined;
		}
	}

	private base(): Promise<IDBDatabase> {
		this.known ??= opened(() => {
			this.known = undefined;
		});
		return this.known;
	}

	/** A browser closes it where its data are cleared, and some do without a word: then it is opened anew. */
	private async begin(...asked: Parameters<IDBDatabase["transaction"]>): Promise<IDBTransaction> {
		try {
			return (await this.base()).transaction(...asked);
		} catch {
			this.known = undefined;
			return (await this.base()).transaction(...asked);
		}
	}

	private async store(name: string): Promise<IDBObjectStore> {
		return (await this.begin(name)).objectStore(name);
	}

	/** "kept", "late" where another page was first, "full" where there is no room. */
	async append(table: string, door: string, notes: string): Promise<string> {
		const given = JSON.parse(notes) as Kept[];
		const deed = await this.begin(["doors", "notes"], "readwrite", { durability: "strict" });
		const done = finished(deed);
		const store = deed.objectStore("notes");
		const last = await answer(store.openKeyCursor(all(table), "prev"));
		const seq = last ? (last.key as [string, number])[1] : 0;
		if (given[0]?.seq !== seq + 1) {
			deed.abort();
			await done;
			return "late";
		}
		for (const note of given) store.put(note, [table, note.seq]);
		deed.objectStore("doors").put(door, table);
		return done;
	}

	async journal(table: string, after: number): Promise<string> {
		const range = IDBKeyRange.bound([table, after], [table, Number.POSITIVE_INFINITY], true);
		return JSON.stringify(await answer((await this.store("notes")).getAll(range)));
	}

	async door(table: string): Promise<string | undefined> {
		return answer((await this.store("doors")).get(table));
	}

	async doors(): Promise<string> {
		return JSON.stringify(await answer((await this.store("doors")).getAll()));
	}

	async remove(table: string): Promise<void> {
		const deed = await this.begin(["doors", "notes"], "readwrite");
		deed.objectStore("notes").delete(all(table));
		deed.objectStore("doors").delete(table);
		await finished(deed);
	}

	async put(name: string, text: string): Promise<string> {
		const deed = await this.begin("things", "readwrite");
		deed.objectStore("things").put(text, name);
		return finished(deed);
	}

	async get(name: string): Promise<string | undefined> {
		return answer((await this.store("things")).get(name));
	}

	/** Keep it if what is kept there is still what it was ("" for nothing); "late" where another page was first. */
	async swap(name: string, before: string, after: string): Promise<string> {
		const deed = await this.begin("things", "readwrite", { durability: "strict" });
		const done = finished(deed);
		const store = deed.objectStore("things");
		if (((await answer(store.get(name))) ?? "") === before) store.put(after, name);
		else deed.abort();
		return done;
	}

	/** The names that begin so. */
	async things(prefix: string): Promise<string> {
		const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
		return JSON.stringify(await answer((await this.store("things")).getAllKeys(range)));
	}
}

function opened(closed: () => void): Promise<IDBDatabase> {
	const asked = indexedDB.open(NAME, VERSION);
	asked.onupgradeneeded = () => {
		for (const name of ["doors", "notes", "things"]) asked.result.createObjectStore(name);
	};
	return answer(asked).then((base) => Object.assign(base, { onclose: closed }));
}

const all = (table: string): IDBKeyRange => IDBKeyRange.bound([table, 0], [table, Number.POSITIVE_INFINITY]);

function answer<T>(asked: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		asked.onsuccess = () => resolve(asked.result);
		asked.onerror = () => reject(asked.error);
	});
}

/** How a deed ended: all of it is on the disk, or nothing. */
function finished(deed: IDBTransaction): Promise<string> {
	return new Promise((resolve, reject) => {
		deed.oncomplete = () => resolve("kept");
		deed.onabort = () => {
			if (deed.error === null) resolve("late");
			else if (deed.error.name === "QuotaExceededError") resolve("full");
			else reject(deed.error);
		};
	});
}
