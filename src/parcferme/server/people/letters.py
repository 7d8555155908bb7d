"""How letters read: each in its reader's language, what we say first, and what somebody else has written in quotes.

Every letter ends with a link by which no more of them come.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from parcferme.core.text import LANGUAGES
from parcferme.house.codec import decode

FOLDER: Final = Path(__file__).parent / "text"
_LINKS: Final = re.compile(r":(?=//)|(?<=\w)[.@](?=[^\W\d])")  # what a mail program takes for an address


class Letter:
    """What is sent to one person."""

    __slots__ = ("body", "subject")

    def __init__(self, subject: str, body: str) -> None:
        self.subject = subject
        self.body = body


@lru_cache(maxsize=len(LANGUAGES))
def texts(language: str) -> dict[str, str]:
    """The catalogue of a language; English for one that we do not speak."""
    known = language if language in LANGUAGES else "en"
    catalogue: dict[str, str] = decode((FOLDER / f"{known}.json").read_text("utf-8"), type=dict[str, str])
    return catalogue


def about_match(language: str, kind: str, title: str, link: str, unsubscribe: str) -> Letter:
    """It is somebody's turn, their time runs out soon, or the match is over."""
    say, called = texts(language), harmless(title)
    about = f"{say['table'].format(title=called)}\n{link}"
    body = [say[f"{kind}.body"], about, say["mute"], say["footer"].format(unsubscribe=unsubscribe)]
    return Letter(say[f"{kind}.subject"].format(title=called), _paragraphs(body))


def about_event(language: str, kind: str, title: str, link: str, unsubscribe: str) -> Letter:
    """An event has opened, closes in a day, has a bulletin or results; or a paper of one's own is marked."""
    say, called = texts(language), harmless(title)
    about = f"{say['event'].format(title=called)}\n{link}"
    body = [say[f"{kind}.body"], about, say["footer"].format(unsubscribe=unsubscribe)]
    return Letter(say[f"{kind}.subject"].format(title=called), _paragraphs(body))


def about_people(language: str, kind: str, name: str, link: str, unsubscribe: str) -> Letter:
    """Somebody would like to be friends, or a club has let one in."""
    say, called = texts(language), harmless(name)
    body = [say[f"{kind}.body"].format(title=called), link, say["footer"].format(unsubscribe=unsubscribe)]
    return Letter(say[f"{kind}.subject"].format(title=called), _paragraphs(body))


def in_short(language: str, kind: str, title: str) -> Letter:
    """The same on the screen of a phone: two lines."""
    say, called = texts(language), harmless(title)
    return Letter(say[f"{kind}.subject"].format(title=called), say[f"{kind}.body"].format(title=called))


def with_link(language: str, kind: str, name: str, link: str, unsubscribe: str) -> Letter:
    """A link that somebody has asked for: to confirm an address, or to choose another password."""
    say = texts(language)
    body = [say[f"{kind}.body"].format(name=harmless(name), link=link), say["footer"].format(unsubscribe=unsubscribe)]
    return Letter(say[f"{kind}.subject"], _paragraphs(body))


def _paragraphs(parts: list[str]) -> str:
    return "\n\n".join(parts) + "\n"


def harmless(text: str) -> str:
    """Somebody's words as they may stand in a letter: one line in which no mail program finds anything to decode
    (`=?utf-8?q?…?=` may hold line breaks, and with them headers) or to make a link of."""
    seen = "".join([letter for letter in " ".join(text.split()) if letter.isprintable()])
    return _LINKS.sub(r"\g<0> ", seen.replace("=?", "= ?").replace("?=", "? ="))
