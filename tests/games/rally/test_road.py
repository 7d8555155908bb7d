"""Road cards: what a road is, who lays it, and the limits of the calendar."""

from __future__ import annotations

import pytest
from tests.games.rally import helpers
from tests.games.rally.helpers import card, legal, make, together, why
from tests.support import follow

from parcferme.core.content import read_document
from parcferme.core.contract import CHANCE, DECISION
from parcferme.core.errors import BadOption
from parcferme.games.rally.board.content import CONTENT, calendar, deck
from parcferme.games.rally.rules.game import RallyGame, RallyState


def laying(players: int = 2, **options: object) -> tuple[RallyGame, RallyState]:
    """A race whose first road is about to be laid."""
    game = make(players=players, **options)
    state = game.start()
    helpers.draw_order(game, state)
    helpers.sealed(game, state, ["setup:stable"] * players)
    follow(game, state, "die:1")
    return game, state


def numbers(state: RallyState) -> list[int]:
    """The cards that may come next, by number."""
    cards = state.tables.deck.cards
    return [cards[index].no for index in state.route.open]


@pytest.mark.rule("RA-03")
def test_the_road_runs_through_the_cards_from_exit_to_entry() -> None:
    game, state = laying()
    follow(game, state, "lay:1", "lay:12", "lay:6")
    road = state.view(0)["road"]
    assert isinstance(road, dict)
    assert [c["cell"] for c in road["cards"]] == [[0, 0], [1, 0], [1, -1]]  # straight on, then left: northwards
    assert [c["heading"] for c in road["cards"]] == [0, 0, 3]
    assert [c["first"] for c in road["cards"]] == [1, 13, 23]


@pytest.mark.rule("RA-04")
def test_the_road_need_not_close() -> None:
    game, state = laying()
    follow(game, state, "lay:1", "lay:4", "lay:6", "lay:9", "lay:17", "lay:18")  # straight on all the way
    assert state.route.is_complete()
    assert state.route.cells[-1] == 6  # six cells east of the first square


@pytest.mark.rule("RA-05")
def test_moves_are_counted_in_squares_across_cards() -> None:
    game = make(players=1, scope="stage", route="1-12-6")
    assert helpers.ready(game).route.length == 12 + 10 + 10


@pytest.mark.rule("RA-06")
def test_every_square_has_a_level_from_0_to_4() -> None:
    cards = deck(None).cards
    levels = [level for road in cards for level in road.levels]
    assert [levels.count(level) for level in range(5)] == [78, 67, 43, 23, 14]
    assert [road.levels[4] for road in cards if road.no == 12] == [4]


@pytest.mark.rule("RA-07")
def test_numbers_note_mechanics_and_do_not_order_the_cards() -> None:
    game, state = laying()
    follow(game, state, "lay:21", "lay:1", "lay:18", "lay:4", "lay:6", "lay:9")  # numbers fall from 215 to 1
    assert game.tables.deck.numbers[state.route.squares[1]] == 206
    assert game.tables.deck.numbers[state.route.squares[11]] == 1
    together(game, state, "mechanic:1", "mechanic:206")
    assert state.view(0)["mechanics"] == [{"square": 11, "number": 1, "mechanics": 1}]
    assert state.view(1)["mechanics"] == [{"square": 1, "number": 206, "mechanics": 1}]


@pytest.mark.rule("RA-08")
@pytest.mark.parametrize(("race", "cards"), [("montecarlo", 6), ("svezia", 7), ("safari", 8)])
def test_the_calendar_fixes_how_many_cards_are_laid(race: str, cards: int) -> None:
    _, state = laying(races=[race])
    for laid in range(cards):
        assert state.view(0)["phase"] == "lay"
        assert len(state.route.cards) == laid
        state.apply(state.legal(1)[0])
    assert state.view(0)["phase"] == "mechanics"


@pytest.mark.rule("RA-09", "RA-R04")
def test_the_last_starter_lays_every_road_of_a_race() -> None:
    game = make(players=3, layer="last")
    state = game.start()
    follow(game, state, "draw:2", "draw:0")
    together(game, state, *["setup:stable"] * 3)
    follow(game, state, "die:1")
    assert state.to_act() == (1,)
    assert why(game, state, "lay:1", seat=0) == ("not_your_turn", "RA-09")


