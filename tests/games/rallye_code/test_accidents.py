"""Accidents and collisions: who is hit, who is held, who pays."""

from __future__ import annotations

import pytest

from parcferme.games.rallye_code.state import P_TURN

from .helpers import Scene, clause_of, house_with, kinds, paid

EDITIONS = pytest.mark.parametrize("name", ["A", "B"])


def held_by(scene: Scene, car: str) -> list[object]:
    holds = scene.shown(car)["holds"]
    assert isinstance(holds, list)
    return [hold["by"] for hold in holds]


@pytest.mark.rule("RC-28", "RC-30", "RC-50", "RC-51", "RC-R33")
@pytest.mark.parametrize(("name", "bill", "limit"), [("A", 2000, 8), ("B", 4000, 6)])
@pytest.mark.parametrize(("start", "sign"), [("M6", "M14"), ("M18", "M26"), ("M30", "M38"), ("M54", "M62")])
def test_eight_onto_a_bend_or_slippery_road_is_an_accident(
    name: str, bill: int, limit: int, start: str, sign: str
) -> None:
    scene = Scene(name).put(c1=start)
    events = scene.roll(8)
    assert clause_of(events, "accident") == "RC-28"
    assert (scene.at("c1"), scene.in_box(2), scene.in_box(3)) == (sign, bill, 0)  # stays on the sign
    assert scene.shown("c1")["holds"] == [{"by": "garage", "limit": limit, "clause": "RC-48"}]


@pytest.mark.rule("RC-28")
@EDITIONS
def test_seven_onto_the_same_sign_is_none(name: str) -> None:
    scene = Scene(name).put(c1="M7")
    events = scene.roll(7)
    assert (scene.at("c1"), kinds(events), held_by(scene, "c1")) == ("M14", ["roll", "move"], [])


@pytest.mark.rule("RC-29", "RC-30", "RC-R12", "RC-58")
@pytest.mark.parametrize(("name", "fees"), [("A", (1000, 1000)), ("B", (1000, 1500))])
def test_eleven_also_needs_first_aid_and_a_failed_roll_costs_both(name: str, fees: tuple[int, int]) -> None:
    scene = Scene(name).put(c1="M3", c2="M2", c3="M2", c4="M2")
    scene.roll(11)
    assert held_by(scene, "c1") == ["garage", "first_aid"]
    garage, aid = scene.in_box(2), scene.in_box(3)
    for _ in range(3):
        scene.roll(2)
    scene.roll(9)
    assert (scene.in_box(2) - garage, scene.in_box(3) - aid) == fees
    assert scene.at("c1") == "M14"


@pytest.mark.rule("RC-V12", "RC-31", "RC-R20")
@EDITIONS
@pytest.mark.parametrize(
    ("oncoming", "end"), [("M63", "M5"), ("M65", "M8"), ("M60", "M8"), ("M64", "M4"), ("M61", "M7")]
)
def test_vector_overtaking(name: str, oncoming: str, end: str) -> None:
    scene = Scene(name).put(c1="M2", c2="M4", c3=oncoming)
    events = scene.roll(6)
    assert scene.at("c1") == end
    assert ("collision" in kinds(events)) == (end != "M8")
    if end != "M8":
        assert clause_of(events, "collision") == "RC-31"
        assert scene.shown("c3")["hit_by"] != []
        assert scene.shown("c2")["hit_by"] == []


@pytest.mark.rule("RC-31")
def test_meeting_without_overtaking_is_no_collision() -> None:
    scene = Scene().put(c1="M2", c3="M63", c2="M12")
    assert "collision" not in kinds(scene.roll(6))


@pytest.mark.rule("RC-R20")
def test_overtaken_and_oncoming_must_be_on_the_same_stretch() -> None:
    # overtaken on the way into Paris, oncoming on the way out: Paris lies between
    scene = Scene().put(c1="M62", c2="M64", c3="M65", c4="M12")
    scene.put(c3="M66")  # faces M2
    assert "collision" not in kinds(scene.roll(10))
    one_way = Scene().put(c1="M10", c2="M12", c3="M15")
    assert "collision" not in kinds(one_way.roll(7))


@pytest.mark.rule("RC-R20")
def test_the_nearest_oncoming_car_is_hit_and_the_own_second_car_counts() -> None:
    scene = Scene().put(c1="M2", c2="M3", c3="M62", c4="M64")
    scene.roll(6)
    assert scene.at("c1") == "M4"
    assert (scene.shown("c4")["hit_by"] != [], scene.shown("c3")["hit_by"]) == (True, [])
    own = Scene(players=2).put(c1_1="M2", c2_1="M3", c1_2="M63")
    own.roll(6)
    assert own.at("c1.1") == "M5"
    assert own.shown("c1.2")["hit_by"] == [{"player": 0, "indemnity": 0, "limit": 7, "clause": "RC-35"}]


