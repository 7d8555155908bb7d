"""Running out of money: half a box, elimination, and the ways a game ends."""

from __future__ import annotations

import pytest
from tests.support import follow

from parcferme.core.contract import OVER
from parcferme.core.registry import create

from .helpers import DICE, Scene, kinds, look, paid

EDITIONS = pytest.mark.parametrize("name", ["A", "B"])


@pytest.mark.rule("RC-07", "RC-R27")
@EDITIONS
def test_who_cannot_pay_gives_all_he_has_and_is_out(name: str) -> None:
    scene = Scene(name).put(c1="M16").purse(0, 500)
    events = scene.roll(2)
    assert paid(events, "garage") == [500]
    assert (scene.cash(0), scene.in_box(2), scene.at("c1")) == (0, 500, None)
    assert look(scene.state, 0)["players"][0]["in"] is False
    refusal = scene.state.explain(0, scene.game.parse("roll"))
    assert refusal is not None
    assert refusal.code == "eliminated"


@pytest.mark.rule("RC-R28", "RC-07")
def test_an_empty_purse_is_the_end() -> None:
    scene = Scene().put(c1="M16").purse(0, 1000)
    assert "eliminated" in kinds(scene.roll(2))
    spared = Scene().put(c1="M16").purse(0, 1500)
    assert "eliminated" not in kinds(spared.roll(2))


@pytest.mark.rule("RC-V09", "RC-65", "RC-R29")
@EDITIONS
def test_vector_half_box(name: str) -> None:
    scene = Scene(name).put(c1="M16").box(5, 7500, holder=0).box(4, 500, holder=0).purse(0, 500)
    scene.roll(2)
    assert (scene.actor(), scene.choices()) == (0, ["half:5", "give-up"])  # box 4 has nothing to halve
    scene.go("half:5")
    assert (scene.in_box(5), scene.cash(0), scene.in_box(2)) == (4000, 3000, 1000)
    assert scene.actor() == 1


