"""The worked examples of the rules that are figures alone; the others stand where their chapter is tested (RC-V…)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from parcferme.games.rallye_code.board.read import tariff
from parcferme.games.rallye_code.mechanics.bills import petrol_bill
from parcferme.games.rallye_code.mechanics.chances import refusal_chance
from parcferme.games.rallye_code.mechanics.dice import WAYS
from parcferme.games.rallye_code.mechanics.takeover import half_of

from .helpers import Scene


@pytest.mark.rule("RC-V01", "RC-05", "RC-06")
def test_vector_notes() -> None:
    notes = dict(tariff("A").notes)
    assert notes == {500: 6, 1000: 7, 5000: 4, 10_000: 2}
    assert [500 * 6, 1000 * 7, 5000 * 4, 10_000 * 2] == [3000, 7000, 20_000, 20_000]
    assert sum(value * count for value, count in tariff("A").notes) == 50_000
    assert 500 * 6 + 1000 * 7 + 5000 * 8 == 50_000
    six = Scene(players=6).state.view(None)
    assert six["notes"] == {"500": 36, "1000": 42, "5000": 24, "10000": 12}
    assert sum(int(value) * count for value, count in six["notes"].items()) == 300_000


@pytest.mark.rule("RC-V16", "RC-R06", "RC-48", "RC-53", "RC-57", "RC-62", "RC-63")
def test_vector_odds() -> None:
    assert [sum(WAYS[: limit + 1]) for limit in (8, 6, 7, 10)] == [26, 15, 21, 33]  # of 36
    a, b = tariff("A"), tariff("B")
    failed = {edition: Fraction(36, sum(WAYS[: edition.leave_limit + 1])) - 1 for edition in (a, b)}
    assert (failed[a], failed[b]) == (Fraction(10, 26), Fraction(21, 15))
    assert round(a.garage + a.garage_again * failed[a]) == 1385
    assert b.garage + b.garage_again * failed[b] == 2400
    assert round(a.hotel + a.hotel_again * failed[a]) == 1192
    assert b.hotel + b.hotel_again * failed[b] == 3400
    for edition in (a, b):
        assert sum(petrol_bill(total, edition) * WAYS[total] for total in range(2, 13)) == 36 * 3500
    ways = [35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0]
    assert [refusal_chance(a, roll) for roll in range(2, 13)] == [Fraction(n, 36) for n in ways]
    assert {refusal_chance(b, roll) for roll in range(2, 13)} == {Fraction(575, 1296)}


@pytest.mark.rule("RC-V09", "RC-R29")
def test_half_is_rounded_down_to_500() -> None:
    assert [half_of(box) for box in (7500, 500, 1000, 1500, 0, 4000)] == [3500, 0, 500, 500, 0, 2000]
