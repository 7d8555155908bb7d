"""The rules of driving on plain values: what the rules and the solver both ask."""

from __future__ import annotations

import pytest
from tests.games.rally_round.roads import Road

from parcferme.core.content import read_document
from parcferme.games.rally_round.board.cards import (
    ACCELERATION,
    IGNORE_BEND,
    IGNORE_QUIET,
    PASSAGE,
    START,
    Deck,
    build_kit,
)
from parcferme.games.rally_round.board.check import CONTENT, house_deck, read_deck
from parcferme.games.rally_round.board.map import BEND, QUIET
from parcferme.games.rally_round.board.route import AT_BLACK, AT_GOAL, AT_LIMIT, AT_PC, AT_QUIET, AT_TRACK, JOINS, Route
from parcferme.games.rally_round.mechanics.controls import (
    DRIVEN_PAST,
    VISITED,
    WRONG_WAY,
    arrival_fault,
    is_out_of_reach,
    last_minute,
    pass_by,
    visit,
)
from parcferme.games.rally_round.mechanics.crew import UNBURDENED, Crew, burden_of, capped, turns_to_miss
from parcferme.games.rally_round.mechanics.driving import CLOSED, LIMIT, OCCUPIED, asked_on_entering, first_asked
from parcferme.games.rally_round.mechanics.features import (
    NOTHING,
    STOP_AT_CONTROL,
    STOP_AT_GIVE_WAY,
    asked_at_rest,
    ignores_limit,
    may_join,
    turns_off,
)
from parcferme.games.rally_round.mechanics.speeds import fits, must_climb, speed_range, squares_driven
from parcferme.games.rally_round.mechanics.timing import F_OVERSHOT, F_WRONG_SIDE, NO_FAULT
from parcferme.games.rally_round.mechanics.ways import DRIVING, ROLLED_BACK, ROLLING, ROLLS_BACK, STAYS, roll_way

DECK = house_deck()
RED, WHITE = 0, 3


def crew(speed: int = 0, visited: int = 0) -> Crew:
    return Crew(DECK.standard, speed, visited, 0, UNBURDENED)


def declaring(effect: int, speed: int = 0) -> Crew:
    """A crew that has declared every card of one effect."""
    own = crew(speed)
    own.declared = DECK.having[effect]
    return own


def route_of(road: Road) -> Route:
    route = road.game().tables.route
    assert route is not None
    return route


def edge(route: Route, one: int, two: int) -> int:
    """From one square to the next, by their ids."""
    return route.board.edge_between(route.board.index[one], route.board.index[two])


@pytest.mark.rule("RR-54", "RR-55", "RR-56", "RR-57")
def test_a_standard_car_changes_its_speed_by_ten() -> None:
    assert speed_range(crew(), DECK, RED, False) == (10, 10)
    assert speed_range(crew(), DECK, RED, True) == (10, 20)
    assert speed_range(crew(10), DECK, WHITE, True) == (10, 20)
    assert speed_range(crew(40), DECK, RED, False) == (30, 50)
    assert [must_climb(crew(), DECK, RED, True, said) for said in (10, 20)] == [False, True]
    assert not must_climb(declaring(START), DECK, RED, True, 20)


@pytest.mark.rule("RR-56")
def test_nobody_announces_more_than_there_is_an_action_for() -> None:
    """With cards of one's own a car at top speed could go on accelerating beyond any announcement."""
    cards: list[dict[str, object]] = [{"acceleration": [60] * 4}]
    cards += [{"acceleration_more": [20] * 4} for _ in range(5)]
    racing = declaring(ACCELERATION, 100)
    racing.kit = build_kit(cards)
    assert speed_range(racing, DECK, RED, False) == (90, 200)


@pytest.mark.rule("RR-80")
def test_burdens_bind_so_many_announcements_and_are_one_if_alike() -> None:
    capped = burden_of(20, 2, 0, 0)
    assert capped is burden_of(20, 2, 0, 0)
    driver = crew(40)
    driver.burden = capped
    assert speed_range(driver, DECK, RED, False) == (20, 20)
    assert capped.after_announcing(40).after_announcing(20).binds() is False
    slow = burden_of(0, 0, 1, 10)
    assert (slow.after_announcing(0).slow_start, slow.after_announcing(30).slow_start) == (0, 10)
    assert slow.after_announcing(30).no_acceleration == 0
    assert UNBURDENED.after_announcing(0) is UNBURDENED


