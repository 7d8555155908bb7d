"""Table mode: vigilance. What is offered gives nothing away; what is said counts."""

from __future__ import annotations

import pytest

from parcferme.core.contract import OVER

from .helpers import DICE, Scene, clause_of, kinds, look, paid

EDITIONS = pytest.mark.parametrize("name", ["A", "B"])
GENDARME = 3


def table(name: str = "A", players: int = 4, **options: object) -> Scene:
    return Scene(name, players, enforcement="table", **options)


def silence(scene: Scene) -> None:
    """Everybody passes until the next turn or the end."""
    while scene.state.kind() != OVER and scene.choices()[0] == "pass":
        scene.go("pass")


def drive(scene: Scene, total: int, *more: str) -> None:
    """A turn put down by the code, without a word from anybody."""
    scene.roll(total, *more)
    if "place:right" in scene.choices():
        scene.go("place:right")
    silence(scene)


@pytest.mark.rule("RC-17", "RC-18", "RC-25")
@EDITIONS
def test_nothing_is_collected_until_somebody_speaks(name: str) -> None:
    scene = table(name)
    events = scene.roll(2, "place:right")  # a red-ringed sign
    assert kinds(events) == ["roll", "move", "placed_right"]
    assert (scene.actor(), scene.choices()) == (GENDARME, ["pass", "fine:1", "collect:1"])
    events = scene.go("fine:1", "card:1")
    assert clause_of(events, "fined") == "RC-17"
    assert (scene.cash(0), scene.cash(GENDARME)) == (48_000, 52_000)


@pytest.mark.rule("RC-25", "RC-26", "RC-R16")
@EDITIONS
def test_a_forgotten_fine_is_paid_by_the_gendarme_after_the_next_player_has_played(name: str) -> None:
    scene = table(name)
    scene.roll(2, "place:right", "pass")
    assert scene.choices() == ["roll"]  # nobody may speak before the next player has played
    scene.put(c2="M2")
    scene.roll(2, "place:right", "pass")
    assert scene.actor() == 1  # from the Gendarme's left, without the offender
    assert scene.choices() == ["pass", "challenge:1"]
    events = scene.go("challenge:1", "card:4")
    assert clause_of(events, "pay_forgotten") == "RC-25"
    assert [scene.cash(seat) for seat in range(4)] == [50_000, 53_000, 50_000, 47_000]
    assert scene.choices() == ["roll"]  # the first valid challenge ends the matter


@pytest.mark.rule("RC-R16", "RC-19")
def test_a_challenge_that_draws_no_offence_costs_nobody_anything() -> None:
    scene = table()
    drive(scene, 2)
    scene.put(c2="M2")
    scene.roll(2, "place:right", "pass")
    scene.go("challenge:1", "card:16")
    assert [scene.cash(seat) for seat in range(4)] == [50_000] * 4


@pytest.mark.rule("RC-R16")
def test_neither_gendarme_nor_offender_may_challenge() -> None:
    scene = table()
    drive(scene, 2)
    scene.put(c2="M2")
    scene.roll(2, "place:right", "pass")
    asked = []
    while scene.choices() != ["roll"]:
        asked.append(scene.actor())
        scene.go("pass")
    assert asked == [1, 2]


@pytest.mark.rule("RC-26", "RC-R17", "RC-37")
def test_a_missed_turn_counts_as_the_next_players_turn() -> None:
    scene = table().bind("c2", "misses_turn")
    drive_events = scene.roll(2, "place:right", "pass")
    assert "missed_turn" in kinds(drive_events)
    assert (scene.actor(), scene.choices()) == (GENDARME, ["pass", "fine:1", "fine:2", "collect:1", "collect:2"])
    scene.go("pass")
    assert scene.choices() == ["pass", "challenge:1"]


@pytest.mark.rule("RC-26", "RC-R18")
def test_offences_and_dues_lapse_after_the_next_window_and_are_told_only_then() -> None:
    scene = table().put(c1="M27", c2="M30", c3="M2", c4="M2")
    events = scene.roll(4, "pass")  # M31: overtakes on the bend
    events += scene.roll(2, "place:right", *["pass"] * 2)
    assert "offence_lapsed" not in kinds(events)
    events = scene.go("pass")
    assert clause_of(events, "offence_lapsed") == "RC-26"
    assert scene.cash(0) == 50_000