@pytest.mark.rule("RA-10", "RA-75")
def test_the_first_start_order_and_so_the_first_layer_is_drawn_by_lot() -> None:
    game = make(players=3)
    state = game.start()
    assert state.kind() == CHANCE
    assert [(game.format_outcome(o), w) for o, w in state.chance()] == [("draw:0", 1), ("draw:1", 1), ("draw:2", 1)]
    follow(game, state, "draw:1")
    assert [(game.format_outcome(o), w) for o, w in state.chance()] == [("draw:0", 1), ("draw:2", 1)]


@pytest.mark.rule("RA-10")
def test_chance_may_lay_the_roads_instead() -> None:
    game, state = laying(layer="auto")
    assert state.kind() == CHANCE
    assert state.legal(1) == []
    outcomes = [game.format_outcome(outcome) for outcome, weight in state.chance() if weight == 1]
    assert outcomes == [f"card:{no}" for no in (1, 2, 3, 4, 6, 7, 9, 11, 12, 13, 15, 17, 18, 19, 21)]
    events = follow(game, state, "card:1", "card:5", "card:6", "card:9", "card:10", "card:14")
    assert [event.args["card"] for event in events if event.kind == "dealt"] == [1, 5, 6, 9, 10, 14]
    assert state.kind() != CHANCE


@pytest.mark.rule("RA-11")
def test_a_road_starts_on_level_0() -> None:
    game, state = laying()
    assert numbers(state) == [1, 2, 3, 4, 6, 7, 9, 11, 12, 13, 15, 17, 18, 19, 21]
    assert why(game, state, "lay:16") == ("first_square", "RA-11")
    follow(game, state, "lay:1")
    assert "lay:16" in legal(game, state)


@pytest.mark.rule("RA-R03")
def test_a_card_lies_once_and_no_card_upon_another() -> None:
    game, state = laying()
    follow(game, state, "lay:2")
    assert why(game, state, "lay:2") == ("card_laid", "RA-R03")
    follow(game, state, "lay:7", "lay:10")  # three turns to the left
    assert why(game, state, "lay:12") == ("cards_overlap", "RA-R03")  # a fourth would come back to the first cell
    assert "lay:1" in legal(game, state)


@pytest.mark.rule("RA-R03")
def test_a_fourth_turn_to_the_left_may_be_the_last_card() -> None:
    lefts = {"cards": [card(no, "0 0", "L" if no < 6 else "S") for no in range(1, 9)]}
    assert make(scope="stage", route="1-2-3-4", cards=lefts).tables.fixed is not None
    with pytest.raises(BadOption, match=r"card 4: cards_overlap \(RA-R03\)"):
        make(scope="stage", route="1-2-3-4-5", cards=lefts)


@pytest.mark.rule("RA-R01", "RA-R02", "RA-83")
def test_limits_count_cards_of_one_stage_by_feature() -> None:
    game, state = laying(races=["alpi-austriache"])
    follow(game, state, "lay:11")  # ford and hairpin on one card
    assert state.route.tally == [1, 1, 0]
    assert why(game, state, "lay:6") == ("too_many_fords", "RA-83")
    assert {6, 7, 8, 9, 10} & set(numbers(state)) == set()
    follow(game, state, "lay:1", "lay:4", "lay:17", "lay:18", "lay:21")
    while state.view(None)["phase"] != "lay":  # the next stage counts from nothing
        kit_step(state)
    assert state.route.tally == [0, 0, 0]
    assert 6 in numbers(state)


def kit_step(state: RallyState) -> None:
    """Some step: the first of everything."""
    if state.kind() == CHANCE:
        state.apply(state.chance()[0][0])
    elif state.kind() == DECISION:
        state.apply(state.default(state.to_act()[0]))
    else:
        state.apply_joint([state.default(seat) for seat in state.to_act()])


@pytest.mark.rule("RA-81")
def test_safari_wants_three_fords_and_bears_one_hairpin() -> None:
    game, state = laying(races=["safari"])
    follow(game, state, "lay:1", "lay:12")
    assert why(game, state, "lay:13") == ("too_many_hairpins", "RA-81")
    follow(game, state, "lay:4", "lay:18", "lay:3")
    assert numbers(state) == [6, 7, 8, 9, 10]  # three cards left, three fords needed
    assert why(game, state, "lay:2") == ("too_few_fords", "RA-81")


