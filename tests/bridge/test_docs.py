"""The examples of docs/bots.md, run in their order for every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parcferme.core import registry

PAGE = Path(__file__).parent.parent.parent / "docs" / "bots.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_page_has_examples() -> None:
    assert len(examples()) >= 8


@pytest.mark.parametrize("game_id", [*registry.game_ids(), "dash", "bids", "garage"])
def test_examples_run(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"VARIANT": game_id, "GAME": game_id}
    for number, source in enumerate(examples()):
        exec(compile(source, f"bots.md, example {number + 1}", "exec"), names)
    assert game_id in capsys.readouterr().out
