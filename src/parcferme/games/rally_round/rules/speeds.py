"""Which speeds a crew may announce (RR-54 … RR-57), and what it may do or declare instead."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.map import FOOTINGS, NOWHERE
from parcferme.games.rally_round.mechanics import speeds
from parcferme.games.rally_round.rules.features import rights_of
from parcferme.games.rally_round.rules.speed_lists import new_menu
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
    kit = car.kit
    footing: i64 = route.footing[kit.rights * route.edges + car.edge()]
    if footing == NOWHERE or car.declared or car.burden.binds() or car.turned_round or p.t.strict:
        return announcements(p, p.crew)
    place: i64 = car.speed // 10 * FOOTINGS + footing
    menu = kit.menus[place] or new_menu(kit, p.t.deck, place)
    cards = car.declarable(p.t.deck) if car.hand else 0
    return menu + p.t.card_actions(cards) if cards else menu


def announcements(p: Position, crew: i64) -> list[int]:
    """The announcements, whatever is at work."""
    car = p.cars[crew]
    low, high = (10, 10 * SPEEDS) if p.t.strict else speed_range(p, crew)
    room = room_ahead(p, crew)
    plain = [said // 10 - 1 for said in range(low, high + 10, 10) if speeds.fits(said, car.feather, room)]
    if may_turn(p, crew):
        plain.append(TURN)
    elif not plain and low <= high:
        plain = [low // 10 - 1]  # nowhere to go: it announces and stays
    return plain + p.t.card_actions(car.declarable(p.t.deck))


def may_turn(p: Position, crew: i64) -> bool:
    """RR-92; a car that was put on its square faces every way already."""
    car = p.cars[crew]
    return car.edge() < p.t.board.first_put and not car.turned_round