@pytest.mark.rule("RC-R29", "RC-65")
def test_half_may_be_drawn_again_while_short_and_never_otherwise() -> None:
    scene = Scene("B").put(c1="M4").box(5, 2500, holder=0).box(4, 1000, holder=0).purse(0, 1000)
    scene.roll(10)  # an accident: 5,000
    assert scene.choices() == ["half:4", "half:5", "give-up"]
    scene.go("half:5")
    assert (scene.in_box(5), scene.choices()) == (1500, ["half:4", "half:5", "give-up"])
    scene.go("half:4", "half:5")
    assert scene.choices() == ["half:5", "give-up"]
    events = scene.go("half:5")  # 1,000 → 500: still short, nothing left to halve
    assert "eliminated" in kinds(events)
    assert (scene.in_box(2), scene.in_box(5), scene.in_box(4)) == (3500, 500, 500)
    rich = Scene().box(5, 9000, holder=0)
    refusal = rich.state.explain(0, rich.game.parse("half:5"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_short", "RC-65")


@pytest.mark.rule("RC-65")
def test_giving_up_is_elimination() -> None:
    scene = Scene().put(c1="M16").box(5, 7500, holder=0).purse(0, 500)
    scene.roll(2)
    events = scene.go("give-up")
    assert "eliminated" in kinds(events)
    assert (scene.in_box(5), scene.holder(5), scene.in_box(2)) == (7500, -1, 500)


@pytest.mark.rule("RC-R27")
def test_debts_are_paid_in_the_order_garage_first_aid_others() -> None:
    scene = Scene().put(c1="M2").purse(0, 4000)
    events = scene.roll(12)  # M14: 2,000 to the garage, 3,000 to first aid
    assert (paid(events, "damage"), paid(events, "aid")) == ([2000], [2000])
    assert "eliminated" in kinds(events)
    collided = Scene().put(c1="M20", c2="M23", c3="M2", c4="M2").purse(0, 2500)
    events = collided.roll(8)
    assert (paid(events, "damage"), paid(events, "aid")) == ([2000], [500])


@pytest.mark.rule("RC-R39", "RC-21", "RC-23", "RC-45")
def test_tills_are_emptied_on_the_way_and_fines_settled_at_rest() -> None:
    scene = Scene().put(c1="M51", c2="M54").box(5, 3000, holder=0).purse(0, 1000)
    events = scene.roll(7)  # overtakes on the bend of M54, passes gérance 5
    assert kinds(events) == ["roll", "move", "own_box", "pay_overtaking"]
    assert scene.cash(0) == 1000 + 3000 - 1500


@pytest.mark.rule("RC-R39", "RC-23", "RC-32", "RC-45")
def test_collision_charges_come_before_overtaking_fines() -> None:
    scene = Scene().put(c1="M13", c2="M14", c3="M23", c4="M2").box(2, 3000, holder=1).box(3, 4000, holder=0)
    events = scene.roll(12)  # overtakes on the bend of M14, hits car 3 at the crossing of M24
    assert kinds(events) == ["roll", "move", "collision", "pay_damage", "waived", "pay_overtaking"]
    short = Scene().put(c1="M13", c2="M14", c3="M23", c4="M2").purse(0, 5500)
    assert paid(short.roll(12), "overtaking") == [500]  # what garage and first aid have left
    own = Scene().put(c1="M13", c2="M14", c3="M23", c4="M2").box(2, 3000, holder=0)
    assert kinds(own.roll(12))[2:4] == ["own_box", "collision"]


@pytest.mark.rule("RC-R30")
def test_elimination_clears_the_board_of_the_player() -> None:
    scene = Scene(players=3).put(c1_1="M16", c1_2="M23", c2_1="M5").box(3, 5000, holder=0).purse(0, 500)
    scene.hit("c2.1", (0, 1000)).hit("c1.2", (1, 500))
    scene.roll(2)
    scene.go("give-up")
    assert (scene.at("c1.1"), scene.at("c1.2"), scene.holder(3), scene.in_box(3)) == (None, None, -1, 5000)
    assert scene.shown("c2.1")["hit_by"] == [{"player": 0, "indemnity": 0, "limit": 7, "clause": "RC-35"}]
    purses = [scene.cash(seat) for seat in range(3)]
    scene.roll(9)  # the victim stays immobilised, without indemnity
    assert (scene.at("c2.1"), [scene.cash(seat) for seat in range(3)]) == ("M5", purses)


@pytest.mark.rule("RC-R30", "RC-43")
def test_a_vacated_gerance_is_allotted_again_with_its_contents() -> None:
    scene = Scene().put(c1="M16", c2="M31").box(3, 5000, holder=0).purse(0, 500)
    scene.roll(2)
    scene.go("give-up")
    scene.roll(3)  # M34, next to gérance 3
    assert (scene.holder(3), scene.cash(1)) == (1, 55_000)


@pytest.mark.rule("RC-R30")
@pytest.mark.parametrize(("gendarme", "successor"), [(3, 0), (1, 2)])
def test_a_ruined_gendarme_hands_his_office_to_the_next_player(gendarme: int, successor: int) -> None:
    scene = Scene().put(c1="M1").purse(gendarme, 1000)
    scene.state.gendarme = gendarme
    events = scene.roll(2, "card:16")  # he owes 1,500 for an unjustified stop
    assert (scene.gendarme(), scene.cash(gendarme), scene.cash(0)) == (successor, 0, 51_000)
    assert [event.clause for event in events if event.kind == "office"] == ["RC-R30"]


@pytest.mark.rule("RC-R30", "RC-36")
def test_a_collider_may_be_ruined_in_anothers_turn() -> None:
    scene = Scene().put(c1="M20", c2="M23", c3="M2", c4="M2").purse(0, 2500)
    scene.roll(7)
    assert scene.cash(0) == 500
    events = scene.roll(9)
    assert (paid(events, "indemnity"), scene.at("c1")) == ([500], None)


@pytest.mark.rule("RC-09")
@EDITIONS
def test_the_last_player_left_wins_at_once(name: str) -> None:
    scene = Scene(name, players=2, limit="survivor").put(c1_1="M16").purse(0, 500)
    scene.roll(2)
    assert scene.state.kind() == OVER
    result = scene.state.result()
    assert result is not None
    assert (result.places, result.reason, result.clause) == ([2, 1], "last_survivor", "RC-09")


@pytest.mark.rule("RC-08", "RC-R31")
@EDITIONS
def test_after_the_agreed_turns_the_richest_purse_wins_and_boxes_count_for_nobody(name: str) -> None:
    scene = Scene(name, rounds=1).put(c1="M2", c2="M2", c3="M2", c4="M2").box(3, 90_000, holder=0).purse(2, 60_000)
    for total in (2, 3, 2, 3):
        scene.roll(total)
    result = scene.state.result()
    assert result is not None
    assert (result.reason, result.clause) == ("rounds", "RC-08")
    assert result.measures == {"money": [50_000, 50_000, 60_000, 50_000]}
    assert result.places == [2, 2, 1, 2]


@pytest.mark.rule("RC-R32")
def test_equal_purses_share_the_victory() -> None:
    scene = Scene(rounds=1).put(c1="M2", c2="M2", c3="M2", c4="M2")
    for _ in range(4):
        scene.roll(2)
    result = scene.state.result()
    assert result is not None
    assert result.winners() == [0, 1, 2, 3]


@pytest.mark.rule("RC-08", "RC-02")
@pytest.mark.parametrize(("players", "turns"), [(2, 4), (3, 6), (4, 4)])
def test_every_car_gets_the_same_number_of_turns(players: int, turns: int) -> None:
    scene = Scene(players=players, rounds=1)
    for _ in range(turns):
        assert scene.state.kind() != OVER
        scene.put(**{"c" + name.replace(".", "_"): "M2" for name in scene.game.tables.ids.car_names})
        scene.roll(2)
    assert scene.state.kind() == OVER


@pytest.mark.rule("RC-08", "RC-R04")
def test_a_round_begins_with_the_starter_whoever_he_is() -> None:
    game = create("rallye_code", {"rounds": 1})
    state = game.start()
    follow(game, state, "6+6", "1+1", "1+1", "1+1")
    for seat in (1, 2, 3, 0):
        assert state.to_act() == (seat,)
        follow(game, state, "roll", "1+3")
    assert state.kind() == OVER


@pytest.mark.rule("RC-08", "RC-R32")
def test_by_the_clock_the_running_turn_is_finished_once_everybody_has_called_time() -> None:
    scene = Scene(players=4, limit="clock").put(c1="M2", c2="M2", c3="M2", c4="M2")
    bell = scene.game.parse("bell")
    for seat in (2, 0, 3):
        assert scene.state.explain(seat, bell) is None
        scene.state.interrupt(seat, bell)
    assert scene.state.interrupts(2) == []
    refusal = scene.state.explain(2, bell)
    assert refusal is not None
    assert refusal.code == "already_called"
    scene.roll(2)
    assert scene.state.kind() != OVER  # one has not called it
    scene.go("roll")
    scene.state.interrupt(1, bell)
    assert scene.state.kind() != OVER
    scene.go(DICE[2])
    result = scene.state.result()
    assert result is not None
    assert (result.reason, scene.at("c2"), scene.at("c3")) == ("time", "M4", "M2")


@pytest.mark.rule("RC-08")
def test_without_a_clock_nobody_can_call_time_and_with_one_there_is_a_cap() -> None:
    scene = Scene()
    refusal = scene.state.explain(0, scene.game.parse("bell"))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_clock", "RC-08")
    capped = Scene(limit="clock", cap=1).put(c1="M2", c2="M2", c3="M2", c4="M2")
    for _ in range(4):
        capped.roll(2)
    result = capped.state.result()
    assert result is not None
    assert result.reason == "cap"


def test_the_eliminated_do_not_hold_up_the_bell() -> None:
    scene = Scene(players=3, limit="clock").put(c1_1="M16", c2_1="M2").purse(0, 500)
    scene.roll(2)
    bell = scene.game.parse("bell")
    assert scene.state.interrupts(0) == []
    scene.state.interrupt(1, bell)
    scene.state.interrupt(2, bell)
    scene.roll(2)
    assert scene.state.kind() == OVER
