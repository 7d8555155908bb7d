"""What a release wrote is replayed for ever: every record of every corpus, and of the tutorials."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.record import Record, read_record
from tests.contract.variants import candidates
from tests.records.make import reasons_of

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RELEASES = sorted(path for path in HERE.iterdir() if path.is_dir() and path.name[0].isdigit())
RECORDS = [record for release in RELEASES for record in sorted(release.rglob("*.json"))]
TUTORIALS = sorted((ROOT / "web" / "src" / "boards").glob("*/tutorial/record.json"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*RECORDS, *TUTORIALS], ids=name_of)
def test_a_record_replays_as_it_was_written(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    assert record.marks
    assert record.replay(registry.create_recorded(record)).is_over() == (record.result is not None)


def test_there_is_a_corpus() -> None:
    assert RELEASES


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_the_first_corpus_shows_every_way_to_end_and_every_value_of_every_option(game_id: str) -> None:
    records = [read_record(path.read_text("utf-8")) for path in sorted((RELEASES[0] / game_id).glob("*.json"))]
    assert {str(record.result["reason"]) for record in records if record.result} == reasons_of(game_id)
    options = registry.meta(game_id).options.options
    missing = [
        f"{name}={value}"
        for name, option in options.items()
        for value in candidates(option)
        if option.__class__.__name__ in ("Flag", "Choice") and not shows(records, name, value)
    ]
    assert missing == []


def shows(records: list[Record], name: str, value: object) -> bool:
    return any(record.options[name] == value for record in records)
