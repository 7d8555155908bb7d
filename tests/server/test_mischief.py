"""Mischief, short: the long run, which also judges how long moves take, is part of `make soak`."""

from __future__ import annotations

from pathlib import Path

from benchmarks.server.mischief import Rehearsal, share


def test_while_visitors_do_their_worst_nothing_is_lost_and_nobody_is_flagged(tmp_path: Path) -> None:
    rehearsal = Rehearsal(str(tmp_path / "t.db"), players=3)
    rehearsal.run(seconds=4)
    assert [fault for fault in rehearsal.faults if "slow" not in fault] == []  # other tests run beside this one
    assert len(rehearsal.during) > 10
    assert sum(len(match.acknowledged) for one in rehearsal.honest for match in one.matches) > 20
    assert rehearsal.answers[429] > 0  # they were at their limits


def test_the_share_of_times() -> None:
    times = [float(n) for n in range(1, 101)]
    assert [share(times, part) for part in (0.5, 0.99)] == [51.0, 100.0]
    assert share([], 0.5) == float("inf")
