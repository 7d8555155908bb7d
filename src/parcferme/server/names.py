"""Names people go by: visible, not a bot's, and not one that reads like somebody else's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from parcferme.table.errors import Denied

NAME_LIMIT: Final = 30
# letters of other scripts, and digits, that read as Latin ones; after folding, so small ones only
_TWINS: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝєѵɡⅼӏκαοντρυχιηωβ01|ıɩ",
    "aeopcyxijshdqwevgllkaovtpuxinwboliii",
)
_BOT: Final = re.compile(r"(?i)bots?\b.*|.*\bbots?[\s:(\[_-]*|departed|parc ?ferm[eé]|admin(istrator)?|server")
_BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"  # letters and signs that nothing is seen of
_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK")  # of which no name needs two


def one_line(text: str) -> str:
    """What people write (names, titles, chat) in one form: composed, trimmed, white space of any kind a single blank.
    Control characters and those that turn the direction of writing are left in: they are not printable."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def readable(name: str) -> str:
    """A name or label in one form; raises Denied."""
    name = one_line(name)
    if not 1 <= len(name) <= NAME_LIMIT or not name.isprintable():
        raise Denied("bad_value", f"name: 1 to {NAME_LIMIT} printable characters")
    return name


def clean_name(name: str) -> str:
    """A name to go by; raises Denied."""
    name = readable(name)
    if any(letter in _BLANK for letter in name) or not any(letter.isalnum() for letter in name):
        raise Denied("bad_value", "name: needs letters or digits that can be seen")
    if _BOT.fullmatch(look(name)) or _BOT.fullmatch(name):
        raise Denied("bad_value", "name: reads like a bot's or the server's")
    if len(_scripts(name)) > 1:
        raise Denied("bad_value", f"name: mixes letters of {' and '.join(sorted(_scripts(name)))}")
    return name


def login_of(name: str) -> str:
    return unicodedata.normalize("NFKC", readable(name)).casefold()[:40]


def look(name: str) -> str:
    """What a name looks like: the same for names that are easily taken for each other. Accents make a difference."""
    folded = unicodedata.normalize("NFKC", one_line(name)).casefold().translate(_TWINS)
    return re.sub(r"[\W_]+", " ", folded.replace("rn", "m").replace("vv", "w")).strip()[:60]


def _scripts(name: str) -> set[str]:
    found = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return {script.lower() for script in found if script in _SCRIPTS}
