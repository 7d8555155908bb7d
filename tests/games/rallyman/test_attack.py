"""The time attack: which dice, in which order, and what it earns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.support import follow, names

from parcferme.core.contract import CHANCE
from parcferme.games.rallyman.actions import ATTACK, SETS, dice_text
from parcferme.games.rallyman.drive.odds import attack_loss, odds

from .helpers import at, attacks, chrono, drive, field, put, refused, start, to_play, where


@pytest.mark.rule("RM-37")
def test_an_attack_has_two_dice_or_more_in_a_row_of_gears() -> None:
    assert all(mask.bit_count() + whites >= 2 for mask, whites in SETS)
    texts = [dice_text(mask, whites) for mask, whites in SETS]
    assert len(set(texts)) == len(texts) == 41
    assert "13" not in texts
    game, state = at(space=1, gear=1)
    assert {"12", "WW", "1W", "12345WW"} <= set(attacks(game, state))


@pytest.mark.rule("RM-37")
def test_attack_can_be_switched_off() -> None:
    game, state = at(space=1, gear=1, time_attack=False)
    assert attacks(game, state) == []
    assert refused(game, state, "attack:12") == ("no_attack", "RM-37")


@pytest.mark.rule("RM-37", "RM-R01")
def test_all_dice_are_one_roll_with_exact_weights() -> None:
    game, state = at(space=1, gear=1)
    follow(game, state, "attack:12W")
    assert state.kind() == CHANCE
    weights = {game.format_outcome(outcome): weight for outcome, weight in state.chance()}
    assert weights == {
        "hazards:-": 80,
        "hazards:W": 16,
        "hazards:1": 40,
        "hazards:1W": 8,
        "hazards:2": 40,
        "hazards:2W": 8,
        "hazards:12": 20,
        "hazards:12W": 4,
    }


@pytest.mark.rule("RM-38", "RM-39", "RM-R05")
def test_dice_are_placed_one_by_one_after_the_roll() -> None:
    game, state = at(space=1, gear=2)
    follow(game, state, "attack:23W", "hazards:2")
    assert names(game, state) == ["place:2/go", "place:3/go", "place:W/go"]
    follow(game, state, "place:3/go")
    assert (where(state), field(state, "gear")) == (2, 3)
    assert names(game, state) == ["place:2/go", "place:W/go"]
    follow(game, state, "place:2/go")
    assert (where(state), field(state, "gear"), chrono(state)) == (4, 2, [40])  # the white die placed itself


@pytest.mark.rule("RM-38", "RM-R02")
def test_white_dice_with_and_without_a_hazard_are_told_apart() -> None:
    game, state = at(space=1, gear=3)
    follow(game, state, "attack:WW", "hazards:W")
    assert names(game, state) == ["place:W/go", "place:W!/go"]


@pytest.mark.rule("RM-38")
def test_the_first_gear_die_may_repeat_the_gear_and_later_ones_not() -> None:
    game, state = at(space=1, gear=3)
    assert "3W" in attacks(game, state)
    follow(game, state, "attack:34", "hazards:-")
    assert names(game, state) == ["place:3/go", "place:4/go"]
    game, state = at(space=1, gear=3)
    assert "1" not in [dice[0] for dice in attacks(game, state) if dice in ("1W", "1WW")]


@pytest.mark.rule("RM-40", "RM-11")
@pytest.mark.parametrize(("dice", "earned"), [("12", 2), ("12W", 3), ("12345WW", 7)])
def test_a_second_for_each_die(dice: str, earned: int) -> None:
    game, state = at(space=1, gear=1)
    follow(game, state, f"attack:{dice}", "hazards:-")
    while names(game, state)[0].startswith("place"):
        state.apply(state.legal(0)[0])
    assert field(state, "markers") == earned
    game, state = at(space=1, gear=1)
    drive(game, state, "1", "2", "end")
    assert field(state, "markers") == 0  # no other source


@pytest.mark.rule("RM-41")
def test_dice_behind_the_loss_do_not_move() -> None:
    game, state = at(space=1, gear=1)
    follow(game, state, "attack:12345", "hazards:123", "loc:spin")
    assert where(state) == 4
    assert chrono(state) == [60]


@pytest.mark.rule("RM-41", "RM-R08")
def test_placing_the_hazards_on_asphalt_saves_control() -> None:
    road = "Sgg Sgg Sgg | Sgg Sgg Sgg"
    for order, lost in ((["place:1/go", "place:2/go"], False), (["place:W/go", "place:W/go", "place:1/go"], True)):
        game, state = at(road, 1, 1, weather="fixed", snow=["B"] * 3, tyres="asphalt")
        follow(game, state, "attack:12WW", "hazards:12")
        follow(game, state, *order)
        assert (state.kind() == CHANCE) == lost


@pytest.mark.rule("RM-42", "RM-47")
def test_nothing_else_while_the_attack_runs() -> None:
    game, state = at(space=1, gear=2, markers=9)
    follow(game, state, "attack:23W", "hazards:-")
    assert refused(game, state, "lock:2/go") == ("attack_runs", "RM-47")
    assert refused(game, state, "roll:2/go") == ("attack_runs", "RM-42")
    assert refused(game, state, "end") == ("attack_runs", "RM-42")
    assert refused(game, state, "attack:23") == ("attack_runs", "RM-42")


@pytest.mark.rule("RM-43", "RM-R32")
@pytest.mark.parametrize(("space", "most"), [(0, 4), (1, 3), (2, 2), (3, 0)])
def test_no_more_dice_than_spaces_to_the_finish(space: int, most: int) -> None:
    game, state = at("Sgg Sgg Sgg", space, 1)
    assert max([len(dice) for dice in attacks(game, state)], default=0) == most


@pytest.mark.rule("RM-R06")
def test_an_attack_never_takes_a_corner_too_fast() -> None:
    road = "Sgg Sgg C23gg Sgg Sgg Sgg Sgg Sgg"
    game, state = at(road, 2, 4)
    assert "34" in attacks(game, state)
    assert "45" not in attacks(game, state)
    assert refused(game, state, "attack:45") == ("no_order", "RM-R06")
    follow(game, state, "attack:34", "hazards:-")  # 4 first would be too fast: the order is forced
    assert (where(state), field(state, "gear")) == (4, 4)


@pytest.mark.rule("RM-R06")
def test_placing_keeps_a_way_for_the_rest() -> None:
    road = "Sgg Sgg Sgg Sgg C23gg Sgg Sgg Sgg Sgg Sgg"
    game, state = at(road, 2, 3)
    follow(game, state, "attack:34W", "hazards:-")  # the third die enters the corner: 4 must lie before it, 3 with it
    assert names(game, state) == ["place:4/go", "place:W/go"]
    assert refused(game, state, "place:3/go") == ("rest_stuck", "RM-R06")
    assert refused(game, state, "place:5/go") == ("not_rolled", "RM-38")


@pytest.mark.rule("RM-R06", "RM-58")
def test_a_bump_one_above_is_allowed_and_two_above_is_not() -> None:
    road = "Sgg Sgg B3gg Sgg Sgg Sgg Sgg Sgg Sgg"
    game, state = at(road, 2, 4)
    assert "4W" in attacks(game, state)
    follow(game, state, "attack:4W", "hazards:4", "place:4/go")
    assert state.kind() == CHANCE
    assert where(state) == 5
    game, state = at(road.replace("B3", "B2"), 2, 4)
    assert "4W" not in attacks(game, state)


@pytest.mark.rule("RM-R06")
def test_a_jump_across_the_line_with_dice_left_is_no_way() -> None:
    game, state = at("Sgg Sgg B3gg", 2, 3)
    assert attacks(game, state) == ["2W", "12", "23"]  # 2 stops on the bump; every other first die flies over the line


@pytest.mark.rule("RM-R06", "RM-R23", "RM-54")
def test_damage_and_flats_limit_the_set() -> None:
    game, state = at(space=1, gear=1, damage=3, flats=1)
    assert all(sum(die != "W" for die in dice) <= 2 and dice.count("W") <= 1 for dice in attacks(game, state))
    assert refused(game, state, "attack:123") == ("damaged", "RM-R23")
    assert refused(game, state, "attack:1WW") == ("punctured", "RM-54")


@pytest.mark.rule("RM-83", "RM-R10", "RM-R06")
def test_snow_tyres_limit_white_dice_step_by_step() -> None:
    road = "Sgg Sgg Sgg | Sgg Sgg"
    game, state = at(road, 1, 2, weather="fixed", snow=["B"] * 3, tyres="snow")
    assert "2WW" in attacks(game, state)
    assert "WW" not in attacks(game, state)
    follow(game, state, "attack:2WW", "hazards:-")
    assert names(game, state) == ["place:2/go", "place:W/go"]
    follow(game, state, "place:W/go")
    assert (where(state), field(state, "gear")) == (4, 2)  # then 2 on asphalt, the second W on snow: forced


@pytest.mark.rule("RM-R06", "RM-R30")
def test_cars_in_the_way_limit_the_set() -> None:
    game, state = start("Sgg Sgg Sgg Ngg Sgg Sgg", players=2)
    put(state, 1, 4, gear=2)
    put(state, 0, 1, gear=1)
    to_play(state, 0)
    assert max(len(dice) for dice in attacks(game, state)) == 2


@pytest.mark.rule("RM-R07")
def test_paying_on_a_loss_is_an_option() -> None:
    for pays, markers in ((True, 3), (False, 0)):
        game, state = at(space=1, gear=1, attack_pays_on_loc=pays)
        follow(game, state, "attack:123", "hazards:123", "loc:spin")
        assert field(state, "markers") == markers
    game, state = at(space=1, gear=1, attack_pays_on_loc=False)
    follow(game, state, "attack:12", "hazards:12", "place:1/go")
    assert field(state, "markers") == 2


@pytest.mark.rule("RM-R22", "RM-95")
def test_a_puncture_does_not_take_dice_already_rolled() -> None:
    game, state = at("Sgg K344gg Sgg Sgg Sgg", 1, 3, flats=1)
    follow(game, state, "attack:3W", "hazards:-", "place:3/cut", "card:puncture")
    assert where(state) == 3  # the white die moved all the same
    assert field(state, "flats") == 2


@pytest.mark.rule("RM-V18")
def test_attack_odds_are_exact_on_mixed_surfaces() -> None:
    road = "Sgg Sgg Sgg | Sgg Sgg Sgg"
    _, state = at(road, 1, 1, weather="fixed", snow=["B"] * 3, tyres="asphalt")
    number = SETS.index((0b00011, 1))
    # Two spaces of asphalt, then snow: two hazards are safe with the clean die last, and from 1st gear each of the
    # three can be last (1 W 2, 2 W 1, 1 2 W). Only three hazards are lost: 2 * 2 * 1 of 216.
    assert attack_loss(state, number) == Fraction(4, 216)
    assert state.effect(0, ATTACK + number) == {"least": 3, "most": 3, "lowest": 1, "highest": 2, "gains": 3}


def test_odds_and_effect_of_an_attack_beside_its_action() -> None:
    _, state = at(space=1, gear=4)
    action = ATTACK + SETS.index((0b11000, 2))
    assert odds(state, 0, action) == [("odds.loc", {"chance": "5/108"})]
    assert state.effect(0, action) == {"least": 4, "most": 4, "lowest": 4, "highest": 5, "gains": 4}


@pytest.mark.rule("RM-12", "RM-51")
def test_the_die_that_drove_into_a_shortcut_is_shown_while_its_card_is_drawn() -> None:
    game, state = at("Sgg K233gg Sgg Sgg Sgg", 1, 2)
    follow(game, state, "attack:3W", "hazards:-", "place:W/cut")
    turn = state.view(None)["turn"]
    assert isinstance(turn, dict)
    assert turn["step"] == {"die": "W", "path": "cut", "space": "T:2k"}
