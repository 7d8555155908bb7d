"""The game by which the server is measured is played as the browser plays, so that the benchmark measures that."""

from __future__ import annotations

from pathlib import Path

import pytest

import parcferme.games
from parcferme.core import registry
from tests.server.conftest import Opener

BENCH = Path(__file__).parents[2] / "benchmarks" / "server"
LINE = "odds=true&changes=true&since=0"


def test_the_relay_is_played_over_the_line_the_browser_opens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opener: Opener
) -> None:
    assert f'const LINE = "{LINE}";' in (BENCH / "load.cjs").read_text("utf-8")
    monkeypatch.setattr(parcferme.games, "__path__", [*parcferme.games.__path__, str(BENCH / "games")])
    assert "relay" in registry.game_ids()
    house = opener(str(tmp_path / "tables.db"))
    ann, bob = house.person(), house.person()
    table = ann.open("relay")["id"]
    bob.join(table)
    lines = [one.line(table, f"?{LINE}") for one in (ann, bob)]
    told = [line.next("hello") for line in lines][0]["position"]  # noqa: RUF015 (both are greeted)
    assert told["actions"][0]["odds"], "what the browser shows before a move is on the line"
    for node in range(4):
        assert lines[node % 2].answer(do="act", action="add:1", node=node, seat=node % 2)["node"] == node + 1
        assert lines[1 - node % 2].next("play")["position"]["kept"] == []
    position = registry.create("relay", {}).start()
    position.apply(1)
    assert registry.create("relay", {}).restore(position.dump()).view(None) == {"count": 2, "turn": 1}
