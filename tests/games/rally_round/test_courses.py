"""The house's marked maps: each par has a certificate that the rules confirm, and one is solved anew."""

from __future__ import annotations

import json

import pytest

from parcferme.core import registry
from parcferme.core.courses import Course, courses_of, measured
from parcferme.games.rally_round.board.check import house_board, house_deck
from parcferme.games.rally_round.board.route_file import read_route
from parcferme.games.rally_round.par.adjudicate import competition_game
from parcferme.games.rally_round.par.checker import check

PAR = registry.folder("rally_round") / "content" / "courses" / "par"
MARKED = [course for course in courses_of("rally_round").courses if "marked_map" in course.options]


@pytest.mark.rule("RR-48")
@pytest.mark.parametrize("course", MARKED, ids=[course.id for course in MARKED])
def test_par_is_driven_through_the_rules_and_covers_every_kit(course: Course) -> None:
    certificate = json.loads((PAR / f"{course.id}.json").read_text("utf-8"))
    document = course.options["marked_map"]
    assert isinstance(document, dict)
    board, deck = house_board(), house_deck()
    game = competition_game(board, deck, read_route(document, board, course.id), False)
    assert check(certificate, game) == []
    assert certificate["par"] == certificate["bound"] == course.figures["par"] > 0


@pytest.mark.rule("RR-48")
def test_the_quickest_par_is_proved_anew() -> None:
    course = courses_of("rally_round").find("scar-road")
    assert measured("rally_round", course, prove=True) == course.figures
