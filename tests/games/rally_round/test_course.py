"""The solver's model of a section against the rules: from random positions, every way a turn can go, on both sides."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.rally_round.roads import Road, field

from parcferme.core.contract import OVER
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.check import house_board, house_deck, house_route
from parcferme.games.rally_round.board.route_file import read_route
from parcferme.games.rally_round.mechanics.crew import Burden
from parcferme.games.rally_round.par.adjudicate import competition_game
from parcferme.games.rally_round.par.course import Course
from parcferme.games.rally_round.par.hand_state import Fortunes, Luck
from parcferme.games.rally_round.par.kit_families import ALL_KITS, ends_of, only, split
from parcferme.games.rally_round.par.moves import End, Standing, Task
from parcferme.games.rally_round.par.way_back import ALL, Trail, Trails
from parcferme.games.rally_round.rules import RallyGame, RallyState
from parcferme.games.rally_round.state import (
    E_BOOKED,
    FINISHED,
    N_ALLOWANCE,
    N_KIT,
    N_SPEED,
    ON_ROAD,
)

Found = tuple[object, ...]


def trail_of(state: RallyState) -> tuple[int, ...]:
    """The edges behind a car, nearest first, as far back as it may be sent."""
    car = state.cars[0]
    lowest = max(car.floor, car.top - ALL)
    return tuple(car.trail[place & 15] for place in range(car.at, lowest - 1, -1))


def crew_of(state: RallyState) -> Found:
    rest = [field(state, name) for name in ("speed", "visited", "hand")]
    return (trail_of(state), *rest, *weights(state.cars[0].burden), state.pack.queue)


def weights(burden: Burden) -> Found:
    """What a burden does; the height of a cap that is over does not matter."""
    cap = burden.cap if burden.cap_turns else 0
    return (cap, burden.cap_turns, burden.no_acceleration, burden.slow_start)


def by_the_rules(start: RallyState) -> set[Found]:
    """Every way the turn can go, through the rules; cards declared before turning round aside (they do nothing)."""
    found: set[Found] = set()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal(0):
            if action == act.TURN and field(state, "declared") and not state.cars[0].kit.free_turn:
                continue
            after = state.copy()
            after.apply(action)
            if after.phase == N_ALLOWANCE:
                after.apply(act.PASS)
            faults = field(after, "other") - field(start, "other")
            if field(after, "status") == FINISHED or field(after, "section") != field(start, "section"):
                taken = [one for kind, one, _ in after.cars[0].entries() if kind == E_BOOKED][-1]
                found.add((1, True, taken - 60 * field(start, "turns"), faults, *crew_of(after)))
            elif field(after, "status") == ON_ROAD:
                if after.phase == N_SPEED and field(after, "turns") > field(start, "turns"):
                    found.add((field(after, "turns") - field(start, "turns"), False, 0, faults, *crew_of(after)))
                else:
                    waiting.append(after)
    return found


def by_the_model(course: Course, trails: Trails, luck: Luck, state: RallyState) -> set[Found]:
    trail: Trail | None = None
    for edge in reversed(trail_of(state)):
        trail = trails._of(edge, trail)
    assert trail is not None
    at = Standing(trail, field(state, "speed"), field(state, "visited"), luck)
    return {written(end) for end in course.turn(at)}


def written(end: End) -> Found:
    edges: list[int] = []
    trail: Trail | None = end.trail
    while trail is not None:
        edges.append(trail.edge)
        trail = trail.before
    luck = end.luck
    crew = (end.speed, end.visited, luck.hand, *weights(luck.burden), luck.queue)
    return (end.turns, end.seconds > 0, end.seconds, end.faults, tuple(edges), *crew)


class Model:
    """The courses of a route for a kit, with everything remembered."""

    def __init__(self, game: RallyGame, state: RallyState) -> None:
        deck, route, kit = game.tables.deck, state.drives_on(), state.cars[0].kit
        self.fortunes = Fortunes(deck, True, True)
        self.trails = Trails(route, deck, True)
        self.trails.need = [ALL] * len(self.trails.need)
        numbers = range(len(route.sections))
        task = Task(route, deck, only(kit), self.fortunes, self.trails)
        self.courses = [Course(task, number) for number in numbers]

    def ends(self, state: RallyState) -> set[Found]:
        luck = self.fortunes.of(field(state, "hand"), state.pack.queue, state.cars[0].burden)
        return by_the_model(self.courses[field(state, "section")], self.trails, luck, state)


def comparable(state: RallyState) -> bool:
    undeclared = not (field(state, "declared") or field(state, "turned_round") or field(state, "feather"))
    return state.phase == N_SPEED and undeclared and field(state, "hand").bit_count() < 4 and field(state, "turns") < 30


def wander(state: RallyState, rng: Random) -> int:
    """Mostly ordinary speeds, sometimes a card, a turn on the spot or anything at all."""
    legal = state.legal(0)
    speeds = [action for action in legal if action < 10]
    cards = [action for action in legal if act.CARD <= action < state.t.square_base]
    chance = rng.random()
    if cards and chance < 0.1:
        return rng.choice(cards)
    if act.TURN in legal and chance < 0.15:
        return act.TURN
    return rng.choice(speeds) if speeds and chance < 0.95 else rng.choice(legal)


def compare(game: RallyGame, seed: int, games: int) -> int:
    """Drive at random and compare both sides wherever a speed is due; returns how many positions that were."""
    rng = Random(seed)
    compared = 0
    for _ in range(games):
        state = game.start()
        while state.phase == N_KIT:
            state.apply(rng.choice(state.legal(0)))
        model = Model(game, state)
        while state.kind() != OVER:
            if comparable(state):
                assert model.ends(state) == by_the_rules(state)
                compared += 1
            state.apply(wander(state, rng))
    return compared


def test_every_turn_goes_as_the_rules_say_on_the_house_map() -> None:
    board, deck = house_board(), house_deck()
    route = read_route(house_route(), board, "route-example.json")
    assert compare(competition_game(board, deck, route, False), 7, 24) > 500


@pytest.mark.rule("RR-R28")
def test_every_turn_goes_as_the_rules_say_among_gradients() -> None:
    road = Road().section("road", "W14", {2: "<<", 4: "!", 6: ">", 8: "<", 9: "!", 11: ">>"})
    road.section("stage", "Y13", {1: "<", 3: "30", 5: "!", 7: "<<", 10: "Ford"}, pcs=(4,))
    road.side_road((5, 9), "W2", 200).side_road((18, 0), "R3", 300)
    assert compare(road.hidden_track(3, 12).game(kits="free"), 3, 40) > 500


def ends_for(family: tuple[int, ...], state: RallyState) -> set[Found]:
    """The ends of a turn for all kits of a family, kept cards aside."""
    t, route = state.t, state.drives_on()
    fortunes, trails = Fortunes(t.deck, False, False), Trails(route, t.deck, False)
    task = Task(route, t.deck, ends_of(t.deck, family), fortunes, trails)
    return by_the_model(Course(task, field(state, "section")), trails, fortunes.nothing(), state)


def least_faults(ends: set[Found]) -> dict[Found, int]:
    """Ends with the least that faults on the way there cost."""
    least: dict[Found, int] = {}
    for turns, arrived, seconds, faults, *crew in ends:
        assert isinstance(faults, int)
        end = (turns, arrived, seconds, *crew)
        least[end] = min(faults, least.get(end, faults))
    return least


def test_a_family_of_kits_can_do_what_each_of_its_kits_can() -> None:
    """Also where an advantage takes something away: being flooded, going off, turning round at a price."""
    game = competition_game(
        house_board(), house_deck(), read_route(house_route(), house_board(), "route-example.json"), False
    )
    rng = Random(5)
    compared = 0
    for _ in range(6):
        state = game.start()
        kit = tuple(kind * 6 + rng.randrange(6) for kind in range(6))
        for card in kit:
            state.apply(act.TAKE + card)
        families = [ALL_KITS, *[next(f for f in split(ALL_KITS, kind) if f[kind] == kit[kind]) for kind in range(6)]]
        while state.kind() != OVER:
            if comparable(state) and rng.random() < 0.04:
                own = least_faults(ends_for(kit, state))
                for family in families:
                    others = least_faults(ends_for(family, state))
                    assert [end for end, faults in own.items() if others.get(end, faults + 1) > faults] == []
                compared += 1
            state.apply(wander(state, rng))
    assert compared > 5
