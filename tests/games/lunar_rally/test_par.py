"""Par proved: a shortest line, replayed by the rules, and all shorter lines exhausted by them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from parcferme.core.errors import BadContent, ParcFermeError
from parcferme.games.lunar_rally.board.hexes import CELL_OF
from parcferme.games.lunar_rally.board.maps import ground_of, house_map
from parcferme.games.lunar_rally.mechanics.programs import programs
from parcferme.games.lunar_rally.par.certificate import solve
from parcferme.games.lunar_rally.par.checker import FINISHED, HURT, Checker, check
from parcferme.games.lunar_rally.par.clock import race_clock, turns
from parcferme.games.lunar_rally.show.commands import COMMANDS


def small_map(finish: str = "C", **more: object) -> dict[str, object]:
    """Two sections with the finish close to the start, dust and a crater between."""
    return {
        "title": "Nearby",
        "sections": 2,
        "start": [f"A{row}" for row in range(1, 9)],
        "finish": [f"{finish}{row}" for row in range(3, 11)],
        "craters": [["B4"]],
        "dust": [["B5", "B6", "B7"]],
        "repair": [],
        "caches": [],
        **more,
    }


@cache
def written(finish: str, number: int, phases: int = 3) -> str:
    document = small_map(finish)
    return json.dumps(solve(ground_of(document), document, number, phases).certificate)


def certificate(finish: str = "F", number: int = 1, phases: int = 3) -> dict[str, object]:
    document: dict[str, object] = json.loads(written(finish, number, phases))
    return document


@pytest.mark.parametrize(
    ("finish", "number", "phases"), [("C", 1, 3), ("F", 1, 3), ("F", 2, 3), ("D", 1, 2), ("D", 1, 1)]
)
def test_par_of_a_small_map_is_proved_by_the_rules(finish: str, number: int, phases: int) -> None:
    assert check(certificate(finish, number, phases)) == []


def test_par_of_a_house_map_is_proved_by_the_rules() -> None:
    solution = solve(house_map("blue"), "blue", 1)
    assert solution.value == 5
    assert check(json.loads(json.dumps(solution.certificate))) == []


@pytest.mark.parametrize("colour", ["green", "red", "yellow"])
def test_lines_of_the_longer_house_maps_are_replayed(colour: str) -> None:
    """The line alone, by the rules; that no line is shorter is proved on the quicker maps above."""
    solution = solve(house_map(colour), colour, 1)
    assert len(solution.line) == solution.value
    assert Checker(solution.certificate).line_faults() == []


def test_the_clock_agrees_with_plain_search_through_the_rules() -> None:
    """Brute force: from single poses, every program of every turn, by the engine alone."""
    ground = ground_of(small_map("D"))
    checker = Checker(certificate("D"))
    clock = race_clock(ground, 1, 3)
    for pose in [6 * CELL_OF["A1"] + 2, 6 * CELL_OF["A7"] + 1, 6 * CELL_OF["B2"]]:
        edge, needed = {pose}, 0
        while FINISHED not in edge:
            needed += 1
            edge = {checker.after(at, program) for at in edge if at >= 0 for program in programs(1, 3)}
        assert needed == turns(clock[pose])


def test_the_rules_tell_finish_harm_and_pose() -> None:
    checker = Checker(certificate("C"))
    pose = 6 * CELL_OF["A3"] + 2  # south-east of A3 lies B3, then C4 on the finish
    assert checker.after(pose, checker._program("AT.F1.F1")) == FINISHED
    assert checker.after(6 * CELL_OF["A1"], checker._program("F1.TL.TR")) == HURT  # north of A1 is the edge
    turned = checker.after(pose, checker._program("TL.TR.ST"))
    assert turned == pose


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("turns", 1, "the line has"),
        ("line", ["ST.LA.TL", "ST.LA.TL"], "does not reach the finish"),
        ("line", ["F1.F1.F1"], "is not a program"),
        ("facing", "NW", "LR-26"),
        ("frontier", [1, 2], "new poses are written"),
        ("frontier", [], "frontiers are written"),
        ("kind", "rally-par", "its kind is"),
        ("number", 3, "is not a whole number from 1 to 2"),
        ("scenario", "pink", "is not a certificate"),
    ],
)
def test_what_is_wrong_is_named(key: str, value: object, reason: str) -> None:
    assert reason in check({**certificate(), key: value})[0]


def test_a_line_that_dawdles_is_found_out() -> None:
    """A longer line with frontiers to match: the rules reach the finish before it does."""
    document = certificate("C")
    assert document["turns"] == 1
    line = document["line"]
    assert isinstance(line, list)
    document.update(turns=2, line=["TL.TR.ST", line[0]], frontier=[*document["frontier"], 0])  # type: ignore[misc]
    assert check(document) == ["the finish can be reached in turn 1 already"]


def test_in_the_terminal(tmp_path: Path) -> None:
    scenario, proof = tmp_path / "nearby.json", tmp_path / "proof.json"
    scenario.write_text(json.dumps(small_map("F")))
    assert COMMANDS["prove"][1]([str(scenario), "1", str(proof)]).startswith("Nearby: ")
    assert "proved by the rules" in COMMANDS["verify"][1]([str(proof)])
    proof.write_text("{}")
    with pytest.raises(BadContent, match="its kind is None"):
        COMMANDS["verify"][1]([str(proof)])
    for verb, arguments, reason in [
        ("prove", ["blue"], "name a map"),
        ("prove", ["blue", "1", str(tmp_path)], "cannot be written"),
        ("verify", [], "name one certificate"),
    ]:
        with pytest.raises(ParcFermeError, match=reason):
            COMMANDS[verb][1](arguments)