@pytest.mark.rule("RC-R20")
def test_nobody_meets_himself_on_the_way_round_paris() -> None:
    scene = Scene().put(c1="M66", c2="M2", c3="M12", c4="M12")  # M66 faces M2, where car 2 is overtaken
    assert "collision" not in kinds(scene.roll(6))


@pytest.mark.rule("RC-R26", "RC-31")
def test_cars_off_the_road_are_neither_overtaken_nor_met() -> None:
    scene = Scene(board=house_with(M4="hotel")).put(c1="M2", c2="M4", c3="M63")
    assert "collision" not in kinds(scene.roll(6))


@pytest.mark.rule("RC-R26", "RC-32")
def test_a_car_in_a_bay_beside_a_crossing_is_not_hit() -> None:
    scene = Scene("B", board=house_with(M23="hotel")).put(c1="M20", c2="M23", c3="M2", c4="M2")
    scene.roll(6)
    assert scene.at("c1") == "M26"


@pytest.mark.rule("RC-V13", "RC-32", "RC-R11", "RC-R21")
@pytest.mark.parametrize(
    ("name", "other", "hit"),
    [
        ("A", "M23", True), ("B", "M23", True),
        ("A", "M22", False), ("B", "M22", True),
        ("A", "M26", False), ("B", "M26", True),
        ("A", "T1S1", False), ("B", "T1S1", True),
        ("A", "T1S2", False), ("B", "T1S2", False),
        ("A", "M24", True), ("B", "T1N7", True),
    ],
)  # fmt: skip
def test_vector_crossing(name: str, other: str, hit: bool) -> None:
    scene = Scene(name).put(c1="M20", c2=other, c3="M2", c4="M2")
    events = scene.roll(6)
    assert scene.at("c1") == ("M24" if hit else "M26")
    if hit:
        assert clause_of(events, "collision") == "RC-32"
    stopping = Scene(name).put(c1="M20", c2=other, c3="M2", c4="M2")
    assert "collision" not in kinds(stopping.roll(4))  # ends on the crossing


@pytest.mark.rule("RC-R21")
def test_of_equally_near_cars_the_next_owners_first_car_is_hit() -> None:
    scene = Scene("B", players=3).put(c2_1="M20", c1_1="M25", c3_1="M23", c3_2="M25", c1_2="M2", c2_2="M23").turn(1)
    scene.roll(6)
    assert scene.shown("c3.1")["hit_by"] != []
    assert scene.shown("c1.1")["hit_by"] == []
    assert scene.shown("c2.2")["hit_by"] == []  # the mover's own car comes last
    nearest = Scene("B").put(c1="M20", c2="M22", c3="M2", c4="M25")
    nearest.roll(6)
    assert nearest.shown("c4")["hit_by"] != []


@pytest.mark.rule("RC-R21")
def test_with_other_roads_only_cars_on_other_roads_count() -> None:
    for other, end in [("M23", "M27"), ("M25", "M27"), ("T1S1", "M24")]:
        scene = Scene("B", crossing_scope="other_roads").put(c1="M20", c2=other, c3="M2", c4="M2")
        scene.roll(7)
        assert scene.at("c1") == end, other


@pytest.mark.rule("RC-R38", "RC-23", "RC-32")
def test_passing_a_car_on_a_crossing_is_a_collision_or_with_other_roads_a_fine() -> None:
    scene = Scene().put(c1="M20", c2="M24")
    events = scene.roll(7)
    assert (scene.at("c1"), paid(events, "overtaking")) == ("M24", [])
    other = Scene(crossing_scope="other_roads").put(c1="M20", c2="M24")
    events = other.roll(7)
    assert (other.at("c1"), paid(events, "overtaking")) == ("M27", [1500])


@pytest.mark.rule("RC-R20")
def test_on_the_same_cell_the_overtaking_collision_prevails() -> None:
    # T1S4 is a crossing; c2 is overtaken on T1S3, c3 faces T1S4 from T1N4
    scene = Scene().put(c1="T1S1", c2="T1S3", c3="T1N4", c4="M2")
    events = scene.roll(5)
    assert (scene.at("c1"), clause_of(events, "collision")) == ("T1S4", "RC-31")
    assert scene.shown("c3")["hit_by"] != []


