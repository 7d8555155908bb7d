"""A turn die by die: what may be played, what ends it, and the card it costs."""

from __future__ import annotations

import pytest
from tests.support import follow, names

from parcferme.core.contract import CHANCE
from parcferme.core.registry import create

from .helpers import (
    STRAIGHT,
    at,
    attacks,
    car,
    chrono,
    dice_open,
    drive,
    field,
    kinds,
    put,
    refused,
    rolls,
    start,
    to_play,
    where,
)


@pytest.mark.rule("RM-06", "RM-07")
def test_five_black_dice_and_two_white_ones() -> None:
    game, state = at(space=1, gear=1)
    drive(game, state, "1", "2", "3", "4", "5", "W", "W")
    assert where(state) == 8  # the turn ended by itself: no die is left
    assert chrono(state) == [10]


@pytest.mark.rule("RM-08", "RM-35", "RM-36", "RM-03")
@pytest.mark.parametrize(("gear", "seconds"), [(1, 50), (2, 40), (3, 30), (4, 20), (5, 10)])
def test_card_of_the_last_gear(gear: int, seconds: int) -> None:
    game, state = at(space=2, gear=gear)
    drive(game, state, str(gear), "W", "end")
    assert car(state)["chrono"] == [{"gear": gear, "seconds": seconds, "flipped": False}]
    assert car(state)["seconds"] == seconds


@pytest.mark.rule("RM-24", "RM-R04")
def test_turn_needs_a_die_before_it_may_end() -> None:
    game, state = at(space=2, gear=3)
    assert refused(game, state, "end") == ("first_die", "RM-R04")
    drive(game, state, "3")
    events = drive(game, state, "end")
    assert kinds(events)[0] == "card"


@pytest.mark.rule("RM-25")
def test_standing_start_and_restart_in_first() -> None:
    for pose in (0, 4, 5):
        game, state = at(space=3, gear=0, pose=pose)
        assert rolls(game, state) == ["1/go"]
        assert refused(game, state, "roll:W/go") == ("neutral", "RM-25")
        assert refused(game, state, "roll:2/go") == ("neutral", "RM-25")


@pytest.mark.rule("RM-26")
@pytest.mark.parametrize(("gear", "dice"), [(1, "12W"), (2, "123W"), (3, "234W"), (4, "345W"), (5, "45W")])
def test_first_die_is_a_neighbouring_or_the_same_gear(gear: int, dice: str) -> None:
    game, state = at(space=2, gear=gear)
    assert dice_open(game, state) == dice


@pytest.mark.rule("RM-27", "RM-28")
def test_one_space_per_die_after_the_roll() -> None:
    game, state = at(space=2, gear=2)
    follow(game, state, "roll:3/go")
    assert state.kind() == CHANCE
    assert where(state) == 2
    follow(game, state, "3!")
    assert where(state) == 3
    drive(game, state, "4")
    assert where(state) == 4


@pytest.mark.rule("RM-29")
def test_further_gear_dice_differ_by_exactly_one() -> None:
    game, state = at(space=2, gear=3)
    drive(game, state, "3")
    assert dice_open(game, state) == "24W"
    assert refused(game, state, "roll:5/go") == ("gear_step", "RM-29")


@pytest.mark.rule("RM-R02")
def test_same_gear_is_still_open_after_white_dice() -> None:
    game, state = at(space=2, gear=3)
    drive(game, state, "W")
    assert dice_open(game, state) == "234W"
    drive(game, state, "3", "W")
    assert dice_open(game, state) == "24"


@pytest.mark.rule("RM-30")
def test_white_dice_fit_anywhere_and_keep_the_gear() -> None:
    game, state = at(space=2, gear=2)
    drive(game, state, "W", "3", "W")
    assert field(state, "gear") == 3
    assert refused(game, state, "roll:W/go") == ("die_used", "RM-31")


@pytest.mark.rule("RM-31")
def test_no_die_twice() -> None:
    game, state = at(space=2, gear=3)
    drive(game, state, "2", "3")
    assert refused(game, state, "roll:2/go") == ("die_used", "RM-31")
    assert dice_open(game, state) == "4W"


@pytest.mark.rule("RM-R03")
def test_a_run_cannot_turn_back() -> None:
    game, state = at(space=2, gear=3)
    drive(game, state, "2", "3", "4", "5")
    assert dice_open(game, state) == "W"
    game, state = at(space=2, gear=3)
    drive(game, state, "4", "5")
    assert dice_open(game, state) == "W"


@pytest.mark.rule("RM-32")
def test_notes_bind_on_every_space() -> None:
    game, state = at("Sgg Sgg C23gg C34gg Sgg", 1, 4)
    drive(game, state, "3")
    assert rolls(game, state) == ["2/in", "4/wide", "W/skid"]
    drive(game, state, "2/in")
    assert rolls(game, state) == ["1/in", "W/in"]


@pytest.mark.rule("RM-33", "RM-60")
def test_two_hazards_are_not_yet_a_loss() -> None:
    game, state = at(space=2, gear=2)
    drive(game, state, "2!", "3!")
    assert "end" in names(game, state)
    drive(game, state, "4!")
    assert state.kind() == CHANCE


@pytest.mark.rule("RM-33")
def test_hazards_are_forgotten_after_the_turn() -> None:
    game, state = at(space=2, gear=2)
    drive(game, state, "2!", "3!", "end", "3!", "4!")
    assert "end" in names(game, state)


