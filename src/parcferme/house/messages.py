"""What a listener is sent: the feed's messages with actions, names and (where wished) texts and odds filled in."""

from __future__ import annotations

from parcferme.core.text import Texts
from parcferme.house import catalogue, feed
from parcferme.house.feed import Message
from parcferme.table.journal import Audience, Happening
from parcferme.table.names import apart
from parcferme.table.seats import PERSON
from parcferme.table.table import Table

Names = dict[str, str]  # person → name


class Wish:
    """How somebody wants to be told: in which language (None: keys only), with odds or not, whole views or changes."""

    __slots__ = ("changes", "language", "odds")

    def __init__(self, language: str | None = None, odds: bool = False, changes: bool = False) -> None:
        self.language = language
        self.odds = odds
        self.changes = changes

    def key(self) -> tuple[str | None, bool]:
        return self.language, self.odds


PLAIN = Wish()
WITH_POSITION = ("start", "play", "seats", "ask", "answer", "close")


def position(table: Table, audience: Audience, wish: Wish, names: Names, at: int | None = None) -> Message:
    """The feed's position, its actions described and its seats named."""
    return _position(table, audience, wish, seats(table, names), at)


def _position(table: Table, audience: Audience, wish: Wish, seated: list[Message], at: int | None = None) -> Message:
    told = feed.position(table, audience, at)
    _add_asked(table, audience, told, wish)
    for field in ("actions", "interrupts"):
        ids = told[field]
        assert isinstance(ids, list)
        told[field] = _actions(table, audience, ids, wish)
    told["seats"] = seated
    return told


def _add_asked(table: Table, audience: Audience, told: Message, wish: Wish) -> None:
    """What this audience is asked, in one sentence, and who plays next: read off the view it is sent."""
    view, turn, ids = told["view"], told["turn"], told["actions"]
    assert isinstance(view, dict)
    assert isinstance(turn, dict)
    assert isinstance(ids, list)
    turn["next"] = catalogue.following(table.game.id, view) if turn["seats"] else []
    told["asked"] = catalogue.asked(table.game, view, audience, ids) if audience is not None and ids else None
    asked = told["asked"]
    if isinstance(asked, dict) and wish.language is not None:
        asked["text"] = catalogue.texts(table.setup.game, wish.language).say(asked["key"], asked["args"])


def message(
    table: Table, happening: Happening, audience: Audience, wish: Wish, seated: list[Message], turned: bool = False
) -> Message | None:
    """One happening as it goes over the wire right after it happened, position included where it changed, or where the
    line has `turned` to another seat of its person."""
    told = bare_message(table, happening, audience, wish, seated)
    if told is not None and (turned or told["type"] in WITH_POSITION):
        told["position"] = _position(table, audience, wish, seated)
    return told


def bare_message(
    table: Table, happening: Happening, audience: Audience, wish: Wish, seated: list[Message]
) -> Message | None:
    """… and without the position, for those who catch up."""
    told = feed.message(table, happening, audience)
    if told is None:
        return None
    if "seats" in told:
        told["seats"] = seated
    if wish.language is not None:
        _add_texts(told, catalogue.texts(table.setup.game, wish.language))
    return told


def seats(table: Table, names: Names) -> list[Message]:
    """Who sits where, no two called alike: people come before bots."""
    seated = feed.seats(table)
    for seat in seated:
        seat["name"] = names.get(str(seat["person"]), "") if seat["kind"] == PERSON else seat["name"]
    people_first = sorted(seated, key=lambda seat: seat["kind"] != PERSON)
    for seat, name in zip(people_first, apart([str(seat["name"]) for seat in people_first]), strict=True):
        seat["name"] = name
    return [{"seat": number, **seat} for number, seat in enumerate(seated)]


def _actions(table: Table, audience: Audience, ids: list[int], wish: Wish) -> list[object]:
    made = catalogue.fragments(table.game, wish.language)
    if not wish.odds or audience is None:
        return [made.of(action) for action in ids]
    state, told = table.play.state, "odds" in table.setup.aids
    return [{**made.plain(a), "odds": catalogue.odds(state, table.game, audience, a) if told else []} for a in ids]


def _add_texts(told: Message, texts: Texts) -> None:
    steps = told.get("steps")
    for step in steps if isinstance(steps, list) else []:
        for event in step["events"]:
            event["text"] = texts.say(f"event.{event['kind']}", event["args"])
