"""Corners, shortcuts, dirt and bumps."""

from __future__ import annotations

import pytest
from tests.support import follow, names

from parcferme.core.contract import CHANCE

from .helpers import STRAIGHT, at, car, chrono, drive, field, put, rally, refused, rolls, start, to_play, where

CORNER = "Sgg Sgg K235gg Sgg Sgg Sgg Sgg"  # inside 2, outside 3, shortcut 5 on space 3


def paths_for(gear: int, road: str = CORNER) -> list[str]:
    game, state = at(road, 2, gear)
    return [roll.partition("/")[2] for roll in rolls(game, state) if roll[0] == str(gear)]


@pytest.mark.rule("RM-48")
def test_inside_takes_any_gear_up_to_its_note() -> None:
    assert "in" in paths_for(1)
    assert "in" in paths_for(2)
    assert "in" not in paths_for(3)
    game, state = at(CORNER, 2, 2)
    drive(game, state, "2/in")
    assert car(state)["pose"] == "inside"
    assert refused(*at(CORNER, 2, 3), "roll:3/in") == ("inside_note", "RM-48")


@pytest.mark.rule("RM-49")
def test_skid_takes_exactly_the_outside_note() -> None:
    assert [gear for gear in range(1, 6) if "skid" in paths_for(gear)] == [3]
    game, state = at(CORNER, 2, 3)
    drive(game, state, "3/skid")
    assert car(state)["pose"] == "skid"
    assert refused(*at(CORNER, 2, 2), "roll:2/skid") == ("outside_note", "RM-49")


@pytest.mark.rule("RM-50", "RM-R15")
def test_shortcut_takes_any_gear_up_to_its_note() -> None:
    road = CORNER.replace("K235", "K234")
    assert [gear for gear in range(1, 6) if "cut" in paths_for(gear, road)] == [1, 2, 3, 4]
    assert refused(*at(road, 2, 5), "roll:5/cut") == ("cut_note", "RM-50")
    game, state = at(road, 2, 4)
    drive(game, state, "4/cut", "card:good")
    assert (car(state)["pose"], car(state)["space"]) == ("cut", "T:3k")
    drive(game, state, "5")
    assert where(state) == 4


@pytest.mark.rule("RM-50")
def test_shortcuts_can_be_switched_off() -> None:
    game, state = at(CORNER, 2, 3, shortcuts=False)
    assert refused(game, state, "roll:3/cut") == ("no_path", "RM-32")


@pytest.mark.rule("RM-51", "RM-12", "RM-52")
def test_entering_a_shortcut_draws_one_card() -> None:
    game, state = at(CORNER, 2, 3)
    follow(game, state, "roll:3/cut", "3")
    drawn = {game.format_outcome(outcome): weight for outcome, weight in state.chance()}
    assert drawn == {"card:good": 18, "card:dirty": 12, "card:puncture": 6}
    follow(game, state, "card:good")
    assert state.dirt == 0
    assert field(state, "flats") == 0
    assert "end" in names(game, state)


@pytest.mark.rule("RM-53", "RM-16", "RM-R20")
def test_dirt_lowers_the_notes_for_later_drivers() -> None:
    game, state = start(CORNER, players=2, staggered_start=False)
    put(state, 0, 2, gear=3)
    put(state, 1, 2, gear=2)
    to_play(state, 0)
    drive(game, state, "3/cut", "card:dirty")
    road = state.view(None)["road"]
    assert isinstance(road, dict)
    assert road["dirt"] == [{"space": "T:3", "in": 1, "out": 2}]
    to_play(state, 1)
    assert [r for r in rolls(game, state) if r[0] == "2"] == ["2/skid"]  # the shortcut is taken; its note would stay 5
    put(state, 0, 6)
    to_play(state, 1)
    assert [r for r in rolls(game, state) if r[0] == "2"] == ["2/skid", "2/cut"]


