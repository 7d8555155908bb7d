// A time sheet in the book's layout: read from CSV and written to it, its cells, and what is wrong with its form. Nothing
// here drives: a form never says what a line would cost.

export interface SheetRow {
	to: string;
	distance: string; // of a Passage Control in brackets
	target: string;
	taken: string;
	penalty: string;
	cells: string[];
}

export interface Sheet {
	crew: string;
	kit: string[];
	rows: SheetRow[];
	other: string;
	total: string;
}

export interface FormFault {
	row: string;
	turn: number; // from 1; 0: the whole row, or the kit
	key: string; // a text sheet.fault.KEY
	args: Record<string, unknown>;
}

export const COLUMNS = 9; // at first; they grow one by one …
export const MOST_COLUMNS = 60; // … to these
export const KIT_CARDS = 6;
const HEAD = ["Route to", "Distance", "Target", "Taken", "Penalty"];
const CELL = /^(!?\d{2,3}|0|0?T)(@\d+(\/\d+)*)?(\+\w+)*$/;

/** Fields of a line of CSV, quoted ones too; of a line copied from a spreadsheet, by tabs. */
export function fields(line: string): string[] {
	if (line.includes("\t")) return line.split("\t").map((field) => field.trim());
	const found: string[] = [];
	for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
		found.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
	return found;
}

/** A sheet from its CSV. Lines it does not know are left out. */
export function readSheet(text: string): Sheet {
	const sheet: Sheet = { crew: "", kit: [], rows: [], other: "", total: "" };
	for (const line of text.split(/\r?\n/).filter((one) => one.trim())) {
		const [to = "", ...rest] = fields(line);
		if (to === "Crew") sheet.crew = rest[0] ?? "";
		else if (to === "Kit") sheet.kit = (rest[0] ?? "").split(/\s+/).filter(Boolean);
		else if (to === "Other penalties") sheet.other = rest[0] ?? "";
		else if (to === "Total penalties") sheet.total = rest[0] ?? "";
		else if (to !== HEAD[0]) {
			const [distance = "", target = "", taken = "", penalty = "", ...cells] = rest;
			sheet.rows.push({ to, distance, target, taken, penalty, cells });
		}
	}
	return sheet;
}

/** Why a text is no sheet of this route: "" where it is no sheet at all, else the first row that is not on it; null
 * where it is one. */
export function stranger(sheet: Sheet, text: string): string | null {
	if (!/^Route to[,\t]/m.test(text)) return "";
	const known = sheet.rows.map((row) => row.to);
	const given = readSheet(text).rows;
	return given.length ? (given.find((row) => !known.includes(row.to))?.to ?? null) : "";
}