@pytest.mark.rule("RM-34")
def test_turn_ends_by_choice_or_without_dice() -> None:
    game, state = at(space=2, gear=5, flats=2)
    events = drive(game, state, "5", "4", "3", "2", "1")
    assert kinds(events)[-3:] == ["no_die", "card", "turn"]
    game, state = at(space=2, gear=5)
    assert kinds(drive(game, state, "5", "end"))[-2:] == ["card", "turn"]


@pytest.mark.rule("RM-R43", "RM-35")
def test_white_die_first_keeps_last_turns_gear() -> None:
    game, state = at(space=2, gear=4)
    drive(game, state, "W", "end")
    assert chrono(state) == [20]
    game, state = at("| Sgg Sgg Sgg Sgg Sgg Sgg", 2, 4, weather="fixed", snow=["B"] * 3, tyres="asphalt")
    drive(game, state, "W!", "W!", "loc:spin")
    assert car(state)["chrono"] == [{"gear": 4, "seconds": 60, "flipped": True}]


@pytest.mark.rule("RM-44", "RM-R19")
def test_any_die_may_be_locked_but_never_on_credit() -> None:
    game, state = at(space=2, gear=3, markers=1)
    locks = [name for name in names(game, state) if name.startswith("lock")]
    assert locks == ["lock:2/go", "lock:3/go", "lock:4/go", "lock:W/go"]
    drive(game, state, "lockW")
    assert where(state) == 3
    assert not [name for name in names(game, state) if name.startswith("lock")]
    drive(game, state, "end")
    assert refused(game, state, "lock:3/go") == ("lock_price", "RM-45")


@pytest.mark.rule("RM-R19", "RM-45")
def test_price_starts_anew_each_turn() -> None:
    game, state = at(space=2, gear=3, markers=4)
    drive(game, state, "lock3", "lock4", "end")
    assert field(state, "markers") == 1
    drive(game, state, "lock4")
    assert field(state, "markers") == 0


@pytest.mark.rule("RM-44")
def test_locking_can_be_switched_off() -> None:
    game, state = at(space=2, gear=3, markers=9, locking=False)
    assert refused(game, state, "lock:3/go") == ("no_locking", "RM-44")


@pytest.mark.rule("RM-R01")
def test_dice_profiles() -> None:
    weights = {}
    for profile in ("2010", "GT"):
        game = create("rallyman", {"players": 1, "dice": profile})
        state = game.start()
        follow(game, state, "roll:1/go")
        weights[profile] = [weight for _, weight in state.chance()]
        follow(game, state, "1!", "roll:W/go")
        assert [weight for _, weight in state.chance()] == [5, 1]
    assert weights == {"2010": [4, 2], "GT": [5, 1]}
    game, state = at(space=2, gear=3, dice="GT")
    follow(game, state, "roll:3/go")
    assert [weight for _, weight in state.chance()] == [4, 2]


@pytest.mark.rule("RM-R01")
def test_a_hazard_still_engages_the_gear_and_moves() -> None:
    game, state = at(space=2, gear=3)
    drive(game, state, "4!")
    assert (where(state), field(state, "gear")) == (3, 4)


@pytest.mark.rule("RM-01")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_drivers_each_with_a_car(players: int) -> None:
    game, state = start(players=players)
    cars = state.view(None)["cars"]
    assert isinstance(cars, list)
    assert len(cars) == game.players == players


@pytest.mark.rule("RM-09", "RM-22")
def test_dashboard_at_the_start() -> None:
    _, state = start(sisu=True)
    assert car(state)["dashboard"] == {
        "black": 5,
        "white": 2,
        "damage": 0,
        "flats": 0,
        "tyres": "asphalt",
        "sisu": True,
        "spare": True,
    }


@pytest.mark.rule("RM-09", "RM-10")
def test_dashboard_covers_lost_dice() -> None:
    _, state = at(space=2, gear=1, damage=3, flats=1)
    dashboard = car(state)["dashboard"]
    assert isinstance(dashboard, dict)
    assert (dashboard["black"], dashboard["white"]) == (2, 1)


@pytest.mark.rule("RM-42")
def test_no_attack_once_a_die_is_played() -> None:
    game, state = at(space=2, gear=3)
    drive(game, state, "3")
    assert attacks(game, state) == []
    assert refused(game, state, "attack:45") == ("attack_late", "RM-42")


def test_actions_of_others_and_of_other_moments_are_refused_with_a_reason() -> None:
    game, state = start(STRAIGHT, players=2, sisu=True)
    assert refused(game, state, "roll:1/go", seat=1) == ("not_your_turn", "RM-24")
    assert refused(game, state, "sisu") == ("no_loss", "RM-R28")
    assert refused(game, state, "ready") == ("no_service", "RM-81")
    assert refused(game, state, "tyres:snow") == ("no_weather", "RM-R35")
    assert refused(game, state, "pass") == ("not_blocked", "RM-R31")
    assert refused(game, state, "place:1/go") == ("no_attack_runs", "RM-38")
    assert refused(game, state, "roll:1/in") == ("no_path", "RM-32")
    follow(game, state, "roll:1/go")
    assert refused(game, state, "roll:1/go") == ("chance", "RM-24")


def test_putting_cars_is_what_the_tests_think() -> None:
    _, state = start("Sgg K344gg Sgg")
    put(state, 0, "2k", gear=3)
    to_play(state)
    assert car(state)["space"] == "T:2k"
    assert where(state) == 2
