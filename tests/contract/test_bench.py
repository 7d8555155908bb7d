"""The benchmark's table: bars reached or missed by how much, ratios the right way round."""

from __future__ import annotations

from itertools import pairwise

import pytest
from benchmarks import measure, speed, strength, tables, takeovers

from parcferme.core import registry


@pytest.mark.parametrize(
    ("value", "bar", "more_is_better", "says"),
    [
        (300.0, 250.0, True, "reached"),
        (250.0, 250.0, True, "reached"),
        (125.0, 250.0, True, "missed by 50 %"),
        (0.5, 1.0, False, "reached"),
        (4.0, 1.0, False, "missed by 75 %"),
    ],
)
def test_bars(value: float, bar: float, more_is_better: bool, says: str) -> None:
    assert tables.against_bar(value, bar, more_is_better) == says


def test_the_page_of_strengths_holds_the_rows_that_were_measured() -> None:
    page, kept = strength.PAGE.read_text("utf-8"), strength.kept()
    assert strength.with_tables(page, kept) == page
    for mark, rows in kept.items():
        assert strength.in_markdown(mark, rows) in page
        if mark.startswith("ladder"):
            rungs = [(row["better"], row["worse"]) for row in rows]
            assert rungs == [pair[::-1] for pair in pairwise(registry.bots(mark.split()[1])) if pair[::-1] in rungs]


def test_a_rung_measured_anew_takes_its_place_in_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"better": level, "share": 0.5} for level in ("amateur", "privateer", "ace")]
    monkeypatch.setattr(strength, "kept", lambda: {"ladder rally": rows})
    amended = strength._amended("rally", {"better": "clubman", "share": 0.6})
    assert [row["better"] for row in amended] == ["amateur", "clubman", "privateer", "ace"]
    assert strength._amended("rally", {"better": "ace", "share": 0.7})[-1]["share"] == 0.7


@pytest.mark.parametrize(
    ("share", "low", "bar", "says"),
    [
        (0.66, 0.4, 0.65, "met"),
        (0.60, 0.5, 0.65, "missed by 5.0%"),
        (0.58, 0.51, 0.5, "met"),
        (0.58, 0.49, 0.5, "not shown"),
    ],
)
def test_what_is_asked_of_a_driver_is_judged(share: float, low: float, bar: float, says: str) -> None:
    assert strength._judged({"share": share, "low": low, "bar": bar}) == says


def test_the_table_shows_ratios_above_one_where_we_are_faster() -> None:
    rows = [{"game": "dash", "build": "compiled", "steps": 3_000_000.0, "copy": 0.2, "compiled": True}]
    lines = speed.lines_of(rows, {"pig": {"steps": 1_000_000.0, "copy": 0.6}})
    assert lines[1].split() == ["pig", "OpenSpiel,", "C++", "1,000,000", "0.60"]
    assert lines[2].split()[:4] == ["dash", "compiled", "3,000,000", "3.00"]
    assert lines[2].split()[-5:] == ["0.20", "3.00", "≤", "0.6", "reached"]


def test_a_rate_counts_the_work_that_was_done() -> None:
    calls: list[int] = []

    def work() -> int:
        calls.append(1)
        return 10

    assert measure.rate(work, 0.02) > 0
    assert calls


def test_a_row_measured_anew_takes_its_place_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"map": "maze", "share": 0.4}, {"map": "plain", "share": 0.5}]
    monkeypatch.setattr(strength, "kept", lambda: {"seats lunar_rally": rows})
    again = strength._in_place("seats lunar_rally", {"map": "maze", "share": 0.6}, ("map",))
    assert [row["share"] for row in again] == [0.6, 0.5]
    assert strength._in_place("seats lunar_rally", {"map": "new"}, ("map",)) == [*rows, {"map": "new"}]


def test_what_is_known_of_a_takeover_is_played_on_from() -> None:
    gained = [300.0, -100.0, 50.0, 700.0, -20.0, 10.0]
    whole, first = takeovers.Tally(), takeovers.Tally()
    for one in gained:
        whole.add(one)
    for one in gained[:3]:
        first.add(one)
    later = takeovers.Tally(first.mean, first.error, first.games)
    for one in gained[3:]:
        later.add(one)
    assert later.mean == pytest.approx(whole.mean)
    assert later.error == pytest.approx(whole.error)
    assert not later.is_clear()
    assert takeovers.Tally(500.0, 100.0, 20).is_clear()


@pytest.mark.parametrize(
    ("share", "low", "high", "says"),
    [
        (0.5, 0.45, 0.55, "met"),
        (0.5, 0.35, 0.65, "too few to tell"),
        (0.58, 0.53, 0.63, "too few to tell"),
        (0.35, 0.3, 0.4, "missed by 5.0%"),
    ],
)
def test_a_seat_is_worth_no_more_only_where_the_interval_says_so(
    share: float, low: float, high: float, says: str
) -> None:
    assert strength._fair({"share": share, "low": low, "high": high}) == says
