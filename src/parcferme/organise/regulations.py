"""Regulations: what is agreed before an event opens. Frozen then; a bulletin may change the lines named CHANGEABLE."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from parcferme.core import registry
from parcferme.core.bounds import is_readable, is_readable_page
from parcferme.core.errors import BadContent, BadOption, BadRecord, UnknownVersion
from parcferme.core.options import Options
from parcferme.core.position import Note, list_at, number_at, object_at, shown, text_at
from parcferme.organise.documents import Documents, put_away, take_out
from parcferme.organise.errors import BAD_REGULATIONS
from parcferme.organise.moments import read_moment, write_moment
from parcferme.organise.tasks import Task, trial_of
from parcferme.table.errors import Denied

TRIAL: Final = "trial"
MATCH: Final = "match"
KINDS: Final = (TRIAL, MATCH)
NO_DICE: Final = "none"
OWN_DICE: Final = "own"
SAME_DICE: Final = "same"
DICE: Final = (NO_DICE, OWN_DICE, SAME_DICE)
SEALED: Final = "sealed"
OPEN_RESULTS: Final = "open"
RESULTS: Final = (SEALED, OPEN_RESULTS)
HEATS: Final = "heats"
LADDER: Final = "ladder"
EVERYBODY: Final = "everybody"
DRAWS: Final = (HEATS, LADDER, EVERYBODY)
POINTS: Final = (9, 6, 4, 3, 2, 1)
CHANGEABLE: Final = ("about", "closes", "options", "protest_days", "title")

TITLE_LIMIT: Final = 80
ABOUT_LIMIT: Final = 20_000
NAME_LIMIT: Final = 60
MOST_CLASSES: Final = 12
MOST_SUBMISSIONS: Final = 20
MOST_DAYS: Final = 14
MOST_ROUNDS: Final = 30
MOST_POINTS: Final = 100
MOST_A_PLACE: Final = 1_000
CLASS: Final = re.compile(r"[a-z][a-z0-9-]{0,19}")


@dataclass(frozen=True)
class Regulations:
    """An event as it was written down. Times are milliseconds, UTC.

    legs         of a trial: how many legs of the game are driven, where it has any; 0: all
    submissions  sheets or drives an entrant may hand in; the best counts
    dice         none, own (everybody's own) or same (the same for all: one attempt, everything sealed)
    results      sealed until closing, or open: places and measures are shown at once, sheets and records never
    seats        at a table of a match event; `points` by place there; `stand_in` drives for whoever does not appear
    """

    title: str
    kind: str
    game: str
    rules: int
    options: Options
    opens: int
    closes: int
    organiser: str
    about: str = ""
    legs: int = 0
    classes: tuple[str, ...] = ()
    submissions: int = 3
    dice: str = NO_DICE
    results: str = SEALED
    protest_days: int = 2
    rounds: int = 0
    seats: int = 0
    draw: str = ""
    points: tuple[int, ...] = POINTS
    stand_in: str = ""

    def task(self) -> Task:
        """The trial's game and judge; raises what the game says about its options."""
        return self._task

    @cached_property
    def _task(self) -> Task:
        """Made once: a game with its boards takes longer to make than a sheet to check."""
        return Task(self.game, self.rules, self.options, self.legs)

    def to_json(self, documents: Documents) -> dict[str, object]:
        """As a file writes them; own boards and decks go to `documents`."""
        common: dict[str, object] = {
            "title": self.title,
            "kind": self.kind,
            "game": self.game,
            "rules": self.rules,
            "options": put_away(self.options, documents),
            "opens": write_moment(self.opens),
            "closes": write_moment(self.closes),
            "organiser": self.organiser,
            "about": self.about,
            "classes": list(self.classes),
            "protest_days": self.protest_days,
        }
        return common | (self._of_trial() if self.kind == TRIAL else self._of_match())

    def _of_trial(self) -> dict[str, object]:
        return {"legs": self.legs, "submissions": self.submissions, "dice": self.dice, "results": self.results}

    def _of_match(self) -> dict[str, object]:
        return {
            "rounds": self.rounds,
            "seats": self.seats,
            "draw": self.draw,
            "points": list(self.points),
            "stand_in": self.stand_in,
        }


COMMON: Final = ("title", "kind", "game", "rules", "options", "opens", "closes", "organiser", "about", "classes",
                 "protest_days")  # fmt: skip
OF_TRIAL: Final = ("legs", "submissions", "dice", "results")
OF_MATCH: Final = ("rounds", "seats", "draw", "points", "stand_in")


def read_regulations(given: object, documents: Documents, place: str = "regulations") -> Regulations:
    """Regulations as `to_json` writes them, or as a person does who leaves out what is as usual.

    Raises BadRecord naming the line, UnknownGame, or Denied for a game that is not driven alone.
    """
    data = object_at(place, given)
    kind = _word(place, data, "kind", KINDS, TRIAL)
    for name in data:
        if name not in COMMON + (OF_TRIAL if kind == TRIAL else OF_MATCH):
            raise BadRecord(f"{place}.{name}", f"is no line of the regulations of a {kind} event")
    game = text_at(f"{place}.game", data.get("game"), NAME_LIMIT)
    common = Regulations(
        title=_line(place, data, "title", TITLE_LIMIT),
        kind=kind,
        game=game,
        rules=number_at(f"{place}.rules", data.get("rules", registry.meta(game).version), 1, 1_000),
        options=_options(place, data, game, kind, documents),
        opens=read_moment(f"{place}.opens", data.get("opens")),
        closes=read_moment(f"{place}.closes", data.get("closes")),
        organiser=_line(place, data, "organiser", NAME_LIMIT),
        about=_page(place, data, "about", ABOUT_LIMIT),
        classes=_classes(f"{place}.classes", data.get("classes", [])),
        protest_days=number_at(f"{place}.protest_days", data.get("protest_days", 2), 0, MOST_DAYS),
    )
    made = _with_trial(common, place, data) if kind == TRIAL else _with_match(common, place, data)
    check(made, place)
    return made


def _options(place: str, data: Note, game: str, kind: str, documents: Documents) -> Options:
    """Complete: of a trial with what driving alone asks for."""
    given = take_out(f"{place}.options", object_at(f"{place}.options", data.get("options", {})), documents)
    try:
        return trial_of(game).task(given) if kind == TRIAL else registry.meta(game).options.read(given)
    except BadOption as error:
        raise BadRecord(f"{place}.options.{error.option}", error.reason) from error


def _with_trial(common: Regulations, place: str, data: Note) -> Regulations:
    dice = _word(place, data, "dice", DICE, OWN_DICE if trial_of(common.game).chance else NO_DICE)
    usual = 1 if dice == SAME_DICE else 3
    return replace(
        common,
        legs=number_at(f"{place}.legs", data.get("legs", 0), 0, 100),
        submissions=number_at(f"{place}.submissions", data.get("submissions", usual), 1, MOST_SUBMISSIONS),
        dice=dice,
        results=_word(place, data, "results", RESULTS, SEALED),
    )


def _with_match(common: Regulations, place: str, data: Note) -> Regulations:
    points = list_at(f"{place}.points", data.get("points", list(POINTS)), 1, MOST_POINTS)
    levels = tuple(registry.bots(common.game))
    return replace(
        common,
        rounds=number_at(f"{place}.rounds", data.get("rounds"), 1, MOST_ROUNDS),
        seats=number_at(f"{place}.seats", data.get("seats"), 2, 6),
        draw=_word(place, data, "draw", DRAWS, HEATS),
        points=tuple(number_at(f"{place}.points[{n}]", p, 0, MOST_A_PLACE) for n, p in enumerate(points)),
        stand_in=_word(place, data, "stand_in", levels, levels[0]),
    )


def _word(place: str, data: Note, name: str, words: tuple[str, ...], usual: str) -> str:
    value = data.get(name, usual)
    if value not in words:
        raise BadRecord(f"{place}.{name}", f"{shown(value)} is none of {', '.join(words)}")
    return str(value)


def _line(place: str, data: Note, name: str, most: int) -> str:
    text = text_at(f"{place}.{name}", data.get(name), most)
    if not text.strip() or not is_readable(text):
        raise BadRecord(f"{place}.{name}", "is not one line of text")
    return text


def _page(place: str, data: Note, name: str, most: int) -> str:
    text = text_at(f"{place}.{name}", data.get(name, ""), most)
    if not is_readable_page(text):
        raise BadRecord(f"{place}.{name}", "cannot be read as it stands")
    return text


def _classes(place: str, given: object) -> tuple[str, ...]:
    names: list[str] = []
    for number, name in enumerate(list_at(place, given, 0, MOST_CLASSES)):
        if not isinstance(name, str) or CLASS.fullmatch(name) is None or name in names:
            raise BadRecord(f"{place}[{number}]", f"{shown(name)} is no new name of small letters, digits and hyphens")
        names.append(name)
    return tuple(names)


def check(made: Regulations, place: str = "regulations") -> None:
    """What must fit together; raises BadRecord naming the line, or what the game says about its documents."""
    if made.closes <= made.opens:
        raise BadRecord(f"{place}.closes", "is not after the opening")
    try:
        if made.kind == TRIAL:
            _check_trial(made, place)
        else:
            _check_match(made, place)
    except BadContent as error:
        raise BadRecord(f"{place}.options", str(error)) from error
    except BadOption as error:
        raise BadRecord(f"{place}.options.{error.option}", error.reason) from error
    except UnknownVersion as error:
        raise BadRecord(f"{place}.rules", str(error)) from error


def _check_trial(made: Regulations, place: str) -> None:
    trial = made.task().trial
    if made.legs > trial.legs:
        most = f"has {trial.legs} legs" if trial.legs else "is driven whole"
        raise BadRecord(f"{place}.legs", f"{made.legs} is more than there are: a trial of {made.game} {most}")
    if trial.chance == (made.dice == NO_DICE):
        reason = "the game has dice: own or same" if trial.chance else "there is no chance in this trial: none"
        raise BadRecord(f"{place}.dice", reason)
    if made.dice == SAME_DICE and (made.submissions != 1 or made.results != SEALED):
        wrong = "submissions" if made.submissions != 1 else "results"
        raise BadRecord(f"{place}.{wrong}", "with the same dice for all there is one attempt, and all is sealed")


def _check_match(made: Regulations, place: str) -> None:
    meta = registry.meta(made.game)
    if not meta.seats[0] <= made.seats <= meta.seats[1]:
        raise BadRecord(f"{place}.seats", f"{meta.title} is played by {meta.seats[0]} to {meta.seats[1]}")
    if made.draw == EVERYBODY and made.seats != 2:
        raise BadRecord(f"{place}.draw", "everybody meets everybody at tables of two")
    registry.create(made.game, {**made.options, "players": made.seats}, made.rules)


def changed(made: Regulations, changes: dict[str, object], documents: Documents) -> Regulations:
    """The regulations after a bulletin; raises Denied for what is frozen, BadRecord for what is wrong."""
    for name in changes:
        if name not in CHANGEABLE:
            reason = f"{name} is frozen since the opening; a bulletin may change {', '.join(CHANGEABLE)}"
            raise Denied(BAD_REGULATIONS, reason)
    after = read_regulations({**made.to_json(documents), **changes}, documents)
    return replace(after, organiser=made.organiser)
