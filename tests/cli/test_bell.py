"""The agreed playing time at the terminal: the bell ends a game against bots, whoever calls time or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcferme.core.record import read_record
from tests.cli.conftest import Run

GAME = "rallye_code(players=2,limit=clock,minutes=5)"
CLOCK = ("play", GAME, "--seat", "human:Anna", "--seat", "bot:clubman", "--seed", "4")
CALLED = [[0, "bell"], [1, "bell"]]


class Watch:
    """A clock that goes on by so many seconds each time somebody is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
        self.seconds = 0
        self.typed: list[str] = []

        def answer(prompt: str = "") -> str:
            self.seconds += seconds
            return self.typed.pop(0) if self.typed else "1"

        monkeypatch.setattr("parcferme.cli.bell.monotonic", lambda: float(self.seconds))
        monkeypatch.setattr("builtins.input", answer)


@pytest.mark.rule("RC-08")
def test_a_game_against_bots_ends_when_the_agreed_time_is_up(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watch(monkeypatch, 70)
    file = tmp_path / "game.json"
    shown = run(*CLOCK, "--save", str(file)).stdout
    record = read_record(file.read_text("utf-8"))
    assert record.result is not None
    assert record.result["reason"] == "time"
    rang = record.log.index(CALLED[0])
    assert record.log[rang : rang + 2] == CALLED
    after = [entry for entry in record.log[rang + 2 :] if entry == [0, "roll"]]
    assert after == [[0, "roll"]]  # the turn that was running is the last (RC-R32)
    assert "5 minutes until the bell" in shown
    assert "2 minutes until the bell" in shown


def test_time_already_played_counts_when_a_game_is_resumed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    watch = Watch(monkeypatch, 200)
    watch.typed = ["1", "quit"]
    run(*CLOCK, "--save", str(file))
    assert read_record(file.read_text("utf-8")).notes["played_seconds"] == 400
    watch.seconds = 0  # another day
    run("play", "--resume", str(file))
    record = read_record(file.read_text("utf-8"))
    assert record.result is not None
    assert record.result["reason"] == "time"


def test_the_bell_is_nobodys_move_to_take_back(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    watch = Watch(monkeypatch, 400)
    watch.typed = ["fine:2.1", "undo", "quit"]  # the bell rings before the fine, which alone is taken back
    run("play", GAME.replace(")", ",enforcement=table)"), *CLOCK[2:], "--save", str(file))
    log = read_record(file.read_text("utf-8")).log
    assert ["undo", log.index([0, "fine:2.1"])] in log


def test_calling_time_oneself_as_the_bell_rings_is_no_fault(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    watch = Watch(monkeypatch, 400)
    watch.typed = ["bell"]
    assert run(*CLOCK, "--save", str(file)).exit_code == 0
    assert read_record(file.read_text("utf-8")).log.count(CALLED[0]) == 1


def test_a_game_without_an_agreed_time_knows_no_bell(run: Run) -> None:
    assert "until the bell" not in run("play", "rallye_code(players=2)", "--seed", "1", typed="quit\n").stdout
