"""Losing control: cards, poses, damage, Sisu, the finish line, the spare tyre."""

from __future__ import annotations

import pytest
from tests.support import follow, names

from parcferme.core.contract import CHANCE

from .helpers import STRAIGHT, at, car, chrono, drive, field, kinds, put, refused, rolls, start, to_play, where


@pytest.mark.rule("RM-63", "RM-64", "RM-R25")
def test_the_flipped_card_costs_a_minute_and_no_turn() -> None:
    game, state = at(space=2, gear=2)
    events = drive(game, state, "2!", "3!", "4!", "loc:spin")
    assert car(state)["chrono"] == [{"gear": 4, "seconds": 60, "flipped": True}]
    assert (where(state), field(state, "gear")) == (5, 0)
    assert kinds(events)[-1] == "turn"  # the next turn is the driver's own again
    assert rolls(game, state) == ["1/go"]


@pytest.mark.rule("RM-64", "RM-R42")
@pytest.mark.parametrize(
    ("gear", "weights"), [(1, [20, 2, 2]), (2, [16, 4, 4]), (3, [12, 6, 6]), (4, [8, 8, 8]), (5, [4, 10, 10])]
)
def test_the_back_depends_on_the_gear(gear: int, weights: list[int]) -> None:
    game, state = at(STRAIGHT, 2, gear)
    drive(game, state, f"{gear}!", "W!", "W!")
    assert [weight for _, weight in state.chance()] == weights


@pytest.mark.rule("RM-65", "RM-66", "RM-67", "RM-R26")
def test_spun_and_off_road_cars_are_put_back_at_their_next_turn() -> None:
    for outcome, pose in (("loc:spin", "spun"), ("loc:left", "off-left"), ("loc:right", "off-right")):
        game, state = start("Sgg Sgg C23gg Sgg Sgg", players=2, staggered_start=False)
        put(state, 0, 2, gear=4)
        put(state, 1, 1, gear=1)
        to_play(state, 0)
        drive(game, state, "4/wide", outcome)
        assert (car(state)["space"], car(state)["pose"]) == ("T:3", pose)
        to_play(state, 0)
        assert (car(state)["space"], car(state)["pose"]) == ("T:3", "inside")
        assert rolls(game, state) == ["1/go"]


@pytest.mark.rule("RM-66", "RM-68", "RM-69", "RM-70")
@pytest.mark.parametrize(("terrain", "damage"), [("g", 0), ("d", 0), ("f", 1), ("r", 2)])
def test_terrain_decides_the_damage(terrain: str, damage: int) -> None:
    game, state = at(f"Sgg Sgg C23{terrain}g Sgg", 2, 4)
    drive(game, state, "4/wide", "loc:left")
    assert field(state, "damage") == damage
    game, state = at(f"Sgg Sgg C23{terrain}{terrain} Sgg", 2, 4)
    drive(game, state, "4/wide", "loc:spin")
    assert field(state, "damage") == 0


@pytest.mark.rule("RM-71", "RM-84", "RM-87")
def test_damage_stays_until_an_assistance() -> None:
    for assistance, damage in (("none", 2), ("ss2", 2), ("ss1", 0), ("both", 0)):
        game, state = at("Sgg Sgg", 1, 3, damage=2, assistance=assistance)
        drive(game, state, "3")
        assert field(state, "damage") == 2
        drive(game, state, "W")
        assert state.view(None)["special"] == 2
        assert field(state, "damage") == damage, assistance


@pytest.mark.rule("RM-R23", "RM-R39")
def test_five_damage_retires() -> None:
    game, state = at("Sgg Sgg C23rr Sgg", 2, 4, damage=3)
    drive(game, state, "4/wide", "loc:left")
    assert car(state)["status"] == "retired"
    assert chrono(state) == [60]