@pytest.mark.rule("RM-R20")
def test_dirt_counts_once_and_lies_until_the_special_ends() -> None:
    game, state = at(CORNER, 2, 3)
    state.dirt = 1 << 3
    drive(game, state, "3/cut", "card:dirty")
    assert state.dirt == 1 << 3
    game, state = at("Sgg K344gg", 1, 4)
    drive(game, state, "4/cut", "card:dirty", "5")
    assert state.view(None)["special"] == 2
    assert state.dirt == 0


@pytest.mark.rule("RM-53")
def test_dirt_can_be_switched_off() -> None:
    game, state = at(CORNER, 2, 3, dirt=False)
    drive(game, state, "3/cut", "card:dirty")
    assert state.dirt == 0


@pytest.mark.rule("RM-54")
def test_puncture_takes_a_white_die() -> None:
    game, state = at(CORNER, 2, 3)
    drive(game, state, "3/cut", "card:puncture", "end")
    assert field(state, "flats") == 1
    drive(game, state, "W")
    assert refused(game, state, "roll:W/go") == ("punctured", "RM-54")


@pytest.mark.rule("RM-55", "RM-R22")
def test_third_flat_is_out_even_with_a_spare() -> None:
    game, state = at(CORNER, 2, 3, flats=2)
    assert field(state, "spare") == 1
    drive(game, state, "3/cut", "card:puncture")
    assert car(state)["status"] == "retired"
    result = state.result()
    assert result is not None
    assert result.reason == "all_retired"


@pytest.mark.rule("RM-61", "RM-R12")
def test_wide_loses_control_whatever_the_die_shows() -> None:
    for gear in (4, 5):
        game, state = at("Sgg Sgg C23gg Sgg Sgg", 2, gear)
        drive(game, state, f"{gear}/wide", "loc:spin")
        assert (where(state), chrono(state)) == (3, [60])
    assert refused(*at("Sgg Sgg C12gg Sgg", 2, 5), "roll:5/wide") == ("far_too_fast", "RM-R12")
    assert refused(*at("Sgg Sgg C12gg Sgg", 2, 2), "roll:2/wide") == ("not_too_fast", "RM-R12")


@pytest.mark.rule("RM-R11")
def test_above_the_note_without_an_outside_note_and_in_a_gap() -> None:
    assert paths_for(2, "Sgg Sgg C2-gg Sgg Sgg") == ["in"]
    assert paths_for(3, "Sgg Sgg C2-gg Sgg Sgg") == ["wide"]
    assert paths_for(5, "Sgg Sgg C2-gg Sgg Sgg") == []
    gap = "Sgg Sgg C25gg Sgg Sgg"
    assert [paths_for(gear, gap) for gear in (2, 3, 4, 5)] == [["in"], ["wide"], ["wide"], ["skid"]]


@pytest.mark.rule("RM-R14")
def test_too_fast_for_everything_forces_the_next_lower_die() -> None:
    game, state = start("Sgg Sgg C1-gg Sgg Sgg")
    put(state, 0, 2, gear=5)
    to_play(state)
    assert names(game, state) == ["roll:4/wide"]
    assert refused(game, state, "roll:5/wide") == ("far_too_fast", "RM-R12")
    drive(game, state, "4/wide", "loc:spin")
    assert (where(state), chrono(state)) == (3, [60])
    game, state = at("Sgg Sgg B1gg Sgg Sgg Sgg Sgg", 2, 5)
    assert names(game, state) == ["roll:4/go"]
    drive(game, state, "4", "loc:spin")
    assert where(state) == 6  # as two above: three beyond the bump


@pytest.mark.rule("RM-56", "RM-57", "RM-R17")
def test_from_a_bump_the_next_die_moves_normally() -> None:
    road = "Sgg Sgg B3gg Sgg Sgg Sgg Sgg"
    game, state = at(road, 2, 2)
    drive(game, state, "2")
    assert where(state) == 3
    drive(game, state, "3", "4")
    assert where(state) == 5
    game, state = at(road, 2, 3)
    drive(game, state, "W")  # a white die jumps in the gear engaged
    assert where(state) == 4


