"""The kill test, short: the long run is `make soak` (benchmarks/server/soak.py). And: the comparison misses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks.server.soak import TOYS, Journal, Match, Soak, faults_of

ROLL, ANSWER = [0, "roll"], [1, "pass"]


def test_no_acknowledged_move_is_lost_and_no_lost_move_was_shown(tmp_path: Path) -> None:
    soak = Soak(str(tmp_path / "t.db"), tables=5, seed=11, games=(*TOYS, "rallyman", "lunar_rally"))
    soak.run(kills=4)
    assert soak.faults == []
    assert soak.kills == 4
    assert soak.checked >= 20
    assert soak.acknowledged > 20
    assert soak.shown > 40  # to the player and to the spectator


def play(node: int, *entries: list[Any], **more: object) -> dict[str, Any]:
    """A message as the live line sends it."""
    return {"type": "play", "steps": [{"entry": entry} for entry in entries], "position": {"node": node}, **more}


def kept(*entries: list[Any]) -> Journal:
    return Journal([("sit", {"seat": 0}), ("start", {"entries": []}), *[("play", {"entries": [e]}) for e in entries]])


def test_what_was_told_and_kept_is_no_fault() -> None:
    match = Match("t")
    match.acknowledged = {0: "roll", 2: "bid:3"}
    match.played.hear(play(2, ROLL, ANSWER))
    match.watched.hear(play(3, ["joint", ["?", "bid:1"]]))
    assert faults_of(match, kept(ROLL, ANSWER, ["joint", ["bid:3", "bid:1"]])) == []


@pytest.mark.parametrize("log", [[], [ROLL], [ROLL, [0, "pass"]], [ROLL, [1, "roll"]], [ROLL, ["joint", ["pass"]]]])
def test_a_shown_entry_that_is_not_kept_is_a_fault(log: list[list[Any]]) -> None:
    for told in ("played", "watched"):
        match = Match("t")
        getattr(match, told).hear(play(2, ANSWER))
        assert any("entry 1 was shown as [1, 'pass']" in fault for fault in faults_of(match, kept(*log)))


def test_what_a_connection_had_missed_is_compared_too() -> None:
    match = Match("t")
    missed = [{"type": "seats"}, play(0, ROLL), play(0, ANSWER, ["chance", "3"])]
    for message in missed:
        message.pop("position", None)  # they come without
    match.played.hear({"type": "hello", "n": 9, "missed": missed, "position": {"node": 5}})
    assert match.played.entries == {2: ROLL, 3: ANSWER, 4: ["chance", "3"]}
    assert match.played.n == 9
    log: list[list[Any]] = [ROLL, ROLL, ROLL, ANSWER, ["chance", "3"]]
    assert faults_of(match, kept(*log)) == []
    assert len(faults_of(match, kept(*log[:4]))) == 2  # the entry, and the node the greeting stood at


def test_a_node_that_the_log_does_not_reach_is_a_fault() -> None:
    match = Match("t")
    match.watched.hear({"type": "hello", "n": 3, "missed": [], "position": {"node": 2}})
    assert faults_of(match, kept(ROLL)) == ["t: node 2 was shown; the log has 1 entries"]


@pytest.mark.parametrize(("log", "lost"), [([ROLL], 0), ([], 1), ([[0, "pass"]], 1), ([[1, "roll"]], 1)])
def test_an_acknowledged_move_that_is_not_kept_is_a_fault(log: list[list[Any]], lost: int) -> None:
    match = Match("t")
    match.acknowledged = {0: "roll"}
    assert len(faults_of(match, kept(*log))) == lost


@pytest.mark.parametrize(("seat", "action", "lost"), [(0, "bid:3", 0), (0, "bid:4", 1), (1, "bid:3", 2)])
def test_an_acknowledged_seal_is_kept_until_it_is_opened(seat: int, action: str, lost: int) -> None:
    match = Match("t")
    match.acknowledged = {1: "bid:3"}
    match.played.hear(play(1, ROLL))
    match.played.hear({"type": "sealed", "n": 4, "seat": 0, "sealed": [0]})
    journal = Journal([("play", {"entries": [ROLL]}), ("seal", {"seat": seat, "action": action})])
    assert len(faults_of(match, journal)) == lost
