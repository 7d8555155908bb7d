// A QR code as the path of its dark squares, in a box of one unit a square with the quiet border of four around it.

import qrcode from "qrcode-generator";

const BORDER = 4;

export interface Qr {
	size: number; // of the box
	path: string;
}

export function qr(text: string): Qr {
	const code = qrcode(0, "M"); // as small as the text allows; a seventh of it may be unreadable
	code.addData(text);
	code.make();
	const count = code.getModuleCount();
	let path = "";
	for (let y = 0; y < count; y += 1)
		for (let x = 0; x < count; x += 1) if (code.isDark(y, x)) path += `M${x + BORDER} ${y + BORDER}h1v1h-1z`;
	return { size: count + 2 * BORDER, path };
}