@pytest.mark.rule("RM-58", "RM-62", "RM-R18")
def test_one_above_is_safe_without_a_hazard_or_locked() -> None:
    road = "Sgg Sgg B3gg Sgg Sgg Sgg Sgg"
    for move in ("4", "lock4"):
        game, state = at(road, 2, 4, markers=3)
        drive(game, state, move)
        assert where(state) == 5
        assert "end" in names(game, state)
    game, state = at(road, 2, 4)
    drive(game, state, "4!")
    assert state.kind() == CHANCE
    assert where(state) == 5


@pytest.mark.rule("RM-59", "RM-R13", "RM-62")
def test_two_above_loses_control_even_locked() -> None:
    road = "Sgg Sgg B2gg Sgg Sgg Sgg Sgg"
    for move in ("4", "lock4"):
        game, state = at(road, 2, 4, markers=3)
        drive(game, state, move, "loc:spin")
        assert (where(state), chrono(state)) == (6, [60])


@pytest.mark.rule("RM-R16")
def test_flights_ignore_what_they_fly_over_and_obey_where_they_land() -> None:
    game, state = at("Sgg B3gg C12gg C45gg Sgg Sgg", 1, 4)
    drive(game, state, "4")  # over the tight corner, onto the fast one
    assert (where(state), car(state)["pose"]) == (4, "inside")
    game, state = at("Sgg B3gg C12gg C34gg Sgg Sgg", 1, 4)
    drive(game, state, "4")
    assert (where(state), car(state)["pose"]) == (4, "skid")
    game, state = at("Sgg B3gg C12gg Sgg Sgg", 1, 3)
    drive(game, state, "3")  # two spaces: onto the corner, above its notes
    assert state.kind() == CHANCE
    assert where(state) == 3


@pytest.mark.rule("RM-R16")
def test_landing_on_a_bump_is_no_second_jump_and_the_line_ends_a_flight() -> None:
    game, state = at("Sgg B3gg B3gg Sgg Sgg Sgg", 1, 3)
    drive(game, state, "3")
    assert where(state) == 3
    game, state = at("Sgg B2gg", 1, 3)
    drive(game, state, "3")
    assert car(state)["times"] == [30]


@pytest.mark.rule("RM-R18")
def test_a_locked_die_above_a_corners_note_still_loses_control() -> None:
    game, state = at("Sgg Sgg C23gg Sgg Sgg", 2, 4, markers=1)
    drive(game, state, "lock4/wide", "loc:spin")
    assert chrono(state) == [60]
    assert field(state, "markers") == 0


@pytest.mark.rule("RM-96", "RM-R21")
def test_control_lost_into_a_shortcut_stays_there_after_the_card() -> None:
    game, state = at("Sgg Sgg K344rr " + STRAIGHT, 0, 2)
    drive(game, state, "2!", "3!", "4!/cut")
    assert [game.format_outcome(o) for o, _ in state.chance()] == ["card:good", "card:dirty", "card:puncture"]
    follow(game, state, "card:puncture")
    assert field(state, "flats") == 1
    follow(game, state, "loc:left")
    assert car(state)["space"] == "T:3k"
    assert field(state, "damage") == 2  # RM-R24: the terrain of its corner


@pytest.mark.rule("RM-97", "RM-R27")
def test_control_lost_from_a_shortcut_is_back_on_the_road_inside() -> None:
    game, state = at("Sgg K344gg C23gg Sgg Sgg Sgg", "2k", 3)
    drive(game, state, "4/wide", "loc:spin")
    assert (car(state)["space"], car(state)["pose"]) == ("T:3", "inside")  # put back as its next turn begins
    assert rolls(game, state) == ["1/go"]


@pytest.mark.rule("RM-R24")
def test_left_and_right_are_the_drivers() -> None:
    game = rally()
    forward = game.rally.road(0, 0)
    assert forward.left[1] == forward.right[1] == 0
    for side, damage in (("loc:left", 1), ("loc:right", 2)):
        game, state = at("Sgg Sgg C23fr Sgg", 2, 4)
        drive(game, state, "4/wide", side)
        assert field(state, "damage") == damage
