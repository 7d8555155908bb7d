"""Every text in three languages, with the arguments that events and actions really have."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from tests.support import step

from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.registry import create, folder, meta
from parcferme.core.text import read_texts
from parcferme.games.rallye_code.rules.money import FOR_NOTHING, REASONS
from parcferme.games.rallye_code.show.terminal import board

from .helpers import Scene

FOLDER = folder("rallye_code")
LANGUAGES = ("en", "fr", "it")


def catalogue(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / "text" / f"{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("language", ["fr", "it"])
def test_all_languages_have_the_same_keys_and_arguments(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", other[key])), key
        assert other[key].strip(), key


def test_every_payment_has_a_text() -> None:
    english = catalogue("en")
    for kind, _ in REASONS[:FOR_NOTHING]:
        assert f"event.pay_{kind}" in english
    for kind in ("card", "overtaking", "misplaced"):
        assert f"event.pay_{kind}_table" in english


def test_every_key_the_code_names_is_in_the_catalogue() -> None:
    named = set()
    for path in sorted(FOLDER.rglob("*.py")):
        source = path.read_text("utf-8")
        named |= {f"refusal.{code}" for code in re.findall(r'Refusal\(\s*"(\w+)"', source)}
        named |= {f"event.{kind}" for kind in re.findall(r'(?:Event\(|tell\(events, |_accuse\(s, )"(\w+)"', source)}
        named |= set(re.findall(r'"(odds\.\w+)"', source))
    named |= {f"option.{name}" for name in meta("rallye_code").options.options}
    game = create("rallye_code", {"players": 3})
    named |= {f"action.{game.form(action)['kind']}" for action in range(game.actions())}
    assert len(named) > 80
    assert sorted(named - catalogue("en").keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("enforcement", ["auto", "table"])
def test_no_argument_is_missing_in_a_whole_game(language: str, enforcement: str) -> None:
    texts = read_texts(FOLDER, language)
    game = create("rallye_code", {"players": 3, "edition": "B", "enforcement": enforcement, "rounds": 25})
    play, rng = Play(game), Random(11)
    events: list[Event] = []
    while not play.is_over():
        step(play, rng, None, events)
    for event in events:
        text = texts.event(event)
        assert "{" not in text, (event, text)
    for action in range(game.actions()):
        assert "{" not in texts.action(game, action)


def test_refusals_name_their_arguments() -> None:
    scene = Scene(enforcement="table").put(c1="M16").box(2, 0, holder=2)
    texts = read_texts(FOLDER)
    for text in ("roll", None):
        if text:
            scene.roll(2)
        for seat in range(-1, 5):
            for action in range(scene.game.actions()):
                refusal = scene.state.explain(seat, action)
                if refusal is not None:
                    assert "{" not in texts.refusal(refusal), refusal


def test_the_rules_are_written_down_clause_by_clause() -> None:
    text = (FOLDER / "RULES.md").read_text("utf-8")
    clauses = re.findall(r"^- \*\*(RC-\d\d)\*\*", text, re.MULTILINE)
    assert clauses == [f"RC-{number:02}" for number in range(1, 66)]
    rulings = re.findall(r"^- \*\*(RC-R\d\d)\*\*", text, re.MULTILINE)
    assert rulings == [f"RC-R{number:02}" for number in range(1, 40)]


@pytest.mark.parametrize(("players", "enforcement"), [(2, "auto"), (3, "table"), (6, "auto"), (4, "table")])
def test_the_terminal_board_fits_100_columns_and_shows_what_binds_the_cars(players: int, enforcement: str) -> None:
    game = create("rallye_code", {"players": players, "enforcement": enforcement, "edition": "B", "rounds": 20})
    play, rng = Play(game), Random(players)
    plain = ""
    while not play.is_over():
        step(play, rng)
        markup = board(play.state.view(0))
        lines = [re.sub(r"\[/?[a-z0-9 ]*\]", "", line) for line in markup.splitlines()]
        assert max(len(line) for line in lines) <= 100
        plain += "\n".join(lines)
    for part in ("RC-48", "RC-55", "dice ", "Gendarme", "2 garages", "deck ", "M1-M22"):
        assert part in plain, part
    assert Path(FOLDER / "RULES.md").exists()