@pytest.mark.rule("RA-81")
def test_a_card_that_uses_up_the_hairpins_the_last_fords_need_is_refused_by_the_calendar() -> None:
    """Safari asks for three fords and at most one hairpin; of this deck's four fords two are hairpins too."""
    cards = read_document(CONTENT / "cards.json")["cards"]
    assert isinstance(cards, list)
    next(card for card in cards if card["no"] == 8)["squares"] = "0 0 4h 2 1 4f 0 0 1 2"
    kept = (1, 2, 3, 6, 7, 8, 11, 13, 18, 19, 20, 21, 22)
    game = make(players=1, races=["safari"], cards={"cards": [card for card in cards if card["no"] in kept]})
    state = game.start()
    state.apply(state.legal(0)[0])
    state.apply(state.chance()[0][0])
    refusal = state.explain(0, game.parse("lay:13"))
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.args["least"]) == ("too_few_fords", "RA-81", 3)
    assert state.explain(0, game.parse("lay:11")) is None


@pytest.mark.rule("RA-84")
def test_coppa_delle_alpi_wants_two_hairpins_and_bears_one_ford() -> None:
    game, state = laying(races=["coppa-delle-alpi"])
    follow(game, state, "lay:1", "lay:6", "lay:4", "lay:18")
    assert why(game, state, "lay:9") == ("too_many_fords", "RA-84")
    assert why(game, state, "lay:21") == ("too_few_hairpins", "RA-84")
    assert set(numbers(state)) <= {12, 13, 14, 15, 16, 17}


@pytest.mark.rule("RA-79")
def test_svezia_bears_two_fords_and_two_fast_roads() -> None:
    game, state = laying(races=["svezia"])
    follow(game, state, "lay:1", "lay:4", "lay:6", "lay:9")
    assert why(game, state, "lay:2") == ("too_many_fast", "RA-79")
    assert why(game, state, "lay:7") == ("too_many_fords", "RA-79")
    assert "lay:18" in legal(game, state)


@pytest.mark.rule("RA-85")
def test_gran_bretagna_bears_one_hairpin() -> None:
    game, state = laying(races=["gran-bretagna"])
    follow(game, state, "lay:12")
    assert why(game, state, "lay:17") == ("too_many_hairpins", "RA-85")
    assert "lay:6" in legal(game, state)


@pytest.mark.rule("RA-78", "RA-76")
def test_montecarlo_is_free_but_for_its_special_stage() -> None:
    game, state = laying()
    follow(game, state, "lay:12", "lay:13", "lay:17")  # three hairpins
    assert "lay:15" in legal(game, state)
    game, state = laying(scope="stage", stage="special")
    follow(game, state, "lay:11")
    assert why(game, state, "lay:6") == ("too_many_fords", "RA-78")
    assert why(game, state, "lay:12") == ("too_many_hairpins", "RA-78")
    assert state.route.spec.cards == 5


@pytest.mark.rule("RA-80", "RA-82")
@pytest.mark.parametrize("race", ["italia", "marocco"])
def test_italia_and_marocco_are_free(race: str) -> None:
    game, state = laying(races=[race])
    laid: list[str] = []
    for _ in range(state.route.spec.cards):
        found = legal(game, state)
        hard = [text for text in found if text in [f"lay:{no}" for no in (11, 12, 13, 15, 17, 6, 9, 7, 10, 8, 14, 16)]]
        assert hard, f"{race} refuses hairpins and fords after {laid}"
        laid.append(hard[0])
        follow(game, state, hard[0])


CALENDAR = {
    "RA-78": ("montecarlo", "EC", 3, 6, 5),
    "RA-79": ("svezia", "EN", 2, 7, 5),
    "RA-80": ("italia", "EC", 1, 7, 5),
    "RA-81": ("safari", "A", 2, 8, 0),
    "RA-82": ("marocco", "A", 2, 6, 0),
    "RA-83": ("alpi-austriache", "EC", 2, 6, 6),
    "RA-84": ("coppa-delle-alpi", "EC", 3, 6, 0),
    "RA-85": ("gran-bretagna", "EC", 3, 6, 0),
}


@pytest.mark.rule("RA-78", "RA-79", "RA-80", "RA-81", "RA-82", "RA-83", "RA-84", "RA-85")
def test_the_calendar() -> None:
    found = {
        race.clause: (
            race.id,
            race.ring,
            len(race.stages),
            race.stages[0].cards,
            race.special[0].cards if race.special else 0,
        )
        for race in calendar()
    }
    assert found == CALENDAR
    assert list(found) == list(CALENDAR)
