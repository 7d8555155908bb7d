"""Every real game can be played, saved, shown, replayed, read and put into an arena from the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.bot import LEVELS
from tests.cli.conftest import Run

GAMES = registry.game_ids()


@pytest.fixture
def saved(run: Run, tmp_path: Path, game_id: str) -> Path:
    file = tmp_path / "game.json"
    result = run("play", game_id, "--seed", "5", "--save", str(file), typed="1\n1\n1\n1\nlog\nhint\nquit\n")
    assert result.exit_code == 0, result.output
    return file


@pytest.mark.parametrize("game_id", GAMES)
def test_a_person_plays_a_few_moves(run: Run, game_id: str) -> None:
    result = run("play", game_id, "--seed", "5", typed="1\n1\n1\n1\nlog\nhint\nhelp\nlist\nquit\n")
    assert result.exit_code == 0, result.output
    meta = registry.meta(game_id)
    assert result.stdout.count(meta.title + " · ") >= 4  # a screen for each decision
    assert f"{meta.prefix}-" in result.stdout  # the log cites clauses
    assert "event." not in result.stdout  # no text is missing
    assert re.search(r"\baction\.", result.stdout) is None
    assert "odds." not in result.stdout
    assert "effect." not in result.stdout


@pytest.mark.parametrize("game_id", GAMES)
def test_the_record_is_shown_replayed_and_verified(run: Run, saved: Path, game_id: str) -> None:
    assert json.loads(run("verify", str(saved), "--json").stdout)["ok"] is True
    shown = json.loads(run("show", str(saved), "--json").stdout)
    assert shown["game"] == game_id
    assert shown["entries"] >= 4
    told = run("replay", str(saved))
    assert told.exit_code == 0
    assert registry.meta(game_id).prefix in told.stdout
    assert run("play", "--resume", str(saved), typed="1\nquit\n").exit_code == 0


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_can_be_read(run: Run, game_id: str) -> None:
    clauses = json.loads(run("rules", game_id, "--json").stdout)
    assert len(clauses) > 20
    assert clauses[3]["id"] in run("rules", game_id, clauses[3]["id"]).stdout


@pytest.mark.parametrize("game_id", GAMES)
def test_options_and_bots_are_told(run: Run, game_id: str) -> None:
    assert "players" in run("options", game_id).stdout
    told = json.loads(run("bots", game_id, "--json").stdout)[game_id]
    assert set(told) >= {"novice", "clubman", "works"}
    assert told == [level for level in LEVELS if level in told]


@pytest.mark.parametrize("game_id", GAMES)
def test_bots_finish_a_game(run: Run, game_id: str) -> None:
    result = run("arena", game_id, "novice", "--games", "1", "--seed", "2", "--workers", "1", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["bots"][0]["bot"] == "novice"


@pytest.mark.parametrize("game_id", GAMES)
def test_boards_are_not_wider_than_a_terminal(run: Run, saved: Path, game_id: str) -> None:
    board = run("show", str(saved), "--seat", "0").stdout.splitlines()[2:]
    assert [line for line in board if len(line) > 100 and not line.startswith("Not over")] == []
