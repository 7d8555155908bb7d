"""What a die does to the control of its car: one rule, for the rules and for everybody who reckons with them."""

from __future__ import annotations

import pytest

from parcferme.games.rallyman.mechanics.control import COUNTED, GONE, KEPT, TOO_MANY, control
from parcferme.games.rallyman.mechanics.paths import FINE, LOST, RISKY


@pytest.mark.rule("RM-33", "RM-60", "RM-82")
@pytest.mark.parametrize("limit", [2, 3])
def test_only_a_hazard_can_be_the_one_too_many(limit: int) -> None:
    for hazards in range(limit):
        assert control(FINE, False, hazards, limit, False) == KEPT
        assert control(FINE, True, hazards, limit, False) == (TOO_MANY if hazards == limit - 1 else COUNTED)
    assert control(FINE, False, 2, 2, False) == KEPT  # counted where more were allowed


@pytest.mark.rule("RM-58")
def test_a_bump_one_gear_too_fast_loses_control_with_a_hazard() -> None:
    assert control(RISKY, False, 0, 3, False) == KEPT
    assert control(RISKY, True, 0, 3, False) == GONE


@pytest.mark.rule("RM-59", "RM-61")
def test_far_too_fast_loses_control_whatever_the_die_shows() -> None:
    assert control(LOST, False, 0, 3, False) == control(LOST, True, 0, 3, False) == GONE


@pytest.mark.rule("RM-89", "RM-90")
def test_sisu_makes_hazards_harmless_and_mends_no_error() -> None:
    assert control(FINE, True, 2, 3, True) == KEPT
    assert control(RISKY, True, 0, 3, True) == GONE
    assert control(LOST, False, 0, 3, True) == GONE
