"""Who has not done anything here yet still goes by a name and a door plate: those of a cookie, until they need a seat.

Nothing is kept of them on the server. The cookie reads `PLATE.NAME`; what somebody writes into it themselves is judged
like any other name when they become a guest.
"""

from __future__ import annotations

import secrets
from typing import Final
from urllib.parse import quote, unquote

from parcferme.server.people.faces import PLATES
from parcferme.server.people.letters import texts
from parcferme.table.errors import Denied
from parcferme.table.names import fit

COOKIE: Final = "visitor"


class Visitor:
    """What a stranger is called, and the plate they wear."""

    __slots__ = ("name", "plate")

    def __init__(self, name: str, plate: int) -> None:
        self.name = name
        self.plate = plate

    def cookie(self) -> str:
        return f"{self.plate}.{quote(self.name, safe='')}"


def newcomer(language: str) -> Visitor:
    """Somebody who is here for the first time: Guest 27 with a plate by lot."""
    number = 10 + secrets.randbelow(90)
    return Visitor(texts(language)["guest"].format(n=number), 1 + secrets.randbelow(PLATES))


def met(cookie: str | None) -> Visitor | None:
    """Whom a cookie tells of; nobody where it is none of ours."""
    plate, _, name = (cookie or "")[:200].partition(".")
    try:
        return Visitor(fit(unquote(name)), int(plate)) if plate in [str(n + 1) for n in range(PLATES)] else None
    except Denied:
        return None
