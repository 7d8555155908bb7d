"""Which speeds a crew may announce (RR-54 … RR-57)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.games.rally_round.actions import SPEEDS, TURN
from parcferme.games.rally_round.cards import ACCELERATION, DECELERATION, FEATHER, START
from parcferme.games.rally_round.menus import MENUS, MENUS_AHEAD, WIDTH, fits
from parcferme.games.rally_round.route import ENDLESS
from parcferme.games.rally_round.rules.features import rights_of
from parcferme.games.rally_round.state import (
    ABOUT,
    ARMED,
    CAP_AT,
    CAP_FOR,
    CLUTCH,
    CREW,
    CREWS,
    GEARED,
    HAND,
    SECTION,
    SHORTER,
    SIZE,
    SPEED_,
    TRAIL,
    N,
    Position,
)


def speed_range(p: Position, crew: int) -> tuple[int, int]:
    """The lowest and highest speed the rules allow, road ahead not considered."""
    v = p.v
    base = CREWS + crew * SIZE
    speed = v[base + SPEED_]
    if speed == 0:
        low, high = 10, flat_start(p, crew)
        if p.drives_on().hill_ahead[v[base + TRAIL + (v[base + N] & 15)]]:
            high = max(high, uphill_start(p, crew))
    else:
        low, high = _moving_range(p, crew, speed)
    if v[base + CAP_FOR] > 0:
        high = min(high, v[base + CAP_AT])  # the deceleration it takes is allowed
        low = min(low, high)
    return low, high


def _moving_range(p: Position, crew: int, speed: int) -> tuple[int, int]:
    """RR-56: by the colour of the square occupied (RR-R15)."""
    v = p.v
    base = CREWS + crew * SIZE
    board, kit = p.t.board, p.kits[crew]
    colour = board.colour[board.head[v[base + TRAIL + (v[base + N] & 15)]]]
    low, high = speed - kit.deceleration[colour], speed + kit.acceleration[colour]
    armed = v[base + ARMED]
    if armed:
        having = p.t.deck.having
        if armed & having[DECELERATION]:
            low = 10
        high += armed_amount(p, armed & having[ACCELERATION])
    if v[base + GEARED] > 0:
        high = speed
    return (low if low > 10 else 10), high  # RR-57


def armed_amount(p: Position, cards: int) -> int:
    """The amounts of some cards, added up."""
    return sum([p.t.deck.amount[card] for card in range(p.t.deck.count) if cards >> card & 1])


def flat_start(p: Position, crew: int) -> int:
    """The highest Starting Speed on the flat (RR-54)."""
    v = p.v
    base = CREWS + crew * SIZE
    board = p.t.board
    high = p.kits[crew].start[board.colour[board.head[v[base + TRAIL + (v[base + N] & 15)]]]]
    if v[base + CLUTCH] > 0:
        high = v[base + CLUTCH]
    rocket = v[base + ARMED] & p.t.deck.having[START]
    for card in range(p.t.deck.count if rocket else 0):
        if rocket >> card & 1:
            high = max(high, p.t.deck.amount[card])
    return high


def uphill_start(p: Position, crew: int) -> int:
    """RR-55: the Starting Speed allowed where an uphill square comes next."""
    return 20 if p.v[CREWS + crew * SIZE + CLUTCH] > 0 else p.kits[crew].uphill_start


def room_ahead(p: Position, crew: int) -> int:
    """How many squares the car can drive before every road ends or is closed; ENDLESS as a rule."""
    v = p.v
    base = CREWS + crew * SIZE
    section = p.drives_on().sections[v[base + SECTION]]
    return section.depth[rights_of(p, crew)][v[base + TRAIL + (v[base + N] & 15)]]


def legal_speeds(p: Position) -> list[int]:
    """The announcements of the crew to move: speeds, turning round, cards to declare first.

    Unless a card is at work they follow from the kit, the road and the speed, and the list lies ready.
    """
    v = p.v
    crew: i64 = v[CREW]
    base: i64 = CREWS + crew * SIZE
    if v[base + ARMED] or v[base + CAP_FOR] or v[base + GEARED] or v[base + CLUTCH] or v[base + ABOUT] or p.t.strict:
        return announcements(p, crew)
    board, kit, route = p.t.board, p.kits[crew], p.route
    assert route is not None
    edge: i64 = v[base + TRAIL + (v[base + N] & 15)]
    colour: i64 = board.paint[edge]
    speed: i64 = v[base + SPEED_]
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
    room: i64 = route.sections[v[base + SECTION]].depth[kit.rights][edge]
    menu = (MENUS if edge < board.first_put else MENUS_AHEAD)[room][(low * WIDTH + high) // 10]
    if v[base + HAND]:
        cards = p.t.deck.declared[0 if speed == 0 else 1] & v[base + HAND]
        if cards:
            return menu + p.t.card_actions(cards)
    return menu


def announcements(p: Position, crew: int) -> list[int]:
    """The announcements, whatever is at work."""
    v = p.v
    base = CREWS + crew * SIZE
    low, high = (10, 10 * SPEEDS) if p.t.strict else speed_range(p, crew)
    turns = may_turn(p, crew)
    room = room_ahead(p, crew)
    if low > high:
        plain: list[int] = [TURN] if turns else []
    else:
        plain = (MENUS if turns else MENUS_AHEAD)[ENDLESS][(low * WIDTH + high) // 10]
    if room < ENDLESS:
        plain = [action for action in plain if fits(action, room, v[base + SHORTER])]
        if not plain:
            plain = [TURN] if turns else [low // 10 - 1]  # nowhere to go: it announces and stays
    cards = declarable(p, crew)
    return plain + p.t.card_actions(cards) if cards else plain


def may_turn(p: Position, crew: int) -> bool:
    """RR-92; a car that was put on its square faces every way already."""
    base = CREWS + crew * SIZE
    return p.v[base + TRAIL + (p.v[base + N] & 15)] < p.t.board.first_put and p.v[base + ABOUT] == 0


def declarable(p: Position, crew: int) -> int:
    """Kept cards that go with an announcement, as bits."""
    v = p.v
    base = CREWS + crew * SIZE
    cards = p.t.deck.declared[0 if v[base + SPEED_] == 0 else 1]
    if v[base + SHORTER] != 0:
        cards &= ~p.t.deck.having[FEATHER]
    return cards & v[base + HAND]
