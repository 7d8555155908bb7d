"""What is agreed before a match: the game with its options, the pace, and the table's policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from parcferme.core import registry
from parcferme.core.bot import SECONDS
from parcferme.core.bounds import JOINTS, is_readable
from parcferme.core.contract import Game
from parcferme.core.courses import courses_of
from parcferme.core.options import Options
from parcferme.core.position import Note
from parcferme.table.errors import BAD_SETUP, BAD_TITLE, NOT_RATEABLE, Denied
from parcferme.table.names import UNSEEN

LIVE: Final = "live"
CORRESPONDENCE: Final = "correspondence"
UNTIMED: Final = "untimed"
PACES: Final = (LIVE, CORRESPONDENCE, UNTIMED)
VISIBILITIES: Final = ("public", "private")
UNDO_POLICIES: Final = ("free", "consent", "off")
CHAT_POLICIES: Final = ("accounts", "all", "off")
AIDS: Final = ("odds", "hint", "review")  # odds before an action, the best action, the game looked back on
LEAST_THOUGHT: Final = 0.1  # seconds that bots may be given for a choice
MOST_THOUGHT: Final = 5.0
TITLE_LIMIT: Final = 60
DRAFT: Final = "draft"


@dataclass(frozen=True)
class Pace:
    """How long people may think.

    live            a bank per seat, an increment each time the turn passes on, a shared deadline for sealed phases
    correspondence  days for each decision
    untimed         no clock
    """

    kind: str = UNTIMED
    bank: int = 600  # seconds
    increment: int = 10  # seconds
    sealed: int = 90  # seconds for a phase in which several seats decide
    days: int = 3

    def __post_init__(self) -> None:
        if self.kind not in PACES:
            raise Denied(BAD_SETUP, f"pace: {self.kind!r} is not one of {', '.join(PACES)}")
        for name, low, high in (("bank", 5, 86_400), ("increment", 0, 3_600), ("sealed", 5, 86_400), ("days", 1, 30)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise Denied(BAD_SETUP, f"pace: {name} is {value!r}, not a whole number from {low} to {high}")

    def to_json(self) -> dict[str, object]:
        if self.kind == LIVE:
            return {"kind": LIVE, "bank": self.bank, "increment": self.increment, "sealed": self.sealed}
        return {"kind": self.kind, "days": self.days} if self.kind == CORRESPONDENCE else {"kind": UNTIMED}


@dataclass(frozen=True)
class Setup:
    """A match as agreed. `options` is complete: made by `make`, which validates it through the game's own schema.

    event   the event it belongs to; '' for most
    drive   … and is it one crew's drive there? Then rolls are the event's, nobody else drives or watches, and a roll is
            never taken back
    rated   does it count for the ratings of those who play?
    start   the position it begins with, in the game's notation; `None`: as the rules begin
    document  the hash of what it was opened with from the shelf, DRAFT for somebody's own draft; '' for most. The
            options hold the document itself
    thinking  seconds that its bots have for a choice
    stand_in  the level of the bot that drives for whoever has gone; '': the usual one
    """

    game: str
    rules: int
    options: Options
    pace: Pace
    visibility: str
    undo: str
    chat: str
    title: str
    aids: tuple[str, ...] = AIDS
    event: str = ""
    drive: bool = False
    rated: bool = False
    start: Note | None = None
    document: str = ""
    thinking: float = SECONDS
    stand_in: str = ""

    def create_game(self) -> Game:
        return registry.create(self.game, self.options, self.rules)

    def to_json(self) -> dict[str, object]:
        bound: dict[str, object] = {"event": self.event, "drive": self.drive} if self.event else {}
        bound |= {"rated": True} if self.rated else {}
        bound |= {"start": self.start} if self.start is not None else {}
        if self.document:
            bound["document"] = self.document
        if self.thinking != SECONDS:
            bound["thinking"] = self.thinking
        if self.stand_in:
            bound["stand_in"] = self.stand_in
        return bound | {
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "pace": self.pace.to_json(),
            "visibility": self.visibility,
            "undo": self.undo,
            "chat": self.chat,
            "title": self.title,
            "aids": list(self.aids),
        }


def make(
    game: str,
    options: Mapping[str, object] | None = None,
    pace: Pace | None = None,
    visibility: str = "public",
    undo: str = "free",
    chat: str = "accounts",
    title: str = "",
    aids: Sequence[str] = AIDS,
    *,
    rated: bool = False,
    thinking: float = SECONDS,
) -> Setup:
    """A validated setup; raises UnknownGame, BadOption or Denied naming what is wrong."""
    meta = registry.meta(game)
    _one_of("visibility", visibility, VISIBILITIES)
    _one_of("undo", undo, UNDO_POLICIES)
    _one_of("chat", chat, CHAT_POLICIES)
    for aid in aids:
        _one_of("aids", aid, AIDS)
    seen = without_joints(title)
    if len(title) > TITLE_LIMIT or not is_readable(seen) or (title and not seen):
        raise Denied(BAD_TITLE, f"title: at most {TITLE_LIMIT} printable characters")
    if not LEAST_THOUGHT <= thinking <= MOST_THOUGHT:
        raise Denied(BAD_SETUP, f"thinking: {thinking:g} is not from {LEAST_THOUGHT:g} to {MOST_THOUGHT:g} seconds")
    chosen = meta.options.read(options if options is not None else {})
    allowed = tuple(aid for aid in AIDS if aid in aids)
    clock = pace if pace is not None else Pace()
    made = Setup(
        game, meta.version, chosen, clock, visibility, undo, chat, title, allowed, rated=rated, thinking=thinking
    )
    if rated:
        _must_be_fair(made)
    return made


def _must_be_fair(chosen: Setup) -> None:
    """What may be rated: a match of several in the open, with a clock that whoever loses cannot wait out, without
    hints, where nobody takes moves back by themselves, on boards of the house."""
    fair = chosen.visibility == "public" and chosen.undo != "free" and "hint" not in chosen.aids
    fair = fair and chosen.pace.kind != UNTIMED
    if not fair or chosen.options["players"] == 1 or not _is_of_the_house(chosen):
        said = "a rated table is public, for two or more, with a clock, without hints, free undo and own boards"
        raise Denied(NOT_RATEABLE, said)


def _is_of_the_house(chosen: Setup) -> bool:
    own = [value for value in chosen.options.values() if isinstance(value, dict)]
    offered = [course.options.values() for course in courses_of(chosen.game).courses] if own else []
    return all(any(value in values for values in offered) for value in own)


def usual_aids(visibility: str, with_bots: bool) -> tuple[str, ...]:
    """What a table allows unless its host says otherwise: between strangers nobody is told the best move."""
    return AIDS if with_bots or visibility == "private" else ("odds", "review")


def read(data: Mapping[str, object]) -> Setup:
    """A setup as `to_json` wrote it."""
    pace, options = data["pace"], data["options"]
    aids = data.get("aids", usual_aids("public", False))  # tables were kept without them before there were hints
    start = data.get("start")
    if not isinstance(pace, dict) or not isinstance(options, dict):
        raise Denied(BAD_SETUP, "a stored setup without pace or options")
    return Setup(
        str(data["game"]),
        int(str(data["rules"])),
        options,
        Pace(**pace),
        str(data["visibility"]),
        str(data["undo"]),
        str(data["chat"]),
        str(data["title"]),
        tuple(aid for aid in AIDS if isinstance(aids, Sequence) and aid in aids),
        str(data.get("event", "")),
        bool(data.get("drive", False)),
        bool(data.get("rated", False)),
        start if isinstance(start, dict) else None,
        str(data.get("document", "")),
        float(str(data.get("thinking", SECONDS))),
        str(data.get("stand_in", "")),
    )


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise Denied(BAD_SETUP, f"{name}: {value!r} is not one of {', '.join(allowed)}")


def without_joints(text: str) -> str:
    """What is seen of a text, in which emoji may be joined."""
    return "".join([letter for letter in text if letter not in JOINTS and letter not in UNSEEN]).strip()