@pytest.mark.rule("RC-V07", "RC-33", "RC-34", "RC-36", "RC-R13", "RC-R37")
@pytest.mark.parametrize(
    ("name", "total", "garage", "aid", "rate"),
    [("A", 7, 2000, 0, 500), ("B", 7, 3500, 0, 1000), ("A", 8, 2000, 3000, 1000), ("B", 8, 4000, 8000, 1500)],
)
def test_vector_collision(name: str, total: int, garage: int, aid: int, rate: int) -> None:
    scene = Scene(name).put(c1="M20", c2="M23", c3="M2", c4="M2")
    scene.roll(total)
    assert (scene.at("c1"), scene.in_box(2), scene.in_box(3)) == ("M24", garage, aid)
    assert held_by(scene, "c1") == (["garage", "first_aid"] if aid else ["garage"])
    assert scene.shown("c2")["hit_by"] == [{"player": 0, "indemnity": rate, "limit": 7, "clause": "RC-35"}]
    collider, owner = scene.cash(0), scene.cash(1)
    events = scene.roll(8)  # the car hit: 8 is not less than 8
    assert (scene.at("c2"), paid(events, "indemnity")) == ("M23", [rate])
    assert (scene.cash(0), scene.cash(1)) == (collider - rate, owner + rate)
    scene.put(c1="M2").turn(1)  # the collider out of the way
    assert paid(scene.roll(7), "indemnity") == []
    assert scene.at("c2") == "M30"
    assert (scene.shown("c2")["hit_by"], scene.state.cars[1].blows) == ([], ())  # settled: a later blow starts anew


@pytest.mark.rule("RC-33")
def test_the_collider_stops_beside_or_on_the_crossing_and_does_not_land() -> None:
    scene = Scene().put(c1="M2", c2="M4", c3="M62")  # M62 faces M6, a red-ringed sign
    events = scene.roll(6)
    assert scene.at("c1") == "M6"
    assert kinds(events) == ["roll", "move", "collision", "pay_damage"]
    assert scene.actor() == 1


@pytest.mark.rule("RC-35", "RC-R05")
@pytest.mark.parametrize(("below", "total", "leaves"), [(8, 7, True), (8, 8, False), (6, 5, True), (6, 6, False)])
def test_a_car_hit_leaves_only_below_the_limit(below: int, total: int, leaves: bool) -> None:
    scene = Scene("B", immobilised_below=str(below)).put(c1="M20", c2="M23", c3="M2", c4="M2")
    scene.roll(6)
    scene.roll(total)
    assert (scene.at("c2") != "M23") == leaves


@pytest.mark.rule("RC-R34")
def test_several_colliders_each_pay_and_conditions_add_up() -> None:
    scene = Scene().put(c1="M20", c2="M23", c3="M20", c4="M2")
    scene.roll(7)
    scene.turn(2)
    scene.roll(8)
    assert held_by(scene, "c1") == ["garage"]  # the first collider, on the crossing, is the nearest: held and hit
    assert scene.shown("c1")["hit_by"] == [{"player": 2, "indemnity": 1000, "limit": 7, "clause": "RC-35"}]
    both = Scene().put(c1="M23", c2="M2", c3="M2", c4="M2").bind("c1", "garage")
    both.hit("c1", (1, 500), (2, 1000)).hit("c4", (1, 500))  # car 4 was hit as well: that is not paid now
    events = both.roll(9)  # over the garage's limit of 8 as well
    assert paid(events, "garage_again") == [1000]
    assert paid(events, "indemnity") == [500, 1000]
    both.turn(0)
    events = both.roll(8)  # the garage would let it go
    assert (both.at("c1"), paid(events, "garage_again"), paid(events, "indemnity")) == ("M23", [], [500, 1000])


@pytest.mark.rule("RC-R34")
def test_hitting_the_own_car_immobilises_it_without_indemnity() -> None:
    scene = Scene(players=2).put(c1_1="M20", c1_2="M23", c2_1="M2", c2_2="M2")
    scene.roll(7)
    scene.roll(2)
    purse = scene.cash(0)
    events = scene.roll(9)
    assert (scene.at("c1.2"), scene.cash(0), paid(events, "indemnity")) == ("M23", purse, [])


@pytest.mark.rule("RC-37")
def test_who_takes_up_the_dice_for_a_parked_car_spends_the_turn_on_it() -> None:
    scene = Scene().put(c1="M37").bind("c1", "misses_turn")
    scene.state = scene.game.restore(scene.state.dump())  # in play the turn passes by itself
    assert kinds(scene.go("roll")) == ["missed_turn"]
    assert (scene.actor(), scene.at("c1")) == (1, "M37")
    assert not scene.state.cars[0].misses_turn


@pytest.mark.rule("RC-37", "RC-R17")
@EDITIONS
def test_a_car_at_the_car_park_misses_one_turn(name: str) -> None:
    scene = Scene(name).put(c1="M35", c2="M2", c3="M2", c4="M2")
    scene.roll(2)
    scene.roll(2)
    scene.roll(2)
    events = scene.roll(2)
    assert "missed_turn" in kinds(events)
    assert (scene.actor(), scene.state.phase) == (1, P_TURN)
    for _ in range(3):
        scene.roll(3)
    assert scene.actor() == 0


@pytest.mark.rule("RC-R33", "RC-56")
def test_landing_on_the_first_aid_square_does_nothing() -> None:
    scene = Scene().put(c1="M17")
    assert kinds(scene.roll(3)) == ["roll", "move"]
    assert (scene.at("c1"), scene.cash(0)) == ("M20", 50_000)
