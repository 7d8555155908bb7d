"""What people see: texts in three languages, the view, the terminal board, golden playthroughs, bots."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from tests.support import follow, random_play, step

from parcferme.core.clauses import read_clauses
from parcferme.core.contract import CHANCE, OVER
from parcferme.core.events import Event
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import create, folder, meta
from parcferme.core.text import read_texts
from parcferme.games.rallyman.show.commands import COMMANDS
from parcferme.games.rallyman.show.terminal import board

from .helpers import at, car, drive, put, start, to_play

HERE = Path(__file__).parent
SOURCES = folder("rallyman")


def catalogue(language: str) -> dict[str, str]:
    entries: dict[str, str] = json.loads((SOURCES / "text" / f"{language}.json").read_text("utf-8"))
    return entries


def source_text() -> str:
    return "".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py")))


def test_three_languages_have_the_same_keys_and_arguments() -> None:
    english = catalogue("en")
    for language in ("fr", "it"):
        other = catalogue(language)
        assert list(other) == list(english)
        for key, text in english.items():
            assert set(re.findall(r"{(\w+)}", other[key])) == set(re.findall(r"{(\w+)}", text)), key
            assert other[key].strip()


def test_every_refusal_reason_odds_option_and_action_has_a_text() -> None:
    english, code = catalogue("en"), source_text()
    needed = {f"refusal.{found}" for found in re.findall(r'Refusal\(\s*"(\w+)"', code)}
    needed |= {"refusal.no_assistance", "refusal.tyres_given", "refusal.not_too_fast", "refusal.far_too_fast"}
    needed |= set(re.findall(r'"(odds\.\w+)"', code))
    needed |= {f"option.{name}" for name in meta("rallyman").options.options}
    game = create("rallyman", {})
    needed |= {f"action.{game.form(action)['kind']}" for action in range(game.actions())}
    needed |= {"reason.finished", "reason.all_retired"}
    assert needed <= set(english)
    known = {key for key in english if key.partition(".")[0] in {name.partition(".")[0] for name in needed}}
    short = {f"option.{name}.short" for name in meta("rallyman").options.options}  # for labels
    assert known - short == needed


def rare_events() -> list[Event]:
    """Things that random rallies seldom show."""
    game, state = at("Sgg K344gg Sgg", 1, 1, flats=2)
    told = follow(game, state, "spare")
    put(state, 0, 1, gear=3, flats=2)
    told += drive(game, to_play(state), "3/cut", "card:puncture")
    game, state = at("Sgg Sgg C23rr Sgg", 2, 4, damage=4)
    told += drive(game, state, "4/wide", "loc:left")
    game, state = at("Sgg K344gg Sgg", 1, 3, dirt=False)
    told += drive(game, state, "3/cut", "card:dirty")
    game, state = start("Sgg Ngg Sgg", players=2)
    put(state, 0, 1, gear=3)
    put(state, 1, 2, gear=3)
    return told + follow(game, to_play(state, 0), "pass")


def test_every_event_has_a_text_that_uses_known_arguments() -> None:
    english = catalogue("en")
    seen: dict[str, set[str]] = {}
    for seed in range(12):
        options = {"players": 3, "weather": "variable", "checkpoints": ["1:4"], "assistance": "ss1"}
        game = create("rallyman", {**options, "stages": ["J1-J4", "J2-J3", "J1-J4"]})
        play, rng = Play(game), Random(seed)
        while play.state.kind() != OVER:
            events: list[Event] = []
            step(play, rng, None, events)
            for event in events:
                seen.setdefault(event.kind, set()).update(event.args)
    for event in rare_events():
        seen.setdefault(event.kind, set()).update(event.args)
    for kind, args in seen.items():
        assert f"event.{kind}" in english, kind
        assert set(re.findall(r"{(\w+)}", english[f"event.{kind}"])) <= args, kind
    assert {key[6:] for key in english if key.startswith("event.")} == set(seen)
    texts = read_texts(SOURCES, "it")
    assert texts.event(Event("card_good", "RM-52", {"space": "T:3"})) == "Buon taglio in T:3."


def test_rules_name_every_clause_and_ruling() -> None:
    clauses = read_clauses(SOURCES / "RULES.md")
    expected = {f"RM-{number:02d}" for number in range(1, 108)} | {f"RM-R{number:02d}" for number in range(1, 45)}
    assert set(clauses) == expected


def test_every_clause_has_a_test_that_names_it() -> None:
    cited: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for marks in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text("utf-8")):
            cited |= set(re.findall(r'"(RM-\w+)"', marks))
    clauses = set(read_clauses(SOURCES / "RULES.md"))
    assert clauses <= cited
    assert {f"RM-V{number:02d}" for number in range(1, 19)} <= cited


def test_events_cite_clauses_that_exist() -> None:
    clauses = set(read_clauses(SOURCES / "RULES.md"))
    cited = set(re.findall(r"RM-R?\d{2,3}", source_text()))
    assert cited <= clauses


def test_view_names_everything_a_board_needs() -> None:
    game = create("rallyman", {"players": 2, "start_order": [0, 1], "sisu": False})
    state = game.start()
    view = state.view(1)
    assert view["you"] == 1
    assert view["phase"] == "turn"
    road = view["road"]
    assert isinstance(road, dict)
    first = road["spaces"][3]
    assert first["id"] == "C3-C8:7"
    assert first["cut"]["id"] == "C3-C8:7k"
    assert (first["in"], first["out"], first["cut"]["note"], first["turn"]) == (3, 4, 5, "R")
    assert {"xy", "dir", "bend", "len", "left", "right", "surface", "zone", "room"} <= set(first)
    follow(game, state, "attack:12W", "hazards:1W")
    turn = state.view(0)["turn"]
    assert isinstance(turn, dict)
    assert turn["technique"] == "attack"
    assert turn["attack"] == {"left": "2W", "hazards": "W", "earned": 3}
    assert (turn["used"], turn["hazards"], turn["limit"]) == ("1", 1, 3)


def test_view_shows_the_step_about_to_be_taken() -> None:
    game, state = at("Sgg K344gg Sgg", 1, 3)
    follow(game, state, "roll:3/cut")
    turn = state.view(0)["turn"]
    assert isinstance(turn, dict)
    assert turn["step"] == {"die": "3", "path": "cut", "space": "T:2k"}
    assert car(state)["space"] == "T:1"


def test_resample_is_a_copy_since_nothing_is_hidden() -> None:
    game, state = start(players=2)
    again = state.resample(1, Random(1))
    assert again is not state
    assert again.dump() == state.dump()
    assert not game.secret(0)


def plain(markup: str) -> list[str]:
    return re.sub(r"\[/?[a-z_0-9 ]*\]", "", markup).split("\n")


@pytest.mark.parametrize("players", [1, 4])
def test_terminal_board_fits_a_hundred_columns(players: int) -> None:
    names = ["An Extraordinarily Long Name", "[bold]", "C", "D"][:players]
    options = {"players": players, "weather": "variable", "checkpoints": ["1:5"], "drivers": names}
    game = create("rallyman", options)
    play, rng = Play(game), Random(3)
    while play.state.kind() != OVER:
        lines = plain(board(play.state.view(0)))
        assert max(len(line) for line in lines) <= 100
        step(play, rng)
    text = "\n".join(plain(board(play.state.view(None))))
    assert "FINISH" in text


def test_terminal_board_shows_notes_dirt_and_cars() -> None:
    game, state = at("Sgg K235fr B3gg Ngg", 1, 3, markers=4)
    follow(game, state, "roll:3/cut", "3", "card:dirty")
    text = "\n".join(plain(board(state.view(0))))
    for part in ("^2/3k5*", "=/3\\=", "A3k", "(+4 s)", "START", "FINISH", "hazards 0/3"):
        assert part in text


def test_sheet_command(tmp_path: Path) -> None:
    game = create("rallyman", {"players": 2, "name": "Monte", "drivers": ["Ana", "Bo"]})
    path = tmp_path / "rally.json"
    path.write_text(record_of(random_play(game, 4), ["Ana", "Bo"]).to_text(), "utf-8")
    text = COMMANDS["sheet"][1]([str(path)])
    assert "Monte" in text
    assert re.search(r"Ana +\d\d:\d\d +\d\d:\d\d +\d\d:\d\d +\d\d:\d\d  [12]", text)


def test_chance_nodes_have_no_seat() -> None:
    game, state = start()
    follow(game, state, "roll:1/go")
    assert state.kind() == CHANCE
    assert state.to_act() == ()
    assert state.legal(0) == []
