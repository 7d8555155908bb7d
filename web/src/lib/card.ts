// The result as a picture to pass on, 1200 × 630: drawn here, in the colours of the light theme, from names and figures.

import { MARK } from "./mark";
import { plateText, SHAPES } from "./plates";

export interface Card {
	app: string;
	game: string;
	art: string; // where the game's picture lies
	title: string;
	under: string;
	rows: { place: number; car: number; label: string; name: string; figure: string; gap: string; own: boolean }[];
	foot: string;
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const LEFT = 560; // the picture's part
const EDGE = 46;
const ROW = 62;
const MOST = 5; // rows

type Ink = (token: string) => string;

/** Draw it on a canvas that lies in the page: its colours are the page's tokens. A board that lies there, too, is its
 * picture. */
export async function drawCard(canvas: HTMLCanvasElement, card: Card, scene?: HTMLElement): Promise<void> {
	const pen = canvas.getContext("2d");
	if (!pen) return;
	canvas.width = WIDTH;
	canvas.height = HEIGHT;
	await document.fonts.ready;
	const ink = inkOf(canvas);
	pen.fillStyle = ink("--panel");
	pen.fillRect(0, 0, WIDTH, HEIGHT);
	if (!(scene && (await drawScene(pen, scene)))) await drawArt(pen, card.art);
	drawHead(pen, ink, card);
	for (const [n, row] of card.rows.slice(0, MOST).entries()) drawRow(pen, ink, row, 244 + n * ROW);
	drawFoot(pen, ink, card);
}

/** The value of a token on this element. */
function inkOf(element: HTMLElement): Ink {
	return (token) => {
		element.style.color = `var(${token})`;
		return getComputedStyle(element).color;
	};
}

function font(weight: number, size: number): string {
	return `${weight} ${size}px "Archivo Variable", sans-serif`;
}

/** The middle of the board as it stands, filling its part. Was there one? */
async function drawScene(pen: CanvasRenderingContext2D, scene: HTMLElement): Promise<boolean> {
	try {
		const { canvasFor, drawBoard, layers } = await import("./clip");
		if (!layers(scene).length) return false;
		const board = canvasFor(scene);
		await drawBoard(board, scene);
		const times = Math.min(board.width / LEFT, board.height / HEIGHT);
		const [wide, high] = [LEFT * times, HEIGHT * times];
		const [x, y] = [(board.width - wide) / 2, (board.height - high) / 2];
		pen.drawImage(board, x, y, wide, high, 0, 0, LEFT, HEIGHT);
		return true;
	} catch {
		return false;
	}
}

/** The game's picture, filling its part: the drawings are cut to whatever size they are told to have. */
async function drawArt(pen: CanvasRenderingContext2D, source: string): Promise<void> {
	try {
		const drawing = await (await fetch(source)).text();
		const sized = drawing.replace("<svg ", `<svg width="${LEFT}" height="${HEIGHT}" `);
		const picture = new Image();
		picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
		await picture.decode();
		pen.drawImage(picture, 0, 0, LEFT, HEIGHT);
	} catch {
		// without it the card is still true
	}
}

function drawHead(pen: CanvasRenderingContext2D, ink: Ink, { app, game, title, under }: Card): void {
	const [x, right] = [LEFT + EDGE, WIDTH - EDGE];
	pen.fillStyle = ink("--ink");
	pen.fillRect(LEFT, 0, 3, HEIGHT);
	drawMark(pen, ink, x, 36, 40);
	pen.fillStyle = ink("--ink");
	pen.font = font(700, 24);
	pen.fillText(app, x + 52, 64);
	pen.textAlign = "right";
	pen.font = font(600, 21);
	pen.fillStyle = ink("--ink-2");
	pen.fillText(game, right, 63);
	pen.textAlign = "left";
	pen.fillStyle = ink("--ink");
	squeeze(pen, title, x, 160, right - x, 800, 58);
	pen.fillStyle = ink("--ink-2");
	squeeze(pen, under, x, 206, right - x, 400, 25);
}

/** The house's sign. */
function drawMark(pen: CanvasRenderingContext2D, ink: Ink, x: number, y: number, size: number): void {
	pen.save();
	pen.translate(x, y);
	pen.scale(size / MARK.size, size / MARK.size);
	pen.beginPath();
	pen.roundRect(0, 0, MARK.size, MARK.size, MARK.round);
	pen.fillStyle = ink("--due");
	pen.fill();
	pen.fillStyle = pen.strokeStyle = ink("--on-due");
	pen.lineWidth = MARK.stroke;
	pen.stroke(new Path2D(MARK.line));
	pen.fill(new Path2D(MARK.solid));
	pen.restore();
}

/** A line of text, smaller where it would not fit. */
function squeeze(
	pen: CanvasRenderingContext2D,
	text: string,
	x: number,
	y: number,
	room: number,
	weight: number,
	size: number,
): void {
	pen.font = font(weight, size);
	const wide = pen.measureText(text).width;
	if (wide > room) pen.font = font(weight, Math.floor((size * room) / wide));
	pen.fillText(text, x, y, room);
}

function drawRow(pen: CanvasRenderingContext2D, ink: Ink, row: Card["rows"][number], y: number): void {
	const [x, right] = [LEFT + EDGE, WIDTH - EDGE];
	if (row.own) {
		pen.fillStyle = ink("--due-soft");
		pen.fillRect(x, y, right - x, ROW);
		pen.fillStyle = ink("--due");
		pen.fillRect(x, y, 7, ROW);
	}
	pen.fillStyle = ink("--ink");
	pen.fillRect(x, y, right - x, 1.5);
	pen.font = font(700, 26);
	pen.fillText(String(row.place), x + 16, y + 41);
	drawPlate(pen, ink, row, x + 66, y + ROW / 2);
	pen.fillStyle = ink("--ink");
	pen.font = font(650, 26);
	pen.fillText(row.name, x + 96, y + 41, 240);
	pen.textAlign = "right";
	pen.fillText(row.figure, right - 116, y + 41, 130);
	pen.fillStyle = ink("--ink-2");
	pen.font = font(650, 21);
	pen.fillText(row.gap, right - 6, y + 40, 104);
	pen.textAlign = "left";
}

function drawPlate(
	pen: CanvasRenderingContext2D,
	ink: Ink,
	{ car, label }: Card["rows"][number],
	x: number,
	y: number,
): void {
	const kind = ((car - 1) % 6) + 1;
	const text = plateText(car);
	pen.save();
	pen.translate(x, y);
	const shape = new Path2D(SHAPES[kind - 1]);
	pen.fillStyle = ink(`--car-${kind}`);
	pen.fill(shape);
	pen.strokeStyle = ink("--car-edge");
	pen.lineWidth = 1.5;
	pen.stroke(shape);
	pen.fillStyle = ink(`--on-car-${kind}`);
	pen.font = font(800, text.size);
	pen.textAlign = "center";
	pen.fillText(label, 0, text.y);
	pen.restore();
}

function drawFoot(pen: CanvasRenderingContext2D, ink: Ink, { foot }: Card): void {
	pen.fillStyle = ink("--due");
	pen.fillRect(LEFT + 3, HEIGHT - 58, WIDTH - LEFT, 58);
	pen.fillStyle = ink("--on-due");
	pen.fillRect(LEFT, HEIGHT - 60, WIDTH - LEFT, 3);
	pen.font = font(650, 21);
	pen.fillText(foot, LEFT + EDGE, HEIGHT - 21, WIDTH - LEFT - 2 * EDGE);
}
