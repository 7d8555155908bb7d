"""Which speeds a crew may announce (RR-54 … RR-57), and what it may do or declare instead."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS
from parcferme.games.rally_round.mechanics import speeds
from parcferme.games.rally_round.mechanics.crew import UNBURDENED
from parcferme.games.rally_round.rules.features import rights_of
from parcferme.games.rally_round.rules.speed_lists import MENUS, MENUS_AHEAD, menu, reach
from parcferme.games.rally_round.state import Position


def speed_range(p: Position, crew: i64) -> tuple[int, int]:
    """The lowest and highest speed the rules allow, road ahead not considered."""
    car = p.cars[crew]
    edge = car.edge()
    return speeds.speed_range(car, p.t.deck, p.t.board.paint[edge], p.drives_on().hill_ahead[edge])


def room_ahead(p: Position, crew: i64) -> int:
    """How many squares the car can drive before every road ends or is closed."""
    return p.section(crew).room(rights_of(p, crew), p.cars[crew].edge())


def legal_speeds(p: Position) -> list[int]:
    """The announcements of the crew to move: speeds, turning round, cards to declare first.

    Unless a card is at work they follow from the kit, the road and the speed, and the list lies ready.
    """
    car, route = p.cars[p.crew], p.route
    assert route is not None
    if car.declared or p.t.strict or (car.burden is not UNBURDENED and car.burden.binds()):
        return announcements(p, p.crew)
    board, edge = p.t.board, car.edge()
    menus = MENUS_AHEAD if car.turned_round or edge >= board.first_put else MENUS
    room: i64 = route.sections[car.section].room(car.kit.rights, edge)
    plain = menus[room][reach(car.kit, p.t.deck, car.speed, board.paint[edge], route.hill_ahead[edge])]
    cards = car.declarable(p.t.deck) if car.hand else 0
    return plain + p.t.card_actions(cards) if cards else plain


def announcements(p: Position, crew: i64) -> list[int]:
    """The announcements, whatever is at work."""
    car = p.cars[crew]
    low, high = (10, 10 * SPEEDS) if p.t.strict else speed_range(p, crew)
    plain = menu(low, high, room_ahead(p, crew), car.feather, may_turn(p, crew))
    return plain + p.t.card_actions(car.declarable(p.t.deck))


def may_turn(p: Position, crew: i64) -> bool:
    """RR-92; a car that was put on its square faces every way already."""
    car = p.cars[crew]
    return car.edge() < p.t.board.first_put and not car.turned_round
