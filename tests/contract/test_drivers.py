"""The drivers of every game: a ladder that names its rungs in order and tells how each of them drives; whoever drives
keeps the rules, is shown a resample alone, and does the same again for the same seed. How strong they are is
measured (docs/strength.md), not tested."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from parcferme.core import registry
from parcferme.core.bot import LEVELS, Bot, usual_level
from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, State
from parcferme.core.courses import courses_of
from parcferme.core.text import LANGUAGES, read_texts

GAMES = registry.game_ids()
FEWEST = 3
DRIVERS = [(game, level) for game in GAMES for level in registry.bots(game)]
DECISIONS = 12  # of each driver
each = pytest.mark.parametrize(("game", "level"), DRIVERS, ids=[f"{game}-{level}" for game, level in DRIVERS])
BROWSER = Path(__file__).parents[2] / "web" / "src" / "lib" / "levels.ts"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_offers_rungs_of_the_one_ladder_from_its_foot_on(game: str) -> None:
    offered = list(registry.bots(game))
    assert offered == [level for level in LEVELS if level in offered]
    assert offered[0] == LEVELS[0]
    assert len(offered) >= FEWEST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_how_a_driver_drives_is_told_in_every_language(game: str, language: str) -> None:
    texts = read_texts(registry.folder(game), language).entries
    told = [texts[f"driver.{level}"] for level in registry.bots(game)]
    assert all(sentence.endswith(".") for sentence in told)
    assert len(set(told)) == len(told)
    assert {key for key in texts if key.startswith("driver.")} == {f"driver.{level}" for level in registry.bots(game)}


def test_the_browser_knows_the_same_ladder() -> None:
    listed = re.search(r"LEVELS = \[(.*?)\]", BROWSER.read_text("utf-8"))
    assert listed is not None
    assert tuple(re.findall(r"\"(\w+)\"", listed[1])) == LEVELS


def test_who_drives_where_nobody_said_who() -> None:
    assert usual_level(LEVELS) == "clubman"
    assert usual_level(["novice", "ace"]) == "novice"


def started(game_id: str, level: str) -> tuple[State, list[Bot]]:
    """A short game for as few as can be."""
    short = courses_of(game_id).presets.get("short", {})
    game = registry.create(game_id, {**short, "players": max(2, registry.meta(game_id).seats[0])})
    bots = [registry.bots(game_id)[level](game, Random(f"driver/{seat}")) for seat in range(game.players)]
    for bot in bots:
        bot.seconds = 0.1
    return game.start(), bots


def chosen(game_id: str, level: str, hidden: str) -> list[tuple[int, int]]:
    """The first choices of a match between drivers of a level, each legal: (seat, action). `hidden` redraws what they
    cannot know."""
    state, bots = started(game_id, level)
    dice, unknown = Seeded("drivers"), Random(hidden)
    made: list[tuple[int, int]] = []
    while state.kind() != OVER and len(made) < DECISIONS:
        if state.kind() == CHANCE:
            state.apply(dice.draw(state.chance()))
            continue
        seats = state.to_act()
        moves = [bots[seat].choose(state.resample(seat, unknown), seat) for seat in seats]
        assert all(move in state.legal(seat) for seat, move in zip(seats, moves, strict=True))
        made += zip(seats, moves, strict=True)
        if state.kind() == JOINT:
            state.apply_joint(moves)
        else:
            state.apply(moves[0])
    return made


@pytest.mark.long
@each
def test_a_driver_keeps_the_rules_and_does_the_same_again_for_the_same_seed(game: str, level: str) -> None:
    first = chosen(game, level, "hidden")
    assert len(first) >= DECISIONS
    assert chosen(game, level, "hidden") == first


@pytest.mark.long
@each
def test_a_driver_leaves_the_position_it_was_shown_to_others_alone(game: str, level: str) -> None:
    """It may do what it likes with its own copy; the match is elsewhere."""
    state, bots = started(game, level)
    dice, unknown = Seeded("drivers"), Random("hidden")
    while state.kind() == CHANCE:
        state.apply(dice.draw(state.chance()))
    seat = state.to_act()[0]
    before = state.dump()
    bots[seat].choose(state.resample(seat, unknown), seat)
    assert state.dump() == before
