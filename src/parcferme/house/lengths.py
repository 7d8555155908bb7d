"""How long what people write may be, and how much of what is refused is said back to them."""

from __future__ import annotations

import re
from typing import Any, Final

from parcferme.table.errors import Denied

TEXT: Final = 1_000  # characters of any text in a body, unless its form has a LONGEST; most fields are narrower
ZERO: Final = "\0"  # which PostgreSQL takes in no text
VALUE: Final = 200  # characters of a refused value that are said back
LINE: Final = 400  # characters of one reason
LINES: Final = 20  # of a reason that lists all faults of a document
_HEAD: Final = 140
_TAIL: Final = 57
_QUOTED: Final = re.compile(rf"'[^'\n]{{{VALUE},}}'|\"[^\"\n]{{{VALUE},}}\"")  # as values are written


def must_be_keepable(value: Any, most: int = TEXT) -> None:
    """Refuse a document with an endless text in it, be it the name of a field, or with one that no database keeps."""
    if isinstance(value, str):
        if ZERO in value:
            raise Denied("bad_value", f"{value[:20]!r} … has a character of nothing in it")
        if len(value) > most:
            raise Denied("bad_value", f"{value[:20]!r} … is a text of {len(value)} characters: at most {most}")
    elif isinstance(value, list):
        for item in value:
            must_be_keepable(item, most)
    elif isinstance(value, dict):
        for key, item in value.items():
            must_be_keepable(key)
            must_be_keepable(item, most)


def shown(reason: str) -> str:
    """A reason that does not send back what made it long."""
    lines = [_line(line) for line in reason.split("\n")]
    more = len(lines) - LINES
    return "\n".join([*lines[:LINES], f"… and {more} more"] if more > 0 else lines)


def _line(line: str) -> str:
    line = _QUOTED.sub(lambda found: _ends(found[0]), line)
    return line if len(line) <= LINE else _ends(line)


def _ends(text: str) -> str:
    return f"{text[:_HEAD]} … {text[-_TAIL:]}"
