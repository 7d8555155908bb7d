"""Which speeds a crew may announce (RR-54 … RR-57), and what it may do or declare instead."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.route import ENDLESS
from parcferme.games.rally_round.mechanics import speeds
from parcferme.games.rally_round.rules.features import rights_of
from parcferme.games.rally_round.rules.speed_lists import FOOTINGS, MENUS, MENUS_AHEAD, WIDTH, find_ranges
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
    car = p.cars[p.crew]
    if car.declared or car.burden.binds() or car.turned_round or p.t.strict:
        return announcements(p, p.crew)
    route, kit = p.route, car.kit
    assert route is not None
    if len(kit.ranges) == 0:
        find_ranges(kit, p.t.deck)
    edge: i64 = car.edge()
    room: i64 = route.sections[car.section].room(kit.rights, edge)
    menus = (MENUS if edge < p.t.board.first_put else MENUS_AHEAD)[room]
    menu = menus[kit.ranges[car.speed // 10 * FOOTINGS + route.footing[edge]]]
    cards = car.declarable(p.t.deck) if car.hand else 0
    return menu + p.t.card_actions(cards) if cards else menu


def announcements(p: Position, crew: i64) -> list[int]:
    """The announcements, whatever is at work."""
    car = p.cars[crew]
    low, high = (10, 10 * SPEEDS) if p.t.strict else speed_range(p, crew)
    turns = may_turn(p, crew)
    room = room_ahead(p, crew)
    if low > high:
        plain: list[int] = [TURN] if turns else []
    else:
        plain = (MENUS if turns else MENUS_AHEAD)[ENDLESS][(low * WIDTH + high) // 10]
    if room < ENDLESS:
        plain = [act for act in plain if act == TURN or speeds.fits(10 * act + 10, car.feather, room)]
        if not plain:
            plain = [TURN] if turns else [low // 10 - 1]  # nowhere to go: it announces and stays
    cards = car.declarable(p.t.deck)
    return plain + p.t.card_actions(cards) if cards else plain


def may_turn(p: Position, crew: i64) -> bool:
    """RR-92; a car that was put on its square faces every way already."""
    car = p.cars[crew]
    return car.edge() < p.t.board.first_put and not car.turned_round