@pytest.mark.rule("RR-80")
@pytest.mark.parametrize(
    ("held", "drawn", "left"),
    [
        ([20, 20, 20], {"effect": "cap", "amount": 30, "turns": 2}, [20, 20, 20]),
        ([30], {"effect": "cap", "amount": 20, "turns": 1}, [20]),
        ([30, 30, 30], {"effect": "cap", "amount": 20, "turns": 1}, [20, 30, 30]),
        ([20, 30, 30], {"effect": "cap", "amount": 10, "turns": 2}, [10, 10, 30]),
        ([20, 30, 30], {"effect": "cap", "amount": 20, "turns": 5}, [20, 20, 20, 20, 20]),
    ],
)
def test_of_two_caps_the_stricter_one_binds(held: list[int], drawn: dict[str, object], left: list[int]) -> None:
    """With cards of one's own there may be several that bind for long."""
    burden = capped(held, 1, 10).with_card(own_card(drawn), 0)
    assert burden is capped(left, 1, 10)
    for cap in left:
        assert (burden.binds(), burden.cap) == (True, cap)
        burden = burden.after_announcing(0)
    assert burden.binds() is False


@pytest.mark.rule("RR-80")
@pytest.mark.parametrize(
    ("held", "drawn", "left"),
    [
        ((3, 0), {"effect": "no_acceleration", "turns": 1}, (3, 0)),
        ((1, 0), {"effect": "no_acceleration", "turns": 2}, (2, 0)),
        ((0, 10), {"effect": "slow_start", "amount": 20}, (0, 10)),
        ((0, 20), {"effect": "slow_start", "amount": 10}, (0, 10)),
    ],
)
def test_a_milder_card_does_not_lift_the_burden_of_an_earlier_one(
    held: tuple[int, int], drawn: dict[str, object], left: tuple[int, int]
) -> None:
    assert burden_of(0, 0, *held).with_card(own_card(drawn), 0) is burden_of(0, 0, *left)


def own_card(drawn: dict[str, object]) -> Deck:
    """The cards of the house with another H1."""
    house = read_document(CONTENT / "cards.json")
    hazards = house["hazards"]
    assert isinstance(hazards, list)
    return read_deck(
        {**house, "hazards": [{"id": "H1", "name": "Own", "adverse": True, **drawn}, *hazards[1:]]}, "cards"
    )


@pytest.mark.rule("RR-61", "RR-89", "RR-R57")
def test_a_move_needs_road_unless_it_is_too_fast_for_any() -> None:
    assert [squares_driven(said, feather) for said, feather in ((10, 0), (10, -1), (40, 1))] == [1, 1, 5]
    assert [fits(said, 0, 3) for said in (30, 40, 110)] == [True, False, True]
    assert fits(40, -1, 3)


@pytest.mark.rule("RR-84", "RR-88")
def test_cards_spare_a_limit_once_but_quiet_zones_for_the_whole_move() -> None:
    bends, quiet = declaring(IGNORE_BEND), declaring(IGNORE_QUIET)
    count = DECK.having[IGNORE_BEND].bit_count()
    assert [ignores_limit(bends, DECK, BEND) for _ in range(count + 1)] == [True] * count + [False]
    assert [ignores_limit(quiet, DECK, QUIET) for _ in range(3)] == [True] * 3
    assert (turns_off(30, False), turns_off(30, True)) == (3, 2)


@pytest.mark.rule("RR-79", "RR-90")
def test_turns_that_adverse_cards_take() -> None:
    for card in range(DECK.count):
        turns = turns_to_miss(DECK, card, 20)
        assert turns == {0: DECK.amount[card], 5: min(DECK.amount[card], 2)}.get(DECK.effect[card], 0)  # miss, flood