@pytest.mark.rule("RM-103", "RM-104", "RM-105")
def test_control_lost_on_the_line_completes_the_stage() -> None:
    game, state = at("Sgg Sgg", 0, 3, assistance="none")
    drive(game, state, "3!", "4!")
    events = drive(game, state, "5!")
    assert "card_flipped" not in kinds(events)
    assert car(state)["times"] == [10]
    assert field(state, "damage") == 1


@pytest.mark.rule("RM-103", "RM-59")
def test_a_flight_out_of_control_across_the_line_counts_too() -> None:
    game, state = at("Sgg B2gg", 1, 4, assistance="none")
    drive(game, state, "4")
    assert car(state)["times"] == [20]
    assert field(state, "damage") == 1


@pytest.mark.rule("RM-105", "RM-R23")
def test_a_wreck_on_the_line_waits_for_assistance() -> None:
    for assistance, status in (("both", "driving"), ("none", "retired")):
        game, state = at("Sgg Sgg", 0, 3, damage=4, assistance=assistance)
        drive(game, state, "3!")
        follow(game, state, "roll:W/go", "W!", "roll:W/go", "W!")
        assert car(state)["times"] == [30]
        assert car(state)["status"] == status


@pytest.mark.rule("RM-R23", "RM-R29", "RM-100")
def test_a_wreck_that_nobody_mends_has_no_place_in_the_next_start_order() -> None:
    game, state = start("Sgg Sgg", players=3, staggered_start=False, assistance="none")
    put(state, 0, 2, gear=5)
    put(state, 1, 0, gear=3, damage=4)
    put(state, 2, 2, gear=1)
    to_play(state, 0)
    state.queue, state.acted = [1, 2], 0
    drive(game, state, "5", "3!")
    events = follow(game, state, "roll:W/go", "W!", "roll:W/go", "W!")
    assert field(state, "damage", 1) == 5
    events += drive(game, state, "1")
    assert state.orders[1:] == [[0, 2]]
    assert kinds(events).index("retired_damage") < kinds(events).index("start_order")


@pytest.mark.rule("RM-13", "RM-88", "RM-89", "RM-R28")
def test_sisu_wipes_out_the_hazards_of_the_turn_once() -> None:
    game, state = at(STRAIGHT, 2, 2, sisu=True)
    drive(game, state, "2!", "3!", "4!")
    assert names(game, state) == ["sisu", "accept"]
    follow(game, state, "sisu")
    drive(game, state, "5!", "W!", "W!")  # hazards still to come count for nothing either
    assert chrono(state) == [10]
    assert field(state, "sisu") == 0
    drive(game, state, "5!", "4!", "3!")
    assert [game.format_outcome(o) for o, _ in state.chance()] == ["loc:spin", "loc:left", "loc:right"]


@pytest.mark.rule("RM-R28")
def test_sisu_is_asked_only_when_a_hazard_would_lose_control() -> None:
    game, state = at(STRAIGHT, 2, 2, sisu=True)
    drive(game, state, "2!", "3!")
    assert refused(game, state, "sisu") == ("no_loss", "RM-R28")
    drive(game, state, "4!")
    assert refused(game, state, "end") == ("sisu_first", "RM-R28")
    follow(game, state, "accept", "loc:spin")
    assert field(state, "sisu") == 1


@pytest.mark.rule("RM-90")
def test_sisu_does_not_help_against_speed() -> None:
    game, state = at("Sgg Sgg C23gg Sgg", 2, 4, sisu=True)
    drive(game, state, "4!/wide")
    assert state.kind() == CHANCE
    game, state = at("Sgg Sgg B3gg Sgg Sgg Sgg", 2, 4, sisu=True)
    drive(game, state, "4!")
    assert state.kind() == CHANCE
    game, state = at("Sgg Sgg Sgg Sgg Sgg B4gg Sgg Sgg Sgg", 2, 3, sisu=True)
    drive(game, state, "3!", "4!", "W!", "sisu", "5!")
    assert state.kind() == CHANCE  # Sisu is on, the bump is still one above