@pytest.mark.rule("RC-R17", "RC-27", "RC-23")
def test_the_gendarme_in_office_when_the_turn_began_answers_for_it() -> None:
    scene = table().put(c1="M27", c2="M45", c3="M2", c4="M30")
    scene.roll(4, "pass")  # player 1 overtakes car 4 on the bend; forgotten
    scene.roll(4)  # player 2 becomes Gendarme
    assert scene.gendarme() == 1
    assert (scene.actor(), scene.choices()) == (GENDARME, ["pass", "fine:1", "fine:2", "collect:1", "collect:2"])
    scene.go("pass")
    assert (scene.actor(), scene.choices()) == (1, ["pass", "challenge:1"])
    scene.go("challenge:1")
    assert (scene.cash(1), scene.cash(GENDARME), scene.cash(0)) == (51_500, 48_500, 50_000)


@pytest.mark.rule("RC-R17", "RC-18")
def test_a_card_fined_late_is_still_the_old_gendarmes() -> None:
    scene = table().put(c2="M45")
    scene.roll(2, "place:right", "pass")  # a red-ringed sign
    scene.roll(4)  # player 2 becomes Gendarme
    scene.go("fine:1", "card:1")
    assert [scene.cash(seat) for seat in range(4)] == [48_000, 50_000, 50_000, 52_000]


@pytest.mark.rule("RC-46", "RC-R18", "RC-44")
@EDITIONS
def test_a_gerant_must_claim_his_dues(name: str) -> None:
    scene = table(name).put(c1="M16").box(2, 0, holder=2)
    scene.roll(2)
    assert (scene.in_box(2), scene.actor()) == (0, GENDARME)
    scene.go("pass")
    assert (scene.actor(), scene.choices()) == (2, ["pass", "claim:2/1"])
    events = scene.go("claim:2/1")
    assert clause_of(events, "pay_claim") == "RC-46"
    assert (scene.in_box(2), scene.cash(0)) == (1000, 49_000)
    silent = table(name).put(c1="M16", c2="M2", c3="M2", c4="M2").box(2, 0, holder=2)
    drive(silent, 2)
    drive(silent, 2)
    silent.roll(2)
    assert (silent.in_box(2), silent.cash(0)) == (0, 50_000)


@pytest.mark.rule("RC-24", "RC-R18")
@EDITIONS
def test_the_gendarme_collects_for_vacant_gerances_and_forgetting_costs_him_nothing(name: str) -> None:
    scene = table(name).put(c1="M16")
    scene.roll(2)
    events = scene.go("collect:1")
    assert clause_of(events, "pay_collection") == "RC-24"
    assert (scene.in_box(2), scene.cash(0)) == (1000, 49_000)
    forgotten = table(name).put(c1="M16", c2="M2")
    drive(forgotten, 2)
    forgotten.roll(2, "place:right", "pass")
    events = forgotten.go("challenge:1")
    assert kinds(events)[0] == "unfounded"
    assert forgotten.cash(GENDARME) == 50_000


@pytest.mark.rule("RC-24", "RC-46", "RC-R24")
def test_the_gendarme_collects_for_vacant_boxes_only_and_a_gerant_claims_from_others_only() -> None:
    scene = table().put(c1="M16").box(2, 0, holder=2).box(5, 0, holder=0)
    scene.roll(2)
    assert kinds(scene.go("collect:1"))[0] == "unfounded"
    assert (scene.in_box(2), scene.cash(0)) == (0, 50_000)
    scene.go("pass")
    assert scene.actor() == 2  # player 1 holds box 5, but it was his own turn
    scene.go("claim:2/1")
    assert scene.in_box(2) == 1000


