"""Regulations: read, written, and refused by the line that is wrong."""

from __future__ import annotations

import pytest

from parcferme.core.errors import BadRecord, UnknownGame
from parcferme.games.rally_round.board.check import house_route
from parcferme.organise.documents import Documents
from parcferme.organise.moments import read_moment, write_moment
from parcferme.organise.regulations import read_regulations
from parcferme.table.errors import Denied
from tests.organise.helpers import CODE, RALLYMAN, ROUND


@pytest.mark.parametrize("given", [RALLYMAN, ROUND, CODE])
def test_what_is_written_reads_back(given: dict[str, object]) -> None:
    documents: Documents = {}
    made = read_regulations(given, documents)
    assert read_regulations(made.to_json(documents), documents) == made


def test_own_documents_are_named_by_their_hash() -> None:
    documents: Documents = {}
    made = read_regulations({**ROUND, "options": {"marked_map": house_route()}}, documents)
    written = made.to_json(documents)
    assert isinstance(written["options"], dict)
    assert len(documents) == 1
    assert written["options"]["marked_map"] == {"document": next(iter(documents))}
    assert read_regulations(written, documents) == made
    with pytest.raises(BadRecord, match=r"regulations.options.marked_map: document [0-9a-f]{16} is missing"):
        read_regulations(written, {})
    documents[next(iter(documents))]["name"] = "Another"
    with pytest.raises(BadRecord, match="was changed"):
        read_regulations(written, documents)


WRONG: list[tuple[dict[str, object], dict[str, object], str]] = [
    (ROUND, {"title": ""}, "regulations.title"),
    (ROUND, {"title": "a\nb"}, "regulations.title"),
    (ROUND, {"title": "x" * 81}, "regulations.title"),
    (ROUND, {"kind": "party"}, "regulations.kind"),
    (ROUND, {"rounds": 3}, "regulations.rounds"),
    (ROUND, {"opens": "tomorrow"}, "regulations.opens"),
    (ROUND, {"opens": "2026-11-17T12:00:00+01:00"}, "regulations.opens"),
    (ROUND, {"opens": "2026-13-17T12:00:00Z"}, "regulations.opens"),
    (ROUND, {"closes": "2026-11-17T12:00:00Z"}, "regulations.closes"),
    (ROUND, {"protest_days": 15}, "regulations.protest_days"),
    (ROUND, {"submissions": 0}, "regulations.submissions"),
    (ROUND, {"classes": ["novice", "novice"]}, "regulations.classes[1]"),
    (ROUND, {"classes": ["No Vice"]}, "regulations.classes[0]"),
    (ROUND, {"dice": "own"}, "regulations.dice"),
    (ROUND, {"legs": 1}, "regulations.legs"),
    (ROUND, {"rules": 99}, "regulations.rules"),
    (CODE, {"rules": 99}, "regulations.rules"),
    (ROUND, {"options": {"players": 2}}, "regulations.options.players"),
    (ROUND, {"options": {"kits": "draft"}}, "regulations.options.kits"),
    (ROUND, {"options": {"colour": "red"}}, "regulations.options.colour"),
    (ROUND, {"options": {"marked_map": {"format": "x"}}}, "regulations.options"),
    (RALLYMAN, {"legs": 4}, "regulations.legs"),
    (RALLYMAN, {"dice": "none"}, "regulations.dice"),
    (RALLYMAN, {"dice": "same", "submissions": 2}, "regulations.submissions"),
    (RALLYMAN, {"dice": "same", "results": "open"}, "regulations.results"),
    (CODE, {"seats": 1}, "regulations.seats"),
    (CODE, {"draw": "everybody"}, "regulations.draw"),
    (CODE, {"points": [1, -1]}, "regulations.points[1]"),
    (CODE, {"stand_in": "god"}, "regulations.stand_in"),
    (CODE, {"legs": 1}, "regulations.legs"),
]


@pytest.mark.parametrize(("base", "change", "place"), WRONG)
def test_the_wrong_line_is_named(base: dict[str, object], change: dict[str, object], place: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_regulations({**base, **change}, {})
    assert error.value.place == place


def test_a_game_that_needs_company_has_no_trial() -> None:
    with pytest.raises(Denied, match="is not driven alone"):
        read_regulations({**ROUND, "game": "rallye_code"}, {})
    with pytest.raises(UnknownGame):
        read_regulations({**ROUND, "game": "chess"}, {})


@pytest.mark.parametrize("at", [0, 1, 999, 1_000, 1_795_000_000_123])
def test_moments_read_back(at: int) -> None:
    assert read_moment("at", write_moment(at)) == at
