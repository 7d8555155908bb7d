"""`parcferme review` and the hint at the prompt."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from parcferme.cli import advice
from parcferme.cli.advice import amount, signed
from parcferme.solve.review import Review
from tests.cli.conftest import SEATS, Run

QUICK = ("--simulations", "60")


def test_a_finished_game_is_reviewed(run: Run, finished: Path) -> None:
    shown = run("review", str(finished), *QUICK)
    assert shown.exit_code == 0, shown.output
    assert "entries judged, in per cent of placing well; estimated" in shown.stdout
    assert "Anna" in shown.stdout
    assert "decisions" in shown.stdout


def test_the_review_as_json_balances(run: Run, finished: Path) -> None:
    told = json.loads(run("review", str(finished), *QUICK, "--json").stdout)
    assert told["judged"] == told["entries"] > 0
    for account in told["accounts"]:
        found = account["start"] + account["luck"] - account["decisions"] + account["others"] + account["noise"]
        assert found == pytest.approx(account["final"])


def test_an_unfinished_game_is_refused_by_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "unfinished.json"
    run("play", "quarry", *SEATS, "--seed", "4", "--save", str(file), typed="1\nwait\nquit\n")
    refused = run("review", str(file))
    assert refused.exit_code == 2
    assert "unfinished.json: result: the game is not over" in refused.stderr.replace("\n", " ")


def test_ctrl_c_shows_what_is_known_by_then(run: Run, finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: object, record: object, budget: object, seconds: float, progress: object) -> Review:
        os.kill(os.getpid(), signal.SIGINT)
        assert progress(1, 9) is False  # type: ignore[operator]
        made = Review("seconds", 2, 9)
        made.judged = 1
        return made

    monkeypatch.setattr(advice, "look_back", interrupted)
    shown = run("review", str(finished))
    assert shown.exit_code == 0
    assert "1 of 9 entries judged" in shown.stdout
    assert signal.getsignal(signal.SIGINT) is not None


def test_a_hint_ranks_the_actions_and_says_how_it_knows(run: Run) -> None:
    shown = run("play", "quarry", *SEATS, "--seed", "4", typed="hint\nquit\n").stdout
    assert "unsure  tyres:" in shown
    assert "estimated from 60 simulated games" in shown


def test_figures_read_as_people_count() -> None:
    assert amount(-412.25, "seconds") == "412.2 seconds"
    assert amount(3.0, "seconds") == "3.0 seconds"
    assert amount(61.7, "percent") == "62 %"
    assert amount(-50.0, "francs") == "-50.0 francs"
    assert (signed(-3.0, "seconds"), signed(7.2, "percent")) == ("−3.0", "+7 %")