@pytest.mark.rule("RC-22", "RC-R25", "RC-15")
@EDITIONS
def test_a_car_on_the_left_is_fined_2000_and_put_right(name: str) -> None:
    scene = table(name).put(c1="M2")
    scene.roll(2)
    assert scene.choices() == ["place:right", "place:left"]
    scene.go("place:left")
    assert scene.shown("c1")["side"] == "left"
    events = scene.go("fine:1")
    assert (paid(events, "misplaced"), clause_of(events, "corrected")) == ([2000], "RC-22")
    assert (scene.cash(0), scene.cash(GENDARME), scene.shown("c1")["side"]) == (48_000, 52_000, "right")


@pytest.mark.rule("RC-22", "RC-R25")
@EDITIONS
def test_a_car_in_a_no_entry_is_fined_and_sent_into_the_transverse_or_drives_on(name: str) -> None:
    fined = table(name).put(c1="M23")
    fined.roll(2)
    assert fined.choices() == ["place:right", "place:left", "place:no-entry"]
    fined.go("place:no-entry", "fine:1")
    assert (fined.at("c1"), fined.cash(0)) == ("T1S1", 48_000)
    unfined = table(name).put(c1="M23", c2="M2", c3="M2", c4="M2")
    unfined.roll(2, "place:no-entry")
    silence(unfined)
    assert unfined.at("c1") == "M25"
    for _ in range(3):
        drive(unfined, 2)
    unfined.roll(2)
    assert unfined.at("c1") == "M27"


@pytest.mark.rule("RC-R25")
def test_a_challenge_leaves_the_misplaced_car_where_it_is() -> None:
    scene = table().put(c1="M23", c2="M2")
    scene.roll(2, "place:no-entry", "pass")
    scene.roll(2, "place:right", "pass", "challenge:1")
    assert (scene.at("c1"), scene.cash(1), scene.cash(GENDARME)) == ("M25", 52_000, 48_000)


@pytest.mark.rule("RC-R25", "RC-31")
def test_a_car_on_the_left_counts_as_oncoming_for_cars_going_its_way() -> None:
    scene = table().put(c1="M2", c2="M4", c3="M6", c4="M12").bind("c3", "left_side")
    events = scene.roll(6)
    assert (scene.at("c1"), clause_of(events, "collision")) == ("M6", "RC-31")
    right = table().put(c1="M2", c2="M4", c3="M6", c4="M12")
    assert "collision" not in kinds(right.roll(6))
    moved = table().put(c3="M6", c1="M2").bind("c3", "left_side").turn(2)
    moved.roll(3, "place:right")
    assert moved.shown("c3")["side"] == "right"


@pytest.mark.rule("RC-R20", "RC-R21", "RC-R25")
@pytest.mark.parametrize(("left", "facing", "hit"), [("c4", "c3", "c3"), ("c3", "c4", "c3")])
def test_of_two_oncoming_cars_on_one_square_the_next_owners_is_hit(left: str, facing: str, hit: str) -> None:
    scene = table().put(c1="M2", c2="M4", **{left: "M5", facing: "M63"})  # M63 faces M5
    scene.bind(left, "left_side")
    scene.roll(6)
    assert scene.at("c1") == "M5"
    assert [bool(scene.shown(name)["hit_by"]) for name in ("c3", "c4")] == [name == hit for name in ("c3", "c4")]


@pytest.mark.rule("RC-R25", "RC-23")
def test_a_car_on_the_left_is_not_overtaken() -> None:
    for bonds, said in [(["left_side"], "unfounded"), ([], "fined")]:
        scene = table().put(c1="M27", c2="M30").bind("c2", *bonds)
        scene.roll(4)  # past the bend of M30
        assert kinds(scene.go("fine:1"))[0] == said


@pytest.mark.rule("RC-23", "RC-R15")
def test_the_gendarme_may_fine_himself_onto_the_table_or_be_challenged() -> None:
    scene = table().put(c4="M27", c1="M30").turn(GENDARME)
    scene.roll(4)
    scene.go("fine:4")
    assert (scene.table(), scene.cash(GENDARME)) == (1500, 48_500)
    lazy = table().put(c4="M27", c1="M30", c2="M2").turn(GENDARME)
    lazy.roll(4, "pass")
    lazy.put(c1="M2")
    lazy.roll(2, "place:right", "pass", "challenge:4")
    assert (lazy.cash(0), lazy.cash(GENDARME)) == (51_500, 48_500)


