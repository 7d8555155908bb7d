"""The toy game joins the registry for these tests only, and commands run as from a shell."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import parcferme
import parcferme.games
from parcferme.cli.main import app
from parcferme.solve.mcts import Budget

TOYS = Path(__file__).parent / "games"
START = f"import sys; import parcferme.games as g; g.__path__.append({str(TOYS)!r}); sys.argv[0] = 'parcferme'; " + (
    "from parcferme.cli.main import run; run()"
)
Run = Callable[..., Result]
SEATS = ("--seat", "human:Anna", "--seat", "bot:works")


def child_env(**extra: str) -> dict[str, str]:
    """The environment of a program that must find the very package under test, wherever it starts."""
    return {**os.environ, "PYTHONPATH": str(Path(str(parcferme.__file__)).parents[1]), **extra}


@pytest.fixture(autouse=True)
def quarry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(parcferme.games, "__path__", [*parcferme.games.__path__, str(TOYS)])
    monkeypatch.setattr("parcferme.cli.advice.HINT", Budget(60))  # a person's hint takes a second
    monkeypatch.chdir(tmp_path)
    yield
    for name in [name for name in sys.modules if name.startswith("parcferme.games.quarry")]:
        del sys.modules[name]


@pytest.fixture
def run() -> Run:
    """`run("play", "quarry", typed="1\\n")`: the command's result."""

    def invoke(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(app, list(arguments), input=typed, env={"COLUMNS": "110"})

    return invoke


@pytest.fixture
def finished(run: Run, tmp_path: Path) -> Path:
    """The record of a match with a move taken back."""
    file = tmp_path / "finished.json"
    run("play", "quarry", *SEATS, "--seed", "4", "--save", str(file), typed="1\nroll\nundo\ny\nwait\nwait\n")
    return file
