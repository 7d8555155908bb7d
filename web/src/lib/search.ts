// Finding clauses of the rules by the words people use for them. The clauses are in English and in the games' own words:
// whoever looks for a crash or for "sortie de route" means what they call losing control.

import type { Clause } from "./types";

/** Words for one thing, in our languages, and how the rules speak of it. */
const MEANT: { words: string[]; found: string[] }[] = [
	{
		words: ["crash", "accident", "wreck", "sortie", "incidente", "schianto", "botto", "tonneau"],
		found: [
			"lose control",
			"loses control",
			"loss of control",
			"leaves the road",
			"off the road",
			"goes off",
			"collision",
			"explode",
			"damage",
			"crash",
			"accident",
		],
	},
	{
		words: [
			"winner",
			"win",
			"wins",
			"victory",
			"gagnant",
			"gagner",
			"vainqueur",
			"victoire",
			"vincitore",
			"vince",
			"vincere",
			"vittoria",
		],
		found: ["win", "richest", "fewest penalties", "shortest total", "first place"],
	},
	{ words: ["tie", "draw", "egalite", "pareggio", "parita"], found: ["tie", "tied", "draw", "equal"] },
	{
		words: ["overtake", "overtaking", "pass", "passing", "depasser", "doubler", "sorpasso", "sorpassare"],
		found: ["overtak", "pass"],
	},
	{ words: ["money", "cash", "argent", "soldi", "denaro"], found: ["money", "purse", "franc", "box", "pay"] },
	{ words: ["police", "cop", "policier", "polizia", "gendarme"], found: ["gendarme"] },
	{
		words: ["fine", "penalty", "amende", "penalite", "multa", "penalita"],
		found: ["fine", "penalt", "marks", "contravention"],
	},
	{ words: ["dice", "die", "de", "des", "dado", "dadi", "roll", "lancer", "tiro"], found: ["dice", "die", "roll"] },
	{ words: ["gear", "vitesse", "rapport", "marcia", "cambio"], found: ["gear"] },
	{ words: ["speed", "allure", "velocita", "mph"], found: ["speed", "mph"] },
	{
		words: ["corner", "bend", "curve", "virage", "curva", "tornante", "epingle"],
		found: ["corner", "bend", "hairpin"],
	},
	{ words: ["brake", "braking", "frein", "freiner", "freno", "frenare"], found: ["brak", "decelerat"] },
	{
		words: ["weather", "snow", "rain", "meteo", "neige", "pluie", "neve", "pioggia", "tempo"],
		found: ["weather", "snow", "rain"],
	},
	{ words: ["tyre", "tire", "wheel", "pneu", "pneus", "roue", "gomma", "gomme"], found: ["tyre", "flat", "puncture"] },
	{
		words: ["repair", "fix", "mechanic", "reparer", "mecanicien", "riparare", "meccanico"],
		found: ["repair", "mechanic", "assistance", "garage"],
	},
	{
		words: ["shoot", "weapon", "laser", "missile", "tirer", "arme", "sparare", "arma"],
		found: ["laser", "missile", "weapon", "fire"],
	},
	{ words: ["shortcut", "cut", "raccourci", "scorciatoia"], found: ["shortcut", "hidden track", "short cut"] },
	{
		words: ["finish", "end", "goal", "arrivee", "fin", "traguardo", "fine"],
		found: ["finish", "end of", "ends", "is over"],
	},
	{ words: ["start", "depart", "partenza", "begin"], found: ["start"] },
	{ words: ["turn", "round", "tour", "turno", "giro"], found: ["turn", "round"] },
	{ words: ["card", "carte", "cartes", "carta", "scheda"], found: ["card"] },
	{
		words: ["collision", "hit", "ram", "choc", "percuter", "scontro", "urto"],
		found: ["collision", "collide", "hits", "push", "runs into"],
	},
];

/** Letters as people type them in a hurry: small, and without accents. */
export function plain(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** How the rules may speak of what somebody has typed: the word itself, and whatever else is called so. */
function readings(word: string): string[] {
	const meant = MEANT.filter(({ words }) => words.includes(word)).flatMap(({ found }) => found);
	return [word, ...meant];
}

/** The clauses that speak of every word; those that use the words themselves come first. */
export function findClauses(all: Clause[], search: string): Clause[] {
	const words = plain(search).split(/\s+/).filter(Boolean);
	const texts = new Map(all.map((clause) => [clause, plain(`${clause.id} ${clause.heading} ${clause.text}`)]));
	const literal = (clause: Clause): boolean => words.every((word) => texts.get(clause)?.includes(word));
	const meant = (clause: Clause): boolean =>
		words.every((word) => readings(word).some((reading) => texts.get(clause)?.includes(reading)));
	const found = all.filter(meant);
	return [...found.filter(literal), ...found.filter((clause) => !literal(clause))];
}
