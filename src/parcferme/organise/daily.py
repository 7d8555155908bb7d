"""Today's stage: a trial that the house opens every day at 00:00 UTC, for one day. Games come in turn, and the course
is drawn from the date, so that every installation of one version offers the same stage.

    game      the games that are driven alone, in the order of their ids: number `day % how many`
    lot       FairDice(SHA-256("daily/DAY")): number(0, 2) says whether a course of the house is driven or a new one
    course    of the house: of its courses that are not long, number(1, how many)
              a new one: what the game draws by lot from the seed "daily/DAY", not long (number(1, 2)), of difficulty
              1 + number(2, 3)

DAY counts days since 1970. Of a rally that falls into legs the first one is driven.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from parcferme.core import registry
from parcferme.core.courses import LENGTHS, Course, courses_of
from parcferme.core.studio import Kind
from parcferme.organise import commands
from parcferme.organise.event import Event
from parcferme.organise.moments import DAY, write_moment
from parcferme.organise.tasks import has_trial, trial_of
from parcferme.table.fairness import FairDice

HOUSE: Final = "house"  # who organises it
CALLED: Final = "Parc Fermé"
PREFIX: Final = "daily-"
SHORTER: Final = LENGTHS[:2]
FORGIVEN: Final = 1  # missed days in a calendar month that do not end a run


def daily_id(day: int) -> str:
    """daily-2026-11-17"""
    return f"{PREFIX}{_date(day).date().isoformat()}"


def day_of(id: str) -> int:
    """The day of a stage's id."""
    return (datetime.fromisoformat(f"{id.removeprefix(PREFIX)}T00:00:00+00:00") - _date(0)).days


def _date(day: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)


@lru_cache(maxsize=4)  # drawing one takes a moment, and a day has one stage
def stage_of(day: int) -> tuple[str, Course]:
    """The game and the course of a day."""
    games = [game for game in registry.game_ids() if has_trial(game)]
    game = games[day % len(games)]
    lot = FairDice(hashlib.sha256(f"daily/{day}".encode("ascii")).digest())
    kinds = drawn_kinds(game)
    if kinds and lot.number(0, 2):
        return game, _drawn(game, kinds[0], f"daily/{day}", SHORTER[lot.number(1, 2)], 1 + lot.number(2, 3))
    courses = [course for course in courses_of(game).courses if course.length in SHORTER]
    return game, courses[lot.number(1, len(courses))]


def drawn_kinds(game: str) -> list[Kind]:
    """What a game draws by lot."""
    studio = registry.part(game, "studio")
    return [] if studio is None else [kind for kind in studio.STUDIO.values() if kind.generates()]


def _drawn(game: str, kind: Kind, seed: str, length: str, difficulty: int) -> Course:
    """A course that nobody has driven before, with the figures that are known at once."""
    document = kind.generate(seed, length, difficulty)
    options = kind.options(document)
    title = str(document.get("title") or document.get("name") or registry.meta(game).title)
    figures = registry.part(game, "courses")
    known = {} if figures is None else figures.figures(registry.create(game, options))
    return Course(seed, title, length, difficulty, options, known)


def daily_regulations(day: int) -> dict[str, object]:
    """One drive counts; places are shown at once, drives when the day is over."""
    game, course = stage_of(day)
    window = {"opens": write_moment(day * DAY), "closes": write_moment((day + 1) * DAY)}
    task = {"game": game, "options": course.options, "legs": min(1, trial_of(game).legs)}
    rules: dict[str, object] = {"submissions": 1, "results": "open", "protest_days": 0}
    return {"title": course.title, "organiser": CALLED, **window, **task, **rules}


def announced(day: int, secret: bytes) -> Event:
    """The stage of a day as an event that opens by the clock."""
    event, begins = Event(daily_id(day), secret, {}), day * DAY
    event.fold(commands.write(event, daily_regulations(day), {}, HOUSE, begins))
    event.fold(commands.announce(event, HOUSE, begins))
    return event


def run_of_days(driven: set[int], today: int) -> int:
    """How many days in a row somebody has driven, up to today or yesterday: days driven, not days won. One missed day a
    month is forgiven, but for the last one, which may still be driven."""
    day = today if today in driven else today - 1
    run, missed = 0, dict[tuple[int, int], int]()
    while True:
        if day in driven:
            run += 1
        elif not _forgives(missed, day) or day - 1 not in driven:
            return run
        day -= 1


def _forgives(missed: dict[tuple[int, int], int], day: int) -> bool:
    month = (_date(day).year, _date(day).month)
    missed[month] = missed.get(month, 0) + 1
    return missed[month] <= FORGIVEN
