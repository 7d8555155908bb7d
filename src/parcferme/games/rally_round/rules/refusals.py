"""Why an action is not possible now. Only asked about actions that are not in the legal list."""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import Refusal
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.cards import PER_TYPE
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.route import BLACK_OPEN, TRACKS_OPEN
from parcferme.games.rally_round.board.tables import FREE
from parcferme.games.rally_round.rules.features import rights_of
from parcferme.games.rally_round.rules.kit import taken_cards
from parcferme.games.rally_round.rules.laying import markers_of
from parcferme.games.rally_round.rules.markers import near_controls
from parcferme.games.rally_round.rules.speeds import may_turn, room_ahead, speed_range
from parcferme.games.rally_round.state import (
    N_APPROACH,
    N_BLOCK,
    N_CARS,
    N_DEAL,
    N_FINISH,
    N_FORK,
    N_KIND,
    N_KIT,
    N_MPH,
    N_OVER,
    N_RESOLVE,
    N_SPEED,
    N_SQUARE,
    N_START,
    N_WHAT,
    PHASE_NAMES,
    Position,
)

SQUARE_NODES: Final = (N_START, N_FINISH, N_SQUARE, N_RESOLVE, N_FORK)
ORDER_OF: Final = {
    N_CARS: "RR-13", N_START: "RR-16", N_FINISH: "RR-18", N_WHAT: "RR-19", N_SQUARE: "RR-19", N_APPROACH: "RR-19",
    N_KIND: "RR-29", N_MPH: "RR-31", N_RESOLVE: "RR-36", N_KIT: "RR-46", N_DEAL: "RR-47", N_BLOCK: "RR-98",
}  # fmt: skip  # the clause that says who is asked, where it is not the order on the road


def refuse(p: Position, seat: int, action: int) -> Refusal:
    """The rule that forbids this action."""
    node = p.phase
    if node == N_OVER:
        return Refusal("over", "RR-101")
    if p.actor < 0:
        return Refusal("chance", ORDER_OF.get(node, "RR-80"))
    if seat != p.actor:
        return Refusal("not_your_turn", ORDER_OF.get(node, "RR-51"))
    if action < act.SPEEDS and node == N_SPEED and action >= 0:
        return _refuse_speed(p, 10 * action + 10)
    if action == act.TURN and node == N_SPEED:
        return Refusal("no_heading" if not may_turn(p, p.crew) else "not_now", "RR-92", _asked(node))
    if act.TAKE <= action < act.CARD and node == N_KIT:
        return _refuse_card(p, action - act.TAKE)
    if act.CARD <= action < p.t.square_base:
        held = p.cars[p.crew].hand >> (action - act.CARD) & 1
        return Refusal("not_now" if held else "not_held", "RR-80", _asked(node))
    if p.t.square_base <= action < p.t.from_base and node in SQUARE_NODES:
        return _refuse_square(p, node, action - p.t.square_base)
    if act.LAY_TC <= action <= act.LAY_CLOSE and node in (N_WHAT, N_RESOLVE):
        return _refuse_marker(action, node)
    if action == act.PASS and N_WHAT <= node <= N_RESOLVE:
        return Refusal("no_passing", "RR-R41")
    if action == act.KIND + 1 and node == N_KIND:
        return Refusal("not_selective", "RR-30")
    if action >= p.t.from_base and node == N_APPROACH:
        return Refusal("no_approach", "RR-24")
    return Refusal("not_now", "RR-07", _asked(node))


def _asked(node: int) -> dict[str, object]:
    return {"node": PHASE_NAMES[node]}


def _refuse_speed(p: Position, speed: int) -> Refusal:
    crew = p.crew
    car = p.cars[crew]
    low, high = speed_range(p, crew)
    clause = "RR-54" if car.speed == 0 else "RR-56"
    if speed > high:
        return Refusal("too_fast", clause, {"speed": speed, "most": high})
    if speed < low:
        return Refusal("too_slow", clause, {"speed": speed, "least": low})
    room = room_ahead(p, crew) - car.feather
    return Refusal("no_road", "RR-61", {"speed": speed, "squares": room})


def _refuse_card(p: Position, card: int) -> Refusal:
    if p.car().cards[card // PER_TYPE] >= 0:
        return Refusal("type_complete", "RR-45", {"card": p.t.deck.kit_ids[card]})
    assert p.t.kits != FREE
    assert taken_cards(p) >> card & 1
    return Refusal("card_gone", "RR-46", {"card": p.t.deck.kit_ids[card]})


def _refuse_marker(action: int, node: int) -> Refusal:
    if node == N_RESOLVE:
        return Refusal("only_black_spots", "RR-36")
    if action == act.LAY_CLOSE:
        return Refusal("too_early_to_close", "RR-35")
    return Refusal("no_place_left", "RR-20")


def _refuse_square(p: Position, node: int, square: int) -> Refusal:
    args: dict[str, object] = {"square": p.t.board.ids[square]}
    if node == N_FORK:
        return _refuse_way(p, square, args)
    if node in (N_START, N_FINISH):
        return Refusal("not_chequered", "RR-16" if node == N_START else "RR-18", args)
    lay = p.laying()
    if square in lay.blacks or square == lay.finish or any(square == control.square for control in lay.controls):
        return Refusal("marked_already", "RR-20", args)
    if node == N_RESOLVE:
        return Refusal("resolves_nothing", "RR-36", args)
    what = p.marker
    if what == act.LAY_PC and square in near_controls(lay, False):
        return Refusal("too_near", "RR-27", args)
    if any(square in way for way in lay.candidates):
        return Refusal("on_route", "RR-22" if what == act.LAY_BLACK else "RR-25", args)
    if what == act.LAY_BLACK:
        return Refusal("cuts_off_finish", "RR-22", args)
    if what == act.LAY_TC and square in markers_of(p).within_reach:
        return Refusal("too_near", "RR-27" if square in near_controls(lay, True) else "RR-28", args)
    return Refusal("out_of_reach", "RR-25", args)


def _refuse_way(p: Position, square: int, args: dict[str, object]) -> Refusal:
    board = p.t.board
    here = p.square(p.crew)
    way = board.edge_between(here, square)
    if way == NOWHERE:
        return Refusal("no_way", "RR-61", args)
    rights = rights_of(p, p.crew)
    if square >= board.roads and not rights & TRACKS_OPEN:
        return Refusal("hidden_track", "RR-78", args)
    if p.drives_on().is_black[square] and not rights & BLACK_OPEN:
        return Refusal("black_spot", "RR-77", args)
    if board.back[p.car().edge()] == way:
        return Refusal("no_reversing", "RR-R33", args)
    if p.must_climb and p.car().at == p.depart and not p.drives_on().uphill[way]:
        return Refusal("not_uphill", "RR-R58", args)
    return Refusal("too_short", "RR-61", args)
