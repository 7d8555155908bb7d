"""Which speeds a crew may announce (RR-54 … RR-57)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.board.cards import ACCELERATION, DECELERATION, FEATHER, START
from parcferme.games.rally_round.board.route import ENDLESS
from parcferme.games.rally_round.rules.features import rights_of
from parcferme.games.rally_round.rules.speed_lists import MENUS, MENUS_AHEAD, WIDTH, fits
from parcferme.games.rally_round.state import (
    Position,
)


def speed_range(p: Position, crew: int) -> tuple[int, int]:
    """The lowest and highest speed the rules allow, road ahead not considered."""
    car = p.cars[crew]
    speed = car.speed
    if speed == 0:
        low, high = 10, flat_start(p, crew)
        if p.drives_on().hill_ahead[car.edge()]:
            high = max(high, uphill_start(p, crew))
    else:
        low, high = _moving_range(p, crew, speed)
    if car.cap_turns > 0:
        high = min(high, car.cap)  # the deceleration it takes is allowed
        low = min(low, high)
    return low, high


def _moving_range(p: Position, crew: int, speed: int) -> tuple[int, int]:
    """RR-56: by the colour of the square occupied (RR-R15)."""
    car = p.cars[crew]
    board, kit = p.t.board, p.cars[crew].kit
    colour = board.colour[board.head[car.edge()]]
    low, high = speed - kit.deceleration[colour], speed + kit.acceleration[colour]
    armed = car.declared
    if armed:
        having = p.t.deck.having
        if armed & having[DECELERATION]:
            low = 10
        high += armed_amount(p, armed & having[ACCELERATION])
    if car.no_acceleration > 0:
        high = speed
    return (low if low > 10 else 10), high  # RR-57


def armed_amount(p: Position, cards: int) -> int:
    """The amounts of some cards, added up."""
    return sum([p.t.deck.amount[card] for card in range(p.t.deck.count) if cards >> card & 1])


def flat_start(p: Position, crew: int) -> int:
    """The highest Starting Speed on the flat (RR-54)."""
    car = p.cars[crew]
    board = p.t.board
    high = p.cars[crew].kit.start[board.colour[board.head[car.edge()]]]
    if car.slow_start > 0:
        high = car.slow_start
    rocket = car.declared & p.t.deck.having[START]
    for card in range(p.t.deck.count if rocket else 0):
        if rocket >> card & 1:
            high = max(high, p.t.deck.amount[card])
    return high


def uphill_start(p: Position, crew: int) -> int:
    """RR-55: the Starting Speed allowed where an uphill square comes next."""
    return 20 if p.cars[crew].slow_start > 0 else p.cars[crew].kit.uphill_start


def room_ahead(p: Position, crew: int) -> int:
    """How many squares the car can drive before every road ends or is closed (RR-R57); ENDLESS as a rule."""
    car = p.cars[crew]
    section = p.drives_on().sections[car.section]
    return section.depth[rights_of(p, crew)][car.edge()]


def legal_speeds(p: Position) -> list[int]:
    """The announcements of the crew to move: speeds, turning round, cards to declare first.

    Unless a card is at work they follow from the kit, the road and the speed, and the list lies ready.
    """
    crew: i64 = p.crew
    car = p.cars[crew]
    if car.declared or car.cap_turns or car.no_acceleration or car.slow_start or car.turned_round or p.t.strict:
        return announcements(p, crew)
    board, kit, route = p.t.board, p.cars[crew].kit, p.route
    assert route is not None
    edge: i64 = car.edge()
    colour: i64 = board.paint[edge]
    speed: i64 = car.speed
    low: i64 = 10
    high: i64
    if speed == 0:
        high = kit.start[colour]
        if route.hill_ahead[edge] and high < kit.uphill_start:
            high = kit.uphill_start
    else:
        high = speed + kit.acceleration[colour]
        low = speed - kit.deceleration[colour]
        low = max(low, 10)  # RR-57
    room: i64 = route.sections[car.section].depth[kit.rights][edge]
    menu = (MENUS if edge < board.first_put else MENUS_AHEAD)[room][(low * WIDTH + high) // 10]
    if car.hand:
        cards = p.t.deck.declared[0 if speed == 0 else 1] & car.hand
        if cards:
            return menu + p.t.card_actions(cards)
    return menu


def announcements(p: Position, crew: int) -> list[int]:
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
        plain = [action for action in plain if fits(action, room, car.feather)]
        if not plain:
            plain = [TURN] if turns else [low // 10 - 1]  # nowhere to go: it announces and stays
    cards = declarable(p, crew)
    return plain + p.t.card_actions(cards) if cards else plain


def may_turn(p: Position, crew: int) -> bool:
    """RR-92; a car that was put on its square faces every way already."""
    car = p.cars[crew]
    return car.edge() < p.t.board.first_put and car.turned_round == 0


def declarable(p: Position, crew: int) -> int:
    """Kept cards that go with an announcement, as bits."""
    car = p.cars[crew]
    cards = p.t.deck.declared[0 if car.speed == 0 else 1]
    if car.feather != 0:
        cards &= ~p.t.deck.having[FEATHER]
    return cards & car.hand
