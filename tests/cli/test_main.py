"""The command as a whole: errors, completion, files, the games' own verbs, bots against bots."""

from __future__ import annotations

import csv
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parcferme
from parcferme.cli import files, params, tools
from parcferme.cli.main import VERBS
from parcferme.core import registry
from parcferme.core.errors import ParcFermeError
from tests.cli.conftest import START, Run, child_env


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "chess"], "there is no game 'chess'; the games are"),
        (["play", "quarry(turns=0)"], "quarry: option 'turns': 0 is not between 1 and 60"),
        (["play", "quarry(wings=2)"], "quarry: option 'wings': unknown"),
        (["play", "quarry(turns)"], "does not read as key=value"),
        (["play", "quarry", "--set", "turns"], "quarry: option 'turns': does not read as key=value"),
        (["play", "quarry(turns=2)", "--set", "turns=3"], "quarry: option 'turns': is given twice"),
        (["play", "quarry", "--set", "road=@nowhere.json"], "nowhere.json: file: cannot be read"),
        (["play", "quarry", "--set", 'road={"width":1}'], "width: is not part of a road (QY-06)"),
        (["play", "quarry", "--seat", "ghost"], "seat 'ghost' is neither human, human:NAME nor bot:LEVEL"),
        (["play", "quarry", "--seat", "bot:god"], "quarry has no bot 'god'; its bots are novice, clubman, works"),
        (["play", "quarry(players=1)", "--seat", "human", "--seat", "bot"], "2 seats are given"),
        (["options", "chess"], "there is no game 'chess'"),
        (["new", "quarry", "nowhere/x.json"], "nowhere/x.json: cannot be written: No such file or directory"),
        (["arena", "quarry", "god", "--workers", "1"], "quarry has no bot 'god'; it has novice, clubman, works"),
        (["arena", "quarry", "search:many", "--workers", "1"], "search needs a number of simulations"),
        (["arena", "quarry", "python:nowhere:bot", "--workers", "1"], "cannot be loaded: No module named 'nowhere'"),
        (["arena", "quarry(players=1)", "works", "novice"], "2 bots, but quarry(players=1) has 1 seats"),
        (["tool", "quarry", "fly"], "quarry has no verb 'fly'; its verbs: length"),
        (["tool", "quarry", "length"], "length: which road?"),
    ],
)
def test_every_error_is_one_message_and_exit_code_2(run: Run, arguments: list[str], reason: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.output


def in_a_shell(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", START, *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=child_env(**env))


def test_an_error_leaves_the_process_with_code_2_and_no_traceback() -> None:
    done = in_a_shell("show", "no.json")
    assert done.returncode == 2
    assert done.stderr == "error: no.json: cannot be read: No such file or directory\n"


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"parcferme {parcferme.__version__}\n"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(run: Run, verb: str) -> None:
    result = run(verb, "--help")
    assert result.exit_code == 0
    assert str(VERBS[verb].__doc__).split(".")[0].split()[0] in result.stdout


def test_the_terminal_names_no_game() -> None:
    folder = Path(str(params.__file__)).parent
    text = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    titles = [registry.meta(game_id).title for game_id in registry.game_ids()]
    named = [name for name in [*registry.game_ids(), *titles] if name != "rally" and f'"{name}"' in text]
    assert named == []
    assert "parcferme.games" not in text


# --- completion ------------------------------------------------------------------------------------------------------


def complete(*words: str) -> list[str]:
    typed = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    return in_a_shell(_PARCFERME_COMPLETE="complete_bash", **typed).stdout.splitlines()


def test_the_shell_completes_verbs_games_seats_and_options() -> None:
    assert "arena" in complete("parcferme", "are")
    assert "quarry" in complete("parcferme", "play", "qua")
    assert "bot:works" in complete("parcferme", "play", "quarry", "--seat", "bot:w")
    assert "turns=" in complete("parcferme", "play", "quarry", "--set", "tu")
    assert "length" in complete("parcferme", "tool", "quarry", "le")


def test_completion_is_silent_where_the_game_is_not_known(run: Run) -> None:
    class Context:
        params = {"variant": "chess", "game_id": "chess"}
        args: list[str] = []

    assert params.complete_option(Context, "") == []  # type: ignore[arg-type]
    assert tools.complete_verb(Context, "") == []  # type: ignore[arg-type]


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_failed_write_leaves_the_old_file_and_no_scraps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    file.write_text("old", "utf-8")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ParcFermeError, match="No space left on device"):
        files.write_text(file, "new", force=True)
    assert file.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_made_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    monkeypatch.setattr(os, "fsync", lambda descriptor: file.write_text("theirs", "utf-8"))
    with pytest.raises(ParcFermeError, match="exists"):
        files.write_text(file, "ours", force=False)
    assert file.read_text("utf-8") == "theirs"
    assert list(tmp_path.iterdir()) == [file]


def test_a_written_file_is_readable_by_others(tmp_path: Path) -> None:
    files.write_text(tmp_path / "game.json", "text", force=False)
    assert stat.S_IMODE((tmp_path / "game.json").stat().st_mode) == 0o644


# --- bots against bots, and verbs of single games --------------------------------------------------------------------


ARENA = ("arena", "quarry", "works", "novice", "--games", "10", "--seed", "3", "--workers", "1")


def test_an_arena_prints_a_table_and_json(run: Run) -> None:
    report = json.loads(run(*ARENA, "--json").stdout)
    assert report["variant"] == "quarry"
    assert [row["bot"] for row in report["bots"]] == ["works", "novice"]
    assert sum(row["wins"] for row in report["bots"]) == pytest.approx(10)
    assert report["bots"][0]["rating"] > report["bots"][1]["rating"]
    assert [(one["better"], one["worse"]) for one in report["duels"]] == [("works", "novice")]
    shown = run(*ARENA).stdout
    assert "10 games, seed 3" in shown
    assert "works before novice" in shown


def test_an_arena_is_repeatable(run: Run) -> None:
    first, second = (json.loads(run(*ARENA, "--json").stdout) for _ in range(2))
    assert first["bots"] == second["bots"]


def test_an_arena_writes_a_table_and_a_chart(run: Run, tmp_path: Path) -> None:
    assert run(*ARENA, "--csv", "games.csv", "--plot", "chart.svg").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert len(rows) == 20
    assert {row["bot"] for row in rows if row["place"] == "1"} >= {"works"}
    chart = ElementTree.parse(tmp_path / "chart.svg")
    assert {"works", "novice"} <= {text.text for text in chart.iter("{http://www.w3.org/2000/svg}text")}
    before = (tmp_path / "games.csv").read_text()
    refused = run(*ARENA, "--csv", "games.csv")
    assert (refused.exit_code, "games.csv exists" in refused.stderr) == (2, True)
    assert (tmp_path / "games.csv").read_text() == before


def test_tool_lists_and_runs_a_games_own_verbs(run: Run) -> None:
    assert "How long a road is." in run("tool", "quarry").stdout
    assert "length" in run("tool").stdout
    assert run("tool", "quarry", "length", "A1", "--far").stdout == "A1 --far: 12\n"