@pytest.mark.rule("RM-R28", "RM-105")
def test_sisu_saves_the_damage_on_the_line() -> None:
    game, state = at("Sgg Sgg", 0, 3, sisu=True, assistance="none")
    drive(game, state, "3!", "4!", "5!", "sisu")
    assert car(state)["times"] == [10]
    assert field(state, "damage") == 0


@pytest.mark.rule("RM-R28", "RM-41")
def test_sisu_in_a_time_attack_lets_the_other_dice_move() -> None:
    game, state = at(STRAIGHT, 1, 1, sisu=True)
    follow(game, state, "attack:12345", "hazards:1234")
    assert names(game, state) == ["sisu", "accept"]
    follow(game, state, "sisu")
    assert (where(state), chrono(state)) == (6, [10])


@pytest.mark.rule("RM-88", "RM-R28")
def test_sisu_is_not_renewed_by_assistance() -> None:
    game, state = at("Sgg Sgg Sgg", 0, 3, sisu=True)
    drive(game, state, "3!", "4!", "W!", "sisu", "5")
    assert state.view(None)["special"] == 2
    assert field(state, "sisu") == 0
    assert field(state, "spare") == 1


@pytest.mark.rule("RM-13")
def test_sisu_can_be_switched_off() -> None:
    game, state = at(STRAIGHT, 2, 2, sisu=False)
    drive(game, state, "2!", "3!", "4!")
    assert state.kind() == CHANCE


@pytest.mark.rule("RM-14", "RM-91", "RM-92", "RM-R37")
def test_spare_tyre_at_the_start_of_a_turn_in_low_gear() -> None:
    for gear, legal in ((0, True), (1, True), (2, False)):
        game, state = at(STRAIGHT, 2, gear, flats=2)
        assert ("spare" in names(game, state)) == legal
    game, state = at(STRAIGHT, 2, 1, flats=2)
    follow(game, state, "spare")
    assert field(state, "flats") == 1
    assert field(state, "chrono") == 0
    assert "roll:W/go" in names(game, state)
    assert refused(game, state, "spare") == ("spare_used", "RM-94")
    game, state = at(STRAIGHT, 2, 1, flats=1)
    drive(game, state, "1")
    assert refused(game, state, "spare") == ("spare_too_late", "RM-R37")
    assert refused(*at(STRAIGHT, 2, 1), "spare") == ("no_flat", "RM-92")


@pytest.mark.rule("RM-R37")
def test_spare_tyre_may_cost_time() -> None:
    game, state = at(STRAIGHT, 2, 1, flats=1, spare_tyre_seconds=15)
    follow(game, state, "spare")
    assert car(state)["chrono"] == [{"gear": None, "seconds": 15, "flipped": False}]
    assert field(state, "chrono") == 15


@pytest.mark.rule("RM-14", "RM-22")
def test_spare_tyres_can_be_switched_off() -> None:
    game, state = at(STRAIGHT, 2, 1, flats=1, spare_tyre=False)
    assert refused(game, state, "spare") == ("no_spare_card", "RM-22")


@pytest.mark.rule("RM-85", "RM-94", "RM-R38", "RM-84")
def test_only_assistance_brings_spare_and_tyres_back() -> None:
    for assistance, spare, flats in (("both", 1, 0), ("none", 0, 1)):
        game, state = at("Sgg Sgg Sgg", 1, 1, flats=2, assistance=assistance)
        follow(game, state, "spare")
        drive(game, state, "1", "2", "W")
        assert state.view(None)["special"] == 2
        assert (field(state, "spare"), field(state, "flats")) == (spare, flats)


@pytest.mark.rule("RM-93")
def test_spare_tyre_between_two_specials() -> None:
    game, state = at("Sgg Sgg", 1, 3, flats=1, assistance="none")
    drive(game, state, "3", "W")
    assert state.view(None)["phase"] == "service"
    assert names(game, state) == ["spare", "ready"]
    follow(game, state, "spare")
    assert state.view(None)["phase"] == "turn"
    assert (field(state, "flats"), field(state, "spare")) == (0, 0)
