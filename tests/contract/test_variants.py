"""The spread of variants by itself."""

from __future__ import annotations

import pytest

from parcferme.core.contract import Game
from parcferme.core.errors import BadOption
from parcferme.core.options import Choice, Document, Flag, Int, Items, Options, OptionSpec, Text
from tests.contract import toys
from tests.contract.variants import candidates, spread

SPEC = OptionSpec(
    "dash",
    [
        Int("players", 1, 3, 2, "seats"),
        Int("turns", 1, 4, 2, "turns"),
        Flag("punctures", True, "punctures"),
        Choice("weather", ("dry", "wet", "snow"), "dry", "weather"),
        Choice("tyres", ("slick", "stud"), "slick", "tyres"),
        Choice("toy", ("dash",), "dash", "which toy"),
    ],
)


def create(options: Options) -> Game:
    if options["weather"] == "snow" and options["tyres"] != "stud":
        raise BadOption("dash", "tyres", "snow needs studs")
    return toys.Dash(options)


def test_candidates_hold_every_choice_and_both_ends() -> None:
    assert candidates(Int("n", 1, 9, 3, "")) == [3, 1, 5, 9]
    assert candidates(Flag("f", True, "")) == [True, False]
    assert candidates(Choice("c", ("a", "b", "c"), "b", "")) == ["b", "a", "c"]
    assert candidates(Text("t", "[a-z]*", "x", "")) == ["x"]
    assert candidates(Document("d", "")) == [None]
    assert candidates(Items("i", Choice("c", ("a", "b"), "a", ""), 0, 3, ["b"], "")) == [["b"], [], ["a", "b", "a"]]


def test_every_value_appears_although_some_exclude_each_other() -> None:
    games = spread(SPEC, lambda options: create({**options, "toy": "dash"}), 20)
    for name, option in SPEC.options.items():
        if name != "tyres":
            assert {repr(game.options[name]) for game in games} == {repr(value) for value in candidates(option)}
    assert games[0].options == SPEC.read({})
    assert len(games) <= 20


def test_a_value_that_needs_another_finds_its_company() -> None:
    def only_in_snow(options: Options) -> Game:
        if options["turns"] == 4 and options["weather"] != "snow":
            raise BadOption("dash", "turns", "four turns only in snow")
        return toys.Dash(options)

    assert any(game.options["turns"] == 4 for game in spread(SPEC, only_in_snow, 20))


def test_pairs_are_brought_together() -> None:
    games = spread(SPEC, toys.Dash, 30)
    pairs = {(str(game.options["weather"]), str(game.options["tyres"])) for game in games}
    assert pairs == {(weather, tyres) for weather in ("dry", "wet", "snow") for tyres in ("slick", "stud")}


def test_a_value_that_nothing_accepts_is_reported() -> None:
    def never_three(options: Options) -> Game:
        if options["players"] == 3:
            raise BadOption("dash", "players", "no")
        return toys.Dash(options)

    with pytest.raises(AssertionError, match="players=3"):
        spread(SPEC, never_three, 20)
