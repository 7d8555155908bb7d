"""Unusual situations: jumps that meet traffic, who is to blame for a loss of control, and files with odd values."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.support import names

from parcferme.core.contract import CHANCE, OVER
from parcferme.core.errors import BadContent, BadOption
from parcferme.core.registry import create, folder
from parcferme.core.text import read_texts
from parcferme.games.rallyman.board.zones import house_document
from parcferme.games.rallyman.rules.game import RallymanGame, RallymanState

from .helpers import at, drive, put, refused, start, to_play
from .reference import Opinion, random_road

TWO_BUMPS = "Ngg B3gg " * 2 + "Ngg " * 8


def cited(game: RallymanGame, state: RallymanState, *moves: str) -> list[tuple[str, str]]:
    return [(event.kind, event.clause) for event in drive(game, state, *moves)]


# ------------------------------------------------------------------ time attacks


def placing(game: RallymanGame, state: RallymanState, other: int) -> list[str]:
    """What an attack with 3 and 4 over two bumps offers when another car stands on a narrow space ahead."""
    put(state, 0, 1, gear=3)
    put(state, 1, other)
    drive(game, to_play(state), "attack:34", "hazards:-")
    return names(game, state) if state.view(None)["phase"] == "placing" else []


@pytest.mark.rule("RM-R06", "RM-R30")
def test_a_car_at_the_end_of_two_jumps_is_always_seen() -> None:
    game, state = start(TWO_BUMPS, players=2)
    assert placing(game, state, 12) == ["place:3/go", "place:4/go"]
    fresh, second = start(TWO_BUMPS, players=2)
    assert placing(fresh, second, 6) == []  # 3 and then 4 would end on the other car: only 4 and 3 are left
    again = game.start()
    assert placing(game, again, 6) == []  # and what was learnt on a free road changes nothing


@pytest.mark.rule("RM-25", "RM-83", "RM-R30", "RM-R14")
def test_a_refused_attack_or_lock_names_what_stands_in_its_way() -> None:
    game, state = at("Sgg " * 9)
    assert refused(game, state, "attack:23") == ("neutral", "RM-25")
    assert refused(game, state, "attack:WW") == ("neutral", "RM-25")
    game, state = start("Sgg " * 9, weather="fixed", tyres="snow")
    put(state, 0, 3, gear=3)
    assert refused(game, to_play(state), "attack:3WW") == ("snow_tyres", "RM-83")
    game, state = start("Ngg " * 9, players=2)
    put(state, 0, 3, gear=3)
    put(state, 1, 5)
    assert refused(game, to_play(state), "attack:34") == ("attack_blocked", "RM-R30")
    game, state = at("Sgg B1gg " + "Sgg " * 5, 1, 5, markers=9)
    assert names(game, state) == ["roll:4/go"]
    assert refused(game, state, "lock:4/go") == ("forced", "RM-R14")


@pytest.mark.rule("RM-31", "RM-44", "RM-45", "RM-R30")
def test_a_lock_is_refused_for_its_price_only_where_the_die_could_be_rolled() -> None:
    game, state = at("Sgg " * 9, 1, 3, markers=1)
    drive(game, state, "lock4")
    assert refused(game, state, "lock:5/go") == ("lock_price", "RM-45")
    assert refused(game, state, "lock:4/go") == ("die_used", "RM-31")
    game, state = start("Ngg " * 9, players=2)
    put(state, 0, 3, gear=3)
    put(state, 1, 4)
    assert refused(game, to_play(state), "lock:3/go") == ("blocked", "RM-R30")


# ------------------------------------------------------------------ what events cite


@pytest.mark.parametrize(
    ("gear", "die", "clause"), [(1, "2", "RM-56"), (2, "3", "RM-57"), (3, "4", "RM-58"), (4, "5", "RM-59")]
)
@pytest.mark.rule("RM-56", "RM-57", "RM-58", "RM-59")
def test_a_jump_cites_the_speed_it_was_taken_at(gear: int, die: str, clause: str) -> None:
    game, state = at("Sgg B3gg " + "Sgg " * 9, 1, gear)
    assert ("move_go", clause) in cited(game, state, die)


@pytest.mark.rule("RM-39")
def test_the_moves_of_an_attack_cite_it() -> None:
    game, state = at("Sgg " * 9)
    told = cited(game, state, "attack:123", "hazards:-")
    assert [clause for kind, clause in told if kind == "move_go"] == ["RM-39"] * 3


@pytest.mark.parametrize(
    ("road", "gear", "die", "clause"),
    [
        ("Sgg B2gg Sgg C23gg Sgg", 3, "3!", "RM-62"),  # lands in a legal slide, but the jump itself went wrong
        ("Sgg B3gg Sgg C12gg Sgg", 4, "4", "RM-61"),  # a fair jump onto a corner that is too slow for it
        ("Sgg C12gg Sgg", 4, "3/wide", "RM-61"),
        ("Sgg B2gg " + "Sgg " * 6, 3, "4", "RM-62"),
    ],
)
@pytest.mark.rule("RM-61", "RM-62", "RM-R16")
def test_a_loss_by_speed_names_corner_or_bump(road: str, gear: int, die: str, clause: str) -> None:
    game, state = at(road, 1, gear)
    assert ("too_fast", clause) in cited(game, state, die)


@pytest.mark.rule("RM-103", "RM-104", "RM-105")
def test_control_lost_on_the_line_is_told_by_its_own_clauses() -> None:
    game, state = at("Sgg Sgg")
    told = cited(game, state, "attack:123", "hazards:123")
    lost = told.index(("lost", "RM-103"))
    assert told[lost + 1 : lost + 4] == [("damage", "RM-105"), ("card", "RM-104"), ("finished", "RM-98")]


@pytest.mark.rule("RM-77", "RM-R31", "RM-93")
def test_the_card_of_a_pass_and_a_tyre_between_specials_cite_their_rulings() -> None:
    game, state = start("Ngg Sgg Sgg", players=2)
    put(state, 0, 1, gear=2)
    to_play(state, 1)
    assert cited(game, state, "pass")[:2] == [("blocked", "RM-77"), ("card", "RM-R31")]
    game, state = at("Sgg", 1, 1, flats=1, assistance="none")
    drive(game, state, "1")
    assert cited(game, state, "spare")[0] == ("spare", "RM-93")


@pytest.mark.rule("RM-77", "RM-34", "RM-R31")
def test_a_turn_that_another_car_ends_cites_it() -> None:
    game, state = start("Ngg " * 9, players=2)
    put(state, 0, 1, gear=2)
    put(state, 1, 3, gear=2)
    assert cited(game, to_play(state), "2")[-4:-2] == [("blocked", "RM-77"), ("card", "RM-35")]
    game, state = at("Sgg " * 9, 1, 1, damage=4, flats=2)  # the road is free, but no die is left
    assert cited(game, state, "2")[-4:-2] == [("move_go", "RM-27"), ("no_die", "RM-34")]


@pytest.mark.rule("RM-99", "RM-98", "RM-107")
def test_times_are_told_in_minutes_and_seconds() -> None:
    game, state = at("Sgg Sgg Sgg", 2, 5, markers=7, chrono=30 + 10 + 60 + 10 + 20, checkpoints=["1:3"])
    texts = read_texts(folder("rallyman"))
    told = {event.kind: texts.event(event) for event in drive(game, state, "W", "W")}
    assert told["split"] == "Driver 1 passes checkpoint 1 after 02:13."
    assert told["finished"] == "Driver 1 finishes in 02:13, with 7 seconds taken off."
    assert told["stage_time"] == "SS1: Driver 1 02:13."
    game, state = start("Sgg")
    events = drive(game, state, "1", "2", "1", "2", "1", "2")
    assert texts.event(events[-1]) == "The rally is over: Driver 1 in 02:00."


@pytest.mark.rule("RM-22", "RM-88", "RM-R28")
def test_a_refused_sisu_says_whether_the_card_is_there_at_all() -> None:
    game, state = start(sisu=True)
    assert refused(game, state, "sisu") == ("no_loss", "RM-R28")
    put(state, 0, 3, gear=2, sisu=False)
    assert refused(game, to_play(state), "sisu") == ("sisu_used", "RM-88")
    assert refused(game, state, "accept") == ("no_loss", "RM-R28")
    game, state = start()
    assert refused(game, state, "sisu") == ("no_sisu_card", "RM-22")


@pytest.mark.rule("RM-53")
def test_without_dirt_a_dirty_card_says_that_nothing_is_laid() -> None:
    game, state = at("Sgg K234gg Sgg", 1, 2, dirt=False)
    assert ("card_dirty_spared", "RM-53") in cited(game, state, "2/cut", "card:dirty")


# ------------------------------------------------------------------ a driver who has gone, and the weather on its way


@pytest.mark.rule("RM-R11")
def test_who_has_gone_keeps_control_where_a_die_allows_it() -> None:
    game, state = at("Sgg C25gg Sgg Sgg", 1, 4)  # 3 and 4 lie between the notes: only 5 holds the road
    assert game.format(state.default(0)) == "roll:5/skid"


@pytest.mark.rule("RM-79", "RM-80")
def test_surfaces_are_unknown_until_their_die_lies() -> None:
    game, state = start("Sgg | Sgg", weather="variable")
    assert surfaces(state) == [None, None]
    drive(game, state, "snow")
    assert surfaces(state) == ["snow", None]
    drive(game, state, "dry")
    assert surfaces(state) == ["snow", "asphalt"]


def surfaces(state: RallymanState) -> list[object]:
    road: Any = state.view(None)["road"]
    return [space["surface"] for space in road["spaces"]]


# ------------------------------------------------------------------ odd files and options


@pytest.mark.parametrize(
    ("spaces", "fault"),
    [
        ("Sgg C345gg Sgg", "T:2: 'C345gg' is not a space"),
        ("Sgg K34gg Sgg", "T:2: 'K34gg' is not a space"),
        ([{"kind": "straight", "width": 2.0, "left": "g", "right": "g"}], "T:1: width is 2.0"),
        ([{"kind": "bump", "note": 2, "width": True, "left": "g", "right": "g"}], "T:1: width is True"),
        ([{"kind": "straight", "width": 1, "left": "g", "right": "g", "zone": 5}], "T:1: zone 5"),
        ([{"kind": "straight", "width": 1, "left": "g", "right": "g", "xy": "here"}], "T:1: xy is 'here'"),
        ([{"kind": "straight", "width": 1, "left": "g", "right": "g", "dir": [1]}], "T:1: dir is [1]"),
    ],
)
@pytest.mark.rule("RM-18", "RM-R30")
def test_an_odd_space_of_a_special_is_named(spaces: object, fault: str) -> None:
    document = {"specials": [{"name": "T", "spaces": spaces}]}
    with pytest.raises(BadContent) as caught:
        create("rallyman", {"stages": ["@T"] * 3, "specials": document})
    assert fault in str(caught.value)


def test_faulty_specials_are_refused_even_where_no_stage_uses_them() -> None:
    with pytest.raises(BadContent, match="T:1: 'X' is not a space"):
        create("rallyman", {"specials": {"specials": [{"name": "T", "spaces": "X"}]}})


def first_space(zone: Any) -> Any:
    return zone["roads"][0]["spaces"][0]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda zone: zone["exits"].update({"0": "N"}), "C0-C9: exit 0 has no place"),
        (lambda zone: zone["exits"].update({"0": ["N", "1"]}), "C0-C9: exit 0 has no place"),
        (lambda zone: zone["exits"].update({"0": [[], 1]}), "C0-C9: exit 0 has no place"),
        (lambda zone: zone["roads"][0].update(ends=["01", "9"]), "zone C, road 1: ends must be two different exits"),
        (lambda zone: zone["roads"][0].update(ends=[1, "1"]), "zone C, road 1: ends must be two different exits"),
        (lambda zone: first_space(zone).update(dir="N"), "C0-C9:0: dir is 'N'"),
        (lambda zone: first_space(zone).update(xy=[10**12, 1]), "C0-C9:0: xy is"),
        (lambda zone: first_space(zone).update(len=10**6), "C0-C9:0: len is 1000000"),
    ],
)
@pytest.mark.rule("RM-18")
def test_an_odd_zone_is_refused_with_its_place(change: Callable[[Any], object], fault: str) -> None:
    house: Any = copy.deepcopy(house_document())
    zone = next(zone for zone in house["zones"] if zone["zone"] == "C")
    change(zone)
    with pytest.raises((BadContent, BadOption)) as caught:
        create("rallyman", {"zones": {"zones": [zone], "ports": house["ports"]}})
    assert fault in str(caught.value)


@pytest.mark.parametrize(("field", "value"), [("dir", math.nan), ("xy", [10**400, 1])])
def test_a_number_beyond_all_bounds_is_refused_by_its_place_in_the_document(field: str, value: object) -> None:
    house: Any = copy.deepcopy(house_document())
    zone = next(zone for zone in house["zones"] if zone["zone"] == "C")
    first_space(zone).update({field: value})
    with pytest.raises(BadOption, match=r"'zones': zones\[0\]\.roads\[0\]\.spaces\[0\]\." + field):
        create("rallyman", {"zones": {"zones": [zone], "ports": house["ports"]}})


def test_ports_that_are_no_points_are_refused() -> None:
    house: Any = house_document()
    with pytest.raises(BadContent, match="exit 0 has no place"):
        create("rallyman", {"zones": {"zones": house["zones"], "ports": {"N": [1, "x"], "E": 5}}})


@pytest.mark.rule("RM-19")
def test_a_driver_may_not_bear_the_name_another_gets_by_default() -> None:
    with pytest.raises(BadOption, match="the same name"):
        create("rallyman", {"players": 2, "drivers": ["Driver 2"]})


# ------------------------------------------------------------------ the end, and the way back


@pytest.mark.rule("RM-102", "RM-R36")
def test_the_rally_ends_with_its_winners() -> None:
    game, state = start("Sgg", players=2, staggered_start=False, drivers=["Ann", "Bo"])
    events = [event for _ in range(3) for event in drive(game, state, "1", "2", "1", "2")]
    assert (events[-1].kind, events[-1].clause) == ("rally_over", "RM-102")
    assert events[-1].args == {"drivers": "Ann + Bo", "seconds": 120, "time": "02:00"}


@pytest.mark.rule("RM-R39")
def test_a_rally_that_nobody_finishes_says_so() -> None:
    game, state = at("Sgg Sgg C23rr Sgg", 2, 4, damage=4)
    assert cited(game, state, "4/wide", "loc:left")[-2:] == [("retired_damage", "RM-R23"), ("all_retired", "RM-R39")]


@pytest.mark.rule("RM-67", "RM-R26")
def test_putting_a_car_back_on_the_road_is_told() -> None:
    game, state = at("Sgg C23gg Sgg", 1, 4)
    events = drive(game, state, "4/wide", "loc:right")
    assert [event.kind for event in events][-2:] == ["back", "turn"]
    assert (events[-2].clause, events[-2].args["pose"]) == ("RM-67", "inside")


# ------------------------------------------------------------------ a second opinion


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.rule("RM-32", "RM-38", "RM-R06", "RM-R14", "RM-R30", "RM-R31")
def test_a_second_opinion_agrees_on_what_is_legal(seed: int) -> None:
    """Short odd roads with traffic, dirt, damage and snow, driven at random."""
    rng = Random(seed)
    attack, locking = rng.random() < 0.8, rng.random() < 0.8
    road = random_road(rng, rng.choice((1, 2, 4, 7, 11)))
    players = rng.randint(1, 4)
    weather = rng.choice(("none", "variable"))
    options = {"time_attack": attack, "locking": locking, "weather": weather, "assistance": "none"}
    game, state = start(road, players=players, sisu=True, staggered_start=rng.random() < 0.5, **options)
    while state.kind() != OVER:
        if state.kind() == CHANCE:
            state.apply(rng.choice(state.chance())[0])  # more hazards than dice would show
            continue
        view: Any = state.view(None)
        legal = names(game, state)
        if view["phase"] in ("turn", "chain", "placing"):
            assert set(legal) == Opinion(view, attack, locking).legal(), road
        attacks = [action for action in legal if action.startswith("attack")]
        state.apply(game.parse(rng.choice(attacks if attacks and rng.random() < 0.4 else legal)))