def test_an_unfounded_accusation_has_no_effect_and_is_not_offered_twice() -> None:
    scene = table().put(c1="M2")
    scene.roll(2, "place:right")
    before = look(scene.state)
    events = scene.go("fine:1")
    assert kinds(events) == ["unfounded"]
    assert scene.choices() == ["pass", "collect:1"]
    assert look(scene.state)["players"] == before["players"]
    refusal = scene.state.explain(GENDARME, scene.game.parse("fine:1"))
    assert refusal is not None
    assert refusal.code == "already_said"


def twins(totals: tuple[int, ...]) -> tuple[Scene, Scene]:
    """The same drive; in the second scene the record of each turn is full of things to call in."""
    honest, guilty = table().put(c1="M2", c2="M2"), table().put(c1="M2", c2="M2")
    for scene in (honest, guilty):
        scene.box(2, 0, holder=2)
    for total in totals:
        for scene in (honest, guilty):
            scene.roll(total, "place:right")
        turn = guilty.state.now
        turn.red, turn.overtaken, turn.dues = True, 2, [4000, 0, 1500, 0]
        while honest.choices() != ["roll"]:
            assert_alike(honest, guilty)
            for scene in (honest, guilty):
                scene.go("pass")
    return honest, guilty


def assert_alike(one: Scene, two: Scene) -> None:
    assert one.state.to_act() == two.state.to_act()
    for seat in range(4):
        assert one.state.legal(seat) == two.state.legal(seat)
        assert one.state.view(seat) == look(two.state, seat)
        for action in range(one.game.actions()):
            assert one.state.explain(seat, action) == two.state.explain(seat, action)
    assert one.state.view(None) == look(two.state)


@pytest.mark.rule("RC-26", "RC-46")
def test_lists_views_and_refusals_are_the_same_whether_or_not_something_is_owed() -> None:
    honest, guilty = twins((2,))
    assert honest.state.dump() != guilty.state.dump()
    assert_alike(honest, guilty)


@pytest.mark.rule("RC-26")
def test_events_of_a_turn_are_the_same_whether_or_not_something_is_owed() -> None:
    scene = table().put(c1="M27", c2="M30")
    clean = table().put(c1="M27", c2="M2")
    told, quiet = scene.roll(5, "place:right"), clean.roll(5, "place:right")
    assert told == quiet
    assert len(scene.choices()) == len(clean.choices())


@pytest.mark.rule("RC-R32")
def test_open_offences_lapse_at_the_end() -> None:
    scene = table(rounds=1).put(c1="M2", c2="M2", c3="M2", c4="M1")
    for total in (2, 2, 2, 2):
        drive(scene, total)
    result = scene.state.result()
    assert result is not None
    assert result.measures == {"money": [50_000] * 4}


@pytest.mark.rule("RC-R27", "RC-22")
def test_a_fined_player_without_money_is_ruined_before_any_card_is_drawn() -> None:
    scene = table().purse(0, 1500)
    scene.roll(2, "place:left")  # on a red-ringed sign as well
    events = scene.go("fine:1")
    assert "eliminated" in kinds(events)
    assert (scene.cash(GENDARME), scene.choices()) == (51_500, ["roll"])


@pytest.mark.rule("RC-R25")
def test_bays_and_collisions_leave_no_choice_of_place() -> None:
    bay = table().put(c1="M16")
    bay.roll(2)
    assert bay.choices()[0] == "pass"
    crash = table().put(c1="M20", c2="M23")
    crash.roll(6)
    assert crash.choices()[0] == "pass"
    assert crash.shown("c1")["holds"] != []
    crash.go("collect:1")
    assert crash.in_box(2) == 2000


def test_takeovers_and_indemnities_need_no_claim() -> None:
    scene = table().put(c1="M7").box(2, 3000, holder=2)
    scene.roll(9, "place:right", "accept")
    assert (scene.cash(2), scene.holder(2)) == (54_500, 0)
    hit = table().put(c1="M23", c2="M2").hit("c1", (1, 500))
    hit.go("roll", DICE[9])
    assert (hit.cash(0), hit.cash(1)) == (50_500, 49_500)
