"""What people and bots are called: which names are fit, which are alike, and who the bots are.

The only place that knows the rule. A name has 2 to 20 letters, digits, blanks, hyphens and apostrophes, of one script,
all of which can be seen; it does not read like a bot's or the server's. Nobody at a table is called like another there,
whatever the case, and nobody takes a name that looks like an account's. A bot's name belongs to its level: Tarmo is a
works driver in every game.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from parcferme.table import errors
from parcferme.table.errors import Denied

LEAST: Final = 2
MOST: Final = 20
STROKES: Final = " -'"  # what a name may hold beside letters and digits
CURLY: Final = "\u2019"  # the apostrophe that phones write
VARIANTS: Final = [*range(0xFE00, 0xFE10), *range(0x180B, 0x1810), *range(0xE0100, 0xE01F0)]  # of the letter before
# letters and signs that nothing is seen of
UNSEEN: Final = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5" + "".join(map(chr, VARIANTS))
# letters that stand beside those of another script, and look like none of them
BESIDE: Final = frozenset(
    ("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "MODIFIER")
)
RESERVED: Final = re.compile(
    r"bots?\b.*|.*\bbots?|departed|parc ?ferm[eé]|admin(istrator)?|server"
)  # of what it looks like
# letters of other scripts, and digits, that read as Latin ones; as folding leaves them, so small ones, but of Cherokee
TWINS: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝєѵвкмнтгьүӏ"  # Cyrillic
    "καοντρυχιηωβ"  # Greek
    "օսհոցզռյ"  # Armenian
    "ⲁⲃⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭⲍ"  # Coptic
    "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏳᏴ"  # Cherokee
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ"  # Lisu
    "ɡⅼıɩɑȷĸǀǃ01|",
    "aeopcyxijshdqwevbkmhtrbyl"
    "kaovtpuxinwb"
    "ouhngqnj"
    "abhlkmnopctyxz"
    "drtiyajewmhgzbrwsvslcpkgb"
    "bpdtgkjczfmnlsrvhwxyaelou"
    "gliiajklioll",
)
# a capital I is drawn like a small L, in every script, and some capitals are not drawn like their small letters
CAPITALS: Final = str.maketrans("IΙІΕΖΗΜΝΥՏԼ", "lllezhmnysl")
SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "

DRIVERS: Final[dict[str, list[str]]] = {
    "novice": ["Ottavia", "Benno", "Lisette", "Fausto", "Mirka", "Gaspard"],
    "amateur": ["Teodora", "Lucien", "Pilvi", "Renzo", "Hanne", "Bastien"],
    "clubman": ["Piero", "Yvonne", "Ilmari", "Odile", "Sandro", "Kaisa"],
    "privateer": ["Ivo", "Margaux", "Aino", "Corrado", "Sigrid", "Florian"],
    "works": ["Tarmo", "Solveig", "Armand", "Nives", "Juhani", "Delphine"],
    "ace": ["Raimo", "Ilaria", "Thibault", "Vesna", "Osvaldo", "Eeva"],
}


def one_line(text: str) -> str:
    """What people write (names, titles, chat) in one form: composed, trimmed, white space of any kind a single blank.
    Control characters and those that turn the direction of writing are left in: they are not printable."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fit(name: str) -> str:
    """A person's name as it is kept; raises Denied with what is wrong with it."""
    name = one_line(name).replace(CURLY, "'")
    if len(name) < LEAST:
        raise Denied(errors.NAME_SHORT, f"name: at least {LEAST} letters")
    if len(name) > MOST:
        raise Denied(errors.NAME_LONG, f"name: at most {MOST} letters")
    if not is_written_plainly(name):
        raise Denied(errors.NAME_LETTERS, "name: only letters, digits, blanks, hyphens and apostrophes")
    if len(scripts(name)) > 1:
        raise Denied(errors.NAME_MIXED, f"name: mixes letters of {' and '.join(sorted(scripts(name)))}")
    if is_reserved(name):
        raise Denied(errors.NAME_RESERVED, "name: reads like a bot's or the server's")
    return name


def is_reserved(name: str) -> bool:
    """Does it read like a bot's or the server's?"""
    return RESERVED.fullmatch(look(name).replace("l", "i")) is not None


def look(name: str) -> str:
    """What a name looks like: the same for names that are easily taken for each other. Accents make a difference."""
    drawn = unicodedata.normalize("NFKC", one_line(name)).translate(CAPITALS)
    read = folded("".join(map(_as_drawn, drawn))).translate(TWINS)
    return re.sub(r"[\W_]+", " ", read.replace("rn", "m").replace("vv", "w")).strip()[:60]


def _as_drawn(letter: str) -> str:
    """Small capitals are small letters to whoever reads fast, and a nought is one in every script."""
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    called = unicodedata.name(letter, "")
    return called.removeprefix(SMALL_CAPITAL) if called.startswith(SMALL_CAPITAL) else letter


def are_alike(name: str, other: str) -> bool:
    """Would somebody take one for the other?"""
    return folded(name) == folded(other) or look(name) == look(other)


def scripts(name: str) -> set[str]:
    """Of which no name needs two: letters of each are drawn like some of another."""
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()]
    found = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    return {script.lower() for script in found - BESIDE}


def is_written_plainly(name: str) -> bool:
    """Accents that belong to a letter count as part of it, but no name is a heap of them."""
    kinds = ["M" if unicodedata.category(one).startswith("M") else one for one in name]
    heaped = "MMM" in "".join("M" if kind == "M" else "." for kind in kinds)
    seen = not any(one in UNSEEN for one in name)
    sound = seen and all(one == "M" or one.isalpha() or one.isdecimal() or one in STROKES for one in kinds)
    return sound and not heaped and (name[0].isalpha() or name[0].isdecimal())


def folded(name: str) -> str:
    """Two names are alike where this is the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def is_taken(name: str, others: list[str]) -> bool:
    return any(are_alike(name, other) for other in others)


def free(name: str, others: list[str]) -> str:
    """The name, or the next like it that nobody else has: Jari, Jari 2, Jari 3; after Guest 27 comes Guest 28."""
    stem, _, tail = name.rpartition(" ")
    number = int(tail) if stem and tail.isdecimal() and len(tail) < 4 else 1
    stem = stem if number > 1 else name
    while is_taken(name, others):
        number += 1
        name = f"{stem[: MOST - len(str(number)) - 1].rstrip()} {number}"
    return name


def must_be_free(name: str, others: list[str]) -> None:
    """Refuse a name that somebody at the table has, and say which one could be had instead."""
    if is_taken(name, others):
        told: dict[str, object] = {"name": name, "free": free(name, others)}
        raise Denied(errors.NAME_TAKEN_HERE, f"{name} is taken here. {told['free']}?", blanks=told)


def apart(given: list[str]) -> list[str]:
    """The same names with none twice: who comes later in the list is numbered. Nobody ("") stays nobody."""
    told: list[str] = []
    for name in given:
        told.append(free(name, told) if name else name)
    return told


def driver(level: str, taken: list[str]) -> str:
    """The first bot of a level that does not drive here yet; once all of them do they are numbered."""
    names = DRIVERS.get(level, [level.capitalize()])
    return next((name for name in names if name not in taken), "") or free(names[0], taken)