/** A field as CSV has it. */
export function quoted(field: string): string {
	return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** … and back. Empty cells at the end of a row are left out. */
export function writeSheet(sheet: Sheet): string {
	const turns = Math.max(8, ...sheet.rows.map((row) => row.cells.length));
	const lines = [
		["Crew", sheet.crew],
		["Kit", sheet.kit.join(" ")],
		[...HEAD, ...Array.from({ length: turns }, (_, turn) => String(turn + 1))],
		...sheet.rows.map((row) => [row.to, row.distance, row.target, row.taken, row.penalty, ...trimmed(row.cells)]),
		["Other penalties", sheet.other],
		["Total penalties", sheet.total],
	];
	return `${lines.map((line) => line.map(quoted).join(",")).join("\n")}\n`;
}

function trimmed(cells: string[]): string[] {
	const last = cells.findLastIndex((cell) => cell !== "");
	return cells.slice(0, last + 1);
}

/** What was typed as it is written down: 3 is 30; what stands after @ and + stays. */
export function tidy(typed: string): string {
	const [, speed = "", rest = ""] = /^(0?[tT]|!?\d+)?(.*)$/.exec(typed.replaceAll(" ", "")) ?? [];
	const number = /^!?\d$/.test(speed) && !speed.endsWith("0") ? `${speed}0` : speed.toUpperCase();
	return number + rest;
}

export function isPassage(row: SheetRow): boolean {
	return row.distance.startsWith("(");
}

/** Sections: the rows of Passage Controls and of the control they lead to. The turns of a section run on through them. */
export function sections(rows: SheetRow[]): number[][] {
	const found: number[][] = [[]];
	rows.forEach((row, index) => {
		found.at(-1)?.push(index);
		if (!isPassage(row) && index < rows.length - 1) found.push([]);
	});
	return found;
}

/** In which row of its section each turn stands: hatched everywhere else. */
export function isHatched(rows: SheetRow[], section: number[], row: number, turn: number): boolean {
	return !rows[row]?.cells[turn] && section.some((other) => other !== row && rows[other]?.cells[turn]);
}

/** Squares that the typed speeds add up to: ten miles an hour are one. */
export function typedSquares(rows: SheetRow[], section: number[]): number {
	const cells = section.flatMap((row) => rows[row]?.cells ?? []);
	return cells.reduce((sum, cell) => sum + speedOf(cell) / 10, 0);
}

/** … and how far they get, turn by turn; a missed turn stays where it is. */
export function reachedSquares(rows: SheetRow[], section: number[]): number[] {
	const turns = Math.max(0, ...section.map((row) => rows[row]?.cells.length ?? 0));
	let squares = 0;
	return Array.from({ length: turns }, (_, turn) => {
		const cell = section.map((row) => rows[row]?.cells[turn]).find(Boolean) ?? "";
		squares += speedOf(cell) / 10;
		return squares;
	});
}

/** The speed a cell begins with; nought where it is none. */
function speedOf(cell: string): number {
	return /^\d/.test(cell) ? Number.parseInt(cell, 10) : 0;
}

/** What is wrong with the form: kit, cells, holes, sections that are not begun. */
export function formFaults(sheet: Sheet, kitNeeded: boolean): FormFault[] {
	const faults: FormFault[] = [];
	if (kitNeeded && sheet.kit.length !== KIT_CARDS)
		faults.push({ row: "", turn: 0, key: "kit", args: { n: sheet.kit.length } });
	for (const section of sections(sheet.rows)) faults.push(...sectionFaults(sheet.rows, section));
	return faults;
}

function sectionFaults(rows: SheetRow[], section: number[]): FormFault[] {
	const to = rows[section.at(-1) ?? 0]?.to ?? "";
	const faults: FormFault[] = [];
	for (const row of section)
		rows[row]?.cells.forEach((cell, turn) => {
			if (cell && !isCell(cell)) faults.push({ row: rows[row]?.to ?? "", turn: turn + 1, key: "cell", args: { cell } });
		});
	const filled = (turn: number): number => section.filter((row) => rows[row]?.cells[turn]).length;
	const last = Math.max(-1, ...section.map((row) => (rows[row]?.cells ?? []).findLastIndex((cell) => cell !== "")));
	if (last < 0) faults.push({ row: to, turn: 0, key: "not_begun", args: {} });
	for (let turn = 0; turn <= last; turn++) {
		if (filled(turn) === 0) faults.push({ row: to, turn: turn + 1, key: "hole", args: {} });
		if (filled(turn) > 1) faults.push({ row: to, turn: turn + 1, key: "twice", args: {} });
	}
	return faults;
}

/** A speed that is a multiple of ten, 0 for a missed turn, or T; with ways and words after it. */
export function isCell(cell: string): boolean {
	const speed = Number.parseInt(cell.replace("!", ""), 10);
	return CELL.test(cell) && (Number.isNaN(speed) || speed % 10 === 0);
}

/** A block copied from a spreadsheet, put down from a cell on; or a whole sheet, which takes the place of all cells. */
export function paste(sheet: Sheet, text: string, row: number, turn: number): Sheet {
	if (/^(Crew|Kit|Route to)[,\t]/m.test(text)) return pasteWhole(sheet, readSheet(text));
	const rows = sheet.rows.map((one) => ({ ...one, cells: [...one.cells] }));
	text
		.replace(/\r?\n$/, "")
		.split(/\r?\n/)
		.forEach((line, down) => {
			fields(line).forEach((cell, right) => {
				const target = rows[row + down];
				if (target && turn + right < MOST_COLUMNS) set(target.cells, turn + right, tidy(cell));
			});
		});
	return { ...sheet, rows };
}

function pasteWhole(sheet: Sheet, given: Sheet): Sheet {
	const cells = new Map(given.rows.map((row) => [row.to, row.cells.map(tidy)]));
	const rows = sheet.rows.map((row) => ({ ...row, cells: cells.get(row.to) ?? row.cells }));
	return { ...sheet, kit: given.kit.length ? given.kit : sheet.kit, rows };
}

/** Write a cell, with empty ones before it where the row was shorter. */
export function set(cells: string[], turn: number, value: string): void {
	while (cells.length <= turn) cells.push("");
	cells[turn] = value;
}

/** A target as a time: sheets have whole minutes without their seconds. */
export const asTime = (target: string): string => (/^\d+$/.test(target) ? `${target}:00` : target);
