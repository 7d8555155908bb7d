"""docs/phases.md is drawn from the tables of phases."""

from __future__ import annotations

from pathlib import Path

from parcferme.core import registry
from parcferme.core.phases import diagram

PAGE = Path(__file__).parent.parent.parent / "docs" / "phases.md"
HEAD = """# Phases

Who decides when, in each game: boxes are a seat's decision, double boxes sealed decisions of several seats at once,
diamonds are chance. Drawn from each game's `rules/phases.py`; the tests of the contract, called with `--update-golden`,
write this page anew.
"""


def drawn() -> str:
    text = HEAD
    for game_id in registry.game_ids():
        module = registry.part(game_id, "phases")
        if module is not None:
            text += f"\n## {registry.meta(game_id).title}\n\n```mermaid\n{diagram(module.PHASES)}\n```\n"
    return text


def test_the_page_shows_the_phases_as_they_are(update_golden: bool) -> None:
    if update_golden:
        PAGE.write_text(drawn(), "utf-8")
    assert PAGE.read_text("utf-8") == drawn()
