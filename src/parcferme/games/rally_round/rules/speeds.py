"""Which speeds a crew may announce (RR-54 … RR-57)."""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.actions import CARD, SPEEDS, TURN
from parcferme.games.rally_round.board import TOP_SPEED
from parcferme.games.rally_round.cards import (
    ACCELERATION,
    BLACK_SPOT,
    DECELERATION,
    FEATHER,
    HIDDEN_TRACK,
    IGNORE_BEND,
    IGNORE_BRIDGE,
    IGNORE_GIVE_WAY,
    IGNORE_QUIET,
    IGNORE_ROUGH,
    PASSAGE,
    START,
)
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

MENUS: Final = 5000  # lists kept for each kit
NOTHING: Final[list[int]] = []


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

    Nearly always they follow from the kit, the colour, the speed and whether a hill comes next; then the list is made
    once and kept with the kit.
    """
    v = p.v
    crew = v[CREW]
    base = CREWS + crew * SIZE
    if v[base + CAP_FOR] or v[base + GEARED] or v[base + CLUTCH] or v[base + ABOUT] or v[base + ARMED] or p.t.strict:
        return _announcements(p, crew, base)
    board, kit, route = p.t.board, p.kits[crew], p.drives_on()
    edge = v[base + TRAIL + (v[base + N] & 15)]
    room = route.sections[v[base + SECTION]].depth[kit.rights][edge]
    key = board.colour[board.head[edge]] * 64 + v[base + SPEED_] // 10
    if route.hill_ahead[edge]:
        key += 32
    if edge >= board.first_put:
        key += 16
    hand = v[base + HAND]
    if hand or room < ENDLESS:
        key += (hand << 7 | room) << 8
        menu = kit.other_menus.get(key, NOTHING)
        if not menu:
            menu = _announcements(p, crew, base)
            if len(kit.other_menus) >= MENUS:
                kit.other_menus.clear()
            kit.other_menus[key] = menu
        return menu
    menu = kit.menus[key]
    if not menu:
        menu = _announcements(p, crew, base)
        kit.menus[key] = menu
    return menu


def _announcements(p: Position, crew: int, base: int) -> list[int]:
    """The announcements, worked out."""
    v = p.v
    t = p.t
    low, high = (10, 10 * SPEEDS) if t.strict else speed_range(p, crew)
    turns = may_turn(p, crew)
    room = room_ahead(p, crew)
    if low > high:
        plain: list[int] = [TURN] if turns else []
    else:
        plain = (t.ranges if turns else t.ranges_ahead)[low // 10 * (SPEEDS + 1) + high // 10]
    if room < ENDLESS:
        plain = [action for action in plain if fits(action, room, v[base + SHORTER])]
        if not plain:
            plain = [TURN] if turns else [low // 10 - 1]  # nowhere to go: it announces and stays
    if v[base + HAND]:
        cards = declarable(p, crew)
        if cards:
            return plain + [CARD + card for card in range(t.deck.count) if cards >> card & 1]
    return plain


def fits(action: int, room: int, shorter: int) -> bool:
    """Can the announced squares be driven? More than 100 mph needs no road at all (RR-89)."""
    speed = 10 * action + 10
    return action >= SPEEDS or speed > TOP_SPEED or max(1, speed // 10 + shorter) <= room


def may_turn(p: Position, crew: int) -> bool:
    """RR-92; a car that was put on its square faces every way already."""
    base = CREWS + crew * SIZE
    return p.v[base + TRAIL + (p.v[base + N] & 15)] < p.t.board.first_put and p.v[base + ABOUT] == 0


def declarable(p: Position, crew: int) -> int:
    """Kept cards that go with an announcement, as bits."""
    v = p.v
    base = CREWS + crew * SIZE
    having = p.t.deck.having
    cards = (
        having[HIDDEN_TRACK] | having[IGNORE_BEND] | having[IGNORE_GIVE_WAY] | having[BLACK_SPOT]
        | having[IGNORE_BRIDGE] | having[PASSAGE] | having[IGNORE_QUIET] | having[IGNORE_ROUGH]
    )  # fmt: skip
    if v[base + SHORTER] == 0:
        cards |= having[FEATHER]
    cards |= having[START] if v[base + SPEED_] == 0 else having[ACCELERATION] | having[DECELERATION]
    return cards & v[base + HAND]
