"""The kill test, short: the long run is `make soak` (benchmarks/server/soak.py)."""

from __future__ import annotations

from pathlib import Path

from benchmarks.server.soak import TOYS, Soak


def test_no_acknowledged_move_is_lost_and_no_lost_move_was_shown(tmp_path: Path) -> None:
    soak = Soak(str(tmp_path / "t.db"), tables=5, seed=11, games=(*TOYS, "rallyman", "lunar_rally"))
    soak.run(kills=3)
    assert soak.faults == []
    assert soak.kills == 3
    assert soak.acknowledged > 20
    assert soak.shown > 20
