// Pictograms of the signs, drawn around 0 0: white fields and boards wear them in their own colours.

export const SPANNER =
	"M-9.5,12.4L3.2,-.3A7.6,7.6 0 0 1 12.6,-11.2L7.6,-6.2L8.6,-2.6L12.2,-1.6L17.2,-6.6A7.6,7.6 0 0 1 6.3,2.8L-6.4,15.5A2.2,2.2 0 0 1 -9.5,12.4Z";
export const CROSS = "M-4.2,-12.4H4.2V-4.2H12.4V4.2H4.2V12.4H-4.2V4.2H-12.4V-4.2H-4.2Z";
export const PUMP =
	"M-10,12V-9Q-10,-12 -7,-12H2Q5,-12 5,-9V-1H7Q9.4,-1 9.4,2V7Q9.4,8.6 10.6,8.6T11.8,7V-4L8,-8L9.6,-9.6L14,-5V7Q14,11 10.6,11T7.2,7V1.4H5V12ZM-7,-8.6V-2.6H2V-8.6Z";
export const BED = "M-14,-8H-11V3H-2V-4H9Q14,-4 14,1V10H11V6H-11V10H-14ZM-9,-4.4A3,3 0 1 1 -9,1.6A3,3 0 1 1 -9,-4.4Z";
export const TRIANGLE = "M0,-11L12.6,10.6H-12.6Z";
export const KEPI = {
	cap: "M-13,5Q-12,-8 -9.5,-9.4Q0,-13 9.5,-9.4Q12,-8 13,5Q0,0 -13,5Z",
	braid: "M-12.4,2.6Q0,-2.4 12.4,2.6L13,6Q0,1 -13,6Z",
	peak: "M-12,6Q0,1.4 12,6Q8,11 0,10.4T-12,6Z",
};

/** The four gérances: the colour of the tin and its pictogram. */
export const TINS: Record<number, { colour: string; mark: string; shift: string }> = {
	2: { colour: "#c8741a", mark: SPANNER, shift: "scale(0.86) translate(-3.6 -1.6)" },
	3: { colour: "#b3262f", mark: CROSS, shift: "scale(0.86)" },
	4: { colour: "#17736c", mark: PUMP, shift: "scale(0.9)" },
	5: { colour: "#6f3f86", mark: BED, shift: "scale(0.9)" },
};
