"""The drivers of every game: a ladder that names its rungs in order and tells how each of them drives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.bot import LEVELS, usual_level
from parcferme.core.text import LANGUAGES, read_texts

GAMES = registry.game_ids()
FEWEST = 3
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