@pytest.mark.rule("RR-82", "RR-R28")
def test_a_gradient_rolls_on_back_or_stays_before_a_black_spot() -> None:
    road = Road().section("road", "W14", {3: ">", 5: "<"})
    route = route_of(road)
    assert roll_way(route, edge(route, 3, 4)) == edge(route, 4, 5)
    assert roll_way(route, edge(route, 5, 6)) == ROLLS_BACK
    assert roll_way(route, edge(route, 5, 4)) == ROLLS_BACK
    route.is_black[route.board.index[5]] = True
    assert roll_way(route, edge(route, 3, 4)) == STAYS


@pytest.mark.rule("RR-63", "RR-64", "RR-R10", "RR-R12")
def test_passage_controls_count_in_order_and_from_the_right_side() -> None:
    road = Road().section("road", "R20", pcs=(5, 10)).section("stage", "R20", pcs=(5,))
    route = route_of(road)
    section, stage, board = *route.sections, route.board
    assert asked_at_rest(route, section, edge(route, 5, 6), DRIVING) == STOP_AT_CONTROL
    assert asked_at_rest(route, section, edge(route, 5, 6), ROLLED_BACK) == NOTHING
    assert asked_at_rest(route, stage, edge(route, 25, 26), DRIVING) == NOTHING
    driver = crew(visited=0b10)
    assert visit(driver, section, board, edge(route, 5, 6))
    assert driver.visited == 0b01
    assert not visit(driver, section, board, edge(route, 12, 11))
    passing = [pass_by(crew(), DECK, section, board, edge(route, 5, 6), left) for left in (0, 2)]
    assert passing == [DRIVEN_PAST, DRIVEN_PAST]
    assert pass_by(declaring(PASSAGE), DECK, section, board, edge(route, 5, 6), 2) == VISITED
    assert pass_by(crew(), DECK, stage, board, edge(route, 25, 26), 2) == VISITED
    assert pass_by(crew(), DECK, stage, board, edge(route, 27, 26), 2) == WRONG_WAY


@pytest.mark.rule("RR-67", "RR-68", "RR-71", "RR-R07", "RR-R08", "RR-R55")
def test_arrivals() -> None:
    road = Road().section("road", "R20").section("stage", "R20")
    route = route_of(road)
    section, stage, board = *route.sections, route.board
    home = edge(route, 20, 21)
    assert [arrival_fault(section, board, home, left) for left in (0, 1)] == [NO_FAULT, F_OVERSHOT]
    assert arrival_fault(section, board, edge(route, 22, 21), 1) == F_WRONG_SIDE
    assert arrival_fault(stage, board, edge(route, 40, 41), 3) == NO_FAULT
    assert (last_minute(section, DRIVING, 2, 40), last_minute(stage, DRIVING, 2, 40)) == (60, 30)
    assert last_minute(stage, ROLLING, 2, 40) == 60
    assert [is_out_of_reach(leg, DRIVING, 5, 40) for leg in (section, stage)] == [False, True]


@pytest.mark.rule("RR-75", "RR-R12")
def test_a_give_way_is_a_stop_and_may_be_left_by_who_began_there() -> None:
    road = Road().section("road", "Y5 R15", {5: "GW"})
    route = route_of(road)
    assert asked_at_rest(route, route.sections[0], edge(route, 5, 6), DRIVING) == STOP_AT_GIVE_WAY
    assert [may_join(crew(), DECK, began_there) for began_there in (False, True)] == [False, True]


@pytest.mark.rule("RR-91", "RR-95", "RR-R40")
def test_what_a_square_asks_comes_in_one_order() -> None:
    everything = JOINS | AT_GOAL | AT_BLACK | AT_TRACK | AT_LIMIT | AT_QUIET | AT_PC
    asked, order = everything | OCCUPIED, []
    while asked:
        order.append(first_asked(asked))
        asked &= ~order[-1]
    assert order == [JOINS, AT_GOAL, CLOSED, OCCUPIED, LIMIT, AT_PC]
    assert asked_on_entering(everything, False, False) == everything
    assert asked_on_entering(everything, True, False) == JOINS | AT_GOAL | CLOSED | OCCUPIED
    assert asked_on_entering(everything, False, True) == everything & ~LIMIT
