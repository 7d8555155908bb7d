// The letters of the page. The usual ones are wanted at once, else the first page is laid out twice, the first time in
// the system's letters; the rarer ones only where the server has sent some, in people's names mostly.

import rare from "@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2?url";

const FAMILY = "Archivo Variable";
const RANGE = "U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0";
const RARE = /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/;
const LATER = 3000; // milliseconds: what is being opened stands by then

let added = false;

export function wantLetters(): void {
	void document.fonts.load(`1rem "${FAMILY}"`);
}

/** The page is about to show this text. It is looked through when there is time for it. */
export function noticeLetters(text: string): void {
	if (!added) setTimeout(() => RARE.test(text) && addRare(), LATER);
}

function addRare(): void {
	if (added) return;
	added = true;
	const face = { unicodeRange: RANGE, weight: "100 900", stretch: "62% 125%", display: "swap" } as const;
	document.fonts.add(new FontFace(FAMILY, `url("${rare}") format("woff2-variations")`, face));
}
