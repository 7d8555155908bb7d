"""Championships of the house, ready to be opened: which courses of which games, in which order."""

from __future__ import annotations

from typing import Final

from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.core.errors import ParcFermeError
from parcferme.organise.moments import DAY, write_moment
from parcferme.organise.tasks import has_trial

PAR: Final = "par"  # the figure of a course that says what the best drive costs
MIXED: Final = "mixed"


def seasons() -> list[str]:
    """One of each game that is driven alone, by its id, and one over all games."""
    return [*[game for game in registry.game_ids() if has_trial(game)], MIXED]


def stages_of(season: str) -> list[tuple[str, str]]:
    """(game, course) of each event, in order: the season its courses name. Of a game that names none all its courses,
    but for those whose par is nought: there everybody could be first. The mixed one has the first course of each
    game."""
    if season == MIXED:
        return [(game, courses[0]) for game in registry.game_ids() for courses in [_courses(game)] if courses]
    if season not in seasons():
        raise ParcFermeError(f"there is no season {season!r}; the seasons are {', '.join(seasons())}")
    return [(season, course) for course in _courses(season)]


def _courses(game: str) -> list[str]:
    known = courses_of(game)
    return list(known.season) or [course.id for course in known.courses if course.figures.get(PAR) != 0]


def season_regulations(season: str, opens: int, days: int, organiser: str) -> list[dict[str, object]]:
    """The events of a season, one after another, each open for so many days."""
    made: list[dict[str, object]] = []
    for number, (game, id) in enumerate(stages_of(season)):
        known, start = courses_of(game), opens + number * days * DAY
        course = known.find(id)
        window = {"opens": write_moment(start), "closes": write_moment(start + days * DAY)}
        lines: dict[str, object] = {
            "title": known.season.get(id, course.title),
            "organiser": organiser,
            "game": game,
            "options": course.options,
            **window,
        }
        made.append(lines if has_trial(game) else {**lines, "kind": "match", "rounds": 1, "seats": _seats(game)})
    return made


def _seats(game: str) -> int:
    """Tables of three where the game takes them."""
    least, most = registry.meta(game).seats
    return min(max(3, least), most)
