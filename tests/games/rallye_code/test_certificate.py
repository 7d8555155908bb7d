"""Takeovers weighed, written down, and checked by the rules alone."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from parcferme.core.errors import BadContent, ParcFermeError
from parcferme.core.registry import create
from parcferme.games.rallye_code.par.certificate import offer_position, solve
from parcferme.games.rallye_code.par.checker import Checker, check
from parcferme.games.rallye_code.rules.game import RallyeCode
from parcferme.games.rallye_code.show.commands import COMMANDS

from .helpers import Scene


def weighed(edition: str = "A", total: int = 4, box: int = 6000, at: int = 1, players: int = 4) -> dict[str, object]:
    game = create("rallye_code", {"edition": edition, "players": players, "rounds": 30})
    assert isinstance(game, RallyeCode)
    solution = solve(game, offer_position(game, 1, total, box, at))
    document: dict[str, object] = json.loads(json.dumps(solution.certificate))
    return document


@pytest.mark.rule("RC-60", "RC-61", "RC-62", "RC-63")
@pytest.mark.parametrize("edition", ["A", "B"])
@pytest.mark.parametrize("total", range(2, 13))
def test_every_roll_is_weighed_as_the_rules_play_it(edition: str, total: int) -> None:
    assert check(weighed(edition, total)) == []


@pytest.mark.rule("RC-62", "RC-R23")
def test_the_checker_finds_the_printed_chances() -> None:
    def kept(edition: str, total: int) -> Fraction:
        checker = Checker(weighed(edition, total))
        after = checker.state.copy()
        after.apply(7)
        return checker.kept(after)

    assert [kept("A", total) for total in (2, 7, 12)] == [Fraction(35, 36), Fraction(15, 36), Fraction(0)]
    assert kept("B", 2) == kept("B", 12) == Fraction(575, 1296)  # nothing hangs on the arrival roll


def test_the_answer_follows_time_box_and_price() -> None:
    assert weighed("A", 4)["answer"] == "refuse"
    assert weighed("A", 4, at=30)["answer"] == "accept"
    assert weighed("A", 11)["answer"] == "accept"
    assert weighed("B", 3, box=30_000)["answer"] == "refuse"
    assert weighed("A", 4, players=2)["rivalry"] == 1.0


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("price", 2500, "price is 2500, but 2000 by the rules"),
        ("box", 0, "box is 0, but 6000 by the rules"),
        ("keeps", [1, 2], "the dice give 5/6"),
        ("keeps", [1, 0], "is not a fraction"),
        ("sold", 0.5, "sold is 0.5"),
        ("answer", "accept", "but refuse is better"),
        ("theirs", 10.0, "less than what lies in the box"),
        ("kind", "rally-par", "its kind is"),
        ("options", None, "its options are missing"),
        ("position", [], "is not a weighed takeover"),
        ("mine", "much", "is not a number"),
    ],
)
def test_what_is_wrong_is_named(key: str, value: object, reason: str) -> None:
    assert any(reason in fault for fault in check({**weighed(), key: value}))


def test_a_position_without_a_takeover_is_refused() -> None:
    scene = Scene()
    with pytest.raises(ParcFermeError, match="RC-60"):
        solve(scene.game, scene.state)
    assert "does not wait" in check({**weighed(), "position": scene.state.dump()})[0]


def test_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "offer.json"
    shown = COMMANDS["takeover"][1](["edition=A", "roll=4", "box=6000", f"save={file}"])
    assert "chance 5/6" in shown
    assert "refuse" in shown.splitlines()[3]
    assert "proved by the rules" in COMMANDS["check"][1]([str(file)])
    file.write_text(file.read_text().replace('"price": 2000', '"price": 1500'))
    with pytest.raises(BadContent, match="price is 1500"):
        COMMANDS["check"][1]([str(file)])


@pytest.mark.parametrize(
    ("verb", "arguments", "reason"),
    [
        ("takeover", ["edition=C"], "is not edition=A"),
        ("takeover", ["roll=1"], "roll is 2 to 12"),
        ("takeover", ["box=700"], "a multiple of 500"),
        ("takeover", ["box=90000"], "below 50000"),
        ("takeover", ["round=31"], "rounds 1 to 30"),
        ("check", [], "name one certificate"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(verb: str, arguments: list[str], reason: str) -> None:
    with pytest.raises(ParcFermeError, match=reason):
        COMMANDS[verb][1](arguments)
