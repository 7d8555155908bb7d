"""Rules have versions, and old ones keep working: a toy whose rules were mended once keeps the contract in both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parcferme.core import registry
from parcferme.core.errors import Refused, UnknownVersion
from parcferme.core.phases import Phase, diagram
from parcferme.core.play import Play
from parcferme.core.record import read_record, record_of
from parcferme.table.errors import Denied
from parcferme.table.setup import make
from tests.contract.phases import phase_faults
from tests.contract.subject import Subject, registered
from tests.contract.suite import CHECKS
from tests.table.helpers import Club, club, toys_registered

GAME = "toy_mend"
LEAPS = [[0, "leap"], [1, "step"], [0, "leap"], [1, "step"], [0, "leap"]]  # as only version 1 allows


@pytest.fixture(autouse=True, scope="module")
def toys() -> Iterator[None]:
    with toys_registered():
        yield


def subject(version: int) -> Subject:
    whole = registered(GAME)
    whole.create = lambda options: registry.create(GAME, options, version)
    return whole


@pytest.mark.parametrize("check", sorted(set(CHECKS) - {"plates"}))
@pytest.mark.parametrize("version", [1, 2])
def test_both_versions_keep_the_contract(version: int, check: str) -> None:
    CHECKS[check](subject(version))


def played(version: int) -> Play:
    play = Play(registry.create(GAME, {}, version))
    for entry in LEAPS:
        play.enter(list(entry))
    return play


def test_an_old_record_replays_under_its_own_rules() -> None:
    text = record_of(played(1), ["a", "b"]).to_text()
    record = read_record(text)
    assert record.rules == 1
    again = record.replay(registry.create_recorded(record))
    assert again.is_over()
    assert again.game.version == 1
    with pytest.raises(Refused, match="TM-02"):
        played(2)


def test_a_running_table_goes_on_after_the_upgrade_and_a_new_one_gets_the_new_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meta = registry.meta(GAME)
    monkeypatch.setattr(meta, "versions", (1,))
    monkeypatch.setattr(meta, "version", 1)
    old = club(GAME)
    old.act(0, "leap")
    old.act(1, "step")
    monkeypatch.setattr(meta, "versions", (1, 2))
    monkeypatch.setattr(meta, "version", 2)
    running = Club(old.reloaded())
    running.act(0, "leap")
    assert running.table.game.version == 1
    new = club(GAME)
    new.act(0, "leap")
    new.act(1, "step")
    assert new.table.game.version == 2
    with pytest.raises(Denied, match="TM-02"):
        new.act(0, "leap")


def test_an_unknown_version_is_refused_by_name() -> None:
    with pytest.raises(UnknownVersion, match="toy_mend: rules version 3 is not known here; this program plays 1, 2"):
        registry.create(GAME, {}, 3)
    assert make(GAME).rules == 2


def test_the_diagram_shows_every_phase_and_what_follows() -> None:
    module = registry.part(GAME, "phases")
    assert module is not None
    assert diagram(module.PHASES).splitlines() == [
        "flowchart TD",
        '  turn["turn<br/>the next driver"]',
        '  over(["over"])',
        "  turn --> turn",
        "  turn --> over",
    ]


def test_a_wrong_table_of_phases_is_found() -> None:
    module = registry.part(GAME, "phases")
    assert module is not None
    turn, over = module.PHASES
    assert phase_faults(subject(2), (turn, over)) == []
    cases = [
        ((Phase("turn", turn.kind, "", None, ("turn", "pits")), over), "turn leads to pits, which is no phase"),
        ((Phase("turn", turn.kind, "", None, ("turn",)), over), "over follows turn, which the table does not say"),
        ((Phase("turn", 2, "", None, ("turn", "over")), over), "turn is of kind 2, but a position of it is of kind 0"),
        ((turn,), "over is not in the table"),
        ((turn, over, Phase("pits", 0, "", None, ())), "pits is never reached"),
    ]
    for phases, says in cases:
        assert says in phase_faults(subject(2), phases)
