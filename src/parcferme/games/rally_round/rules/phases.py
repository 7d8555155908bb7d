"""The phases of a rally: who decides, what a move does, what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.events import Events
from parcferme.core.phases import Phase
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.cards import FEATHER
from parcferme.games.rally_round.mechanics.timing import SLOWEST
from parcferme.games.rally_round.rules import driving, hazards, kit, laying, setup
from parcferme.games.rally_round.rules.controls import book
from parcferme.games.rally_round.rules.turns import finish_move, miss_turn, next_crew, take_turn
from parcferme.games.rally_round.state import N_FEATHER, N_FORK, N_KIT, N_SPEED, PHASE_NAMES, Position

Handler = Callable[[Position, int, Events], None]

SEALED: Final = "sealed"  # a competition of several, see sealed.py


def _numbered(step: Handler, first: int) -> Handler:
    """The handler of moves whose ids begin at `first`: the step counts from 0."""

    def handle(p: Position, move: int, events: Events) -> None:
        step(p, move - first, events)

    return handle


def _square(step: Handler) -> Handler:
    """The handler of moves that name a square."""

    def handle(p: Position, move: int, events: Events) -> None:
        step(p, move - p.t.square_base, events)

    return handle


def _choose_approach(p: Position, move: int, events: Events) -> None:
    laying.choose_approach(p, move - p.t.from_base, events)


def _choose_card(p: Position, move: int, events: Events) -> None:
    kit.take(p, move - act.TAKE, events)


def _choose_speed(p: Position, move: int, events: Events) -> None:
    """A speed; or turning round instead of one, or a card declared before it."""
    if move < act.SPEEDS:
        driving.announce(p, 10 * move + 10, events)
    elif move == act.TURN:
        driving.turn_round(p, events)
    else:
        card = move - act.CARD
        hazards.play(p, p.crew, card, events)
        p.car().declared |= 1 << card
        p.ask_crew(N_FEATHER if p.t.deck.effect[card] == FEATHER else N_SPEED)


def _feather(p: Position, move: int, events: Events) -> None:
    p.car().feather = 1 if move == act.MORE else -1
    p.ask_crew(N_SPEED)


def _choose_way(p: Position, move: int, events: Events) -> None:
    driving.walk(p, p.t.board.edge_between(p.square(p.crew), move - p.t.square_base), events)


def _block(p: Position, move: int, events: Events) -> None:
    if move == act.BLOCK:
        driving.be_blocked(p, events)
    else:
        driving.be_let_past(p, events)


def _make_room(p: Position, move: int, events: Events) -> None:
    if move == act.ADVANCE:
        driving.advance(p, events)
    else:
        driving.retreat(p, events)


def _roll(p: Position, move: int, events: Events) -> None:
    if move == act.ROLL:
        driving.roll(p, events)
    else:
        driving.rest(p, events)


def _stop(p: Position, move: int, events: Events) -> None:
    if move == act.STOP:
        driving.stop(p, False, events)
    else:
        finish_move(p, events)


def _ford(p: Position, move: int, events: Events) -> None:
    if _played(p, move, events):
        finish_move(p, events)
    else:
        driving.flood(p, events)


def _draw(p: Position, move: int, events: Events) -> None:
    if move == act.DRAW:
        hazards.draw(p, events)
    else:
        finish_move(p, events)


def _protest(p: Position, move: int, events: Events) -> None:
    if _played(p, move, events):
        hazards.cancel_drawn(p, events)
    else:
        hazards.obey(p, events)


def _allow(p: Position, move: int, events: Events) -> None:
    if _played(p, move, events):
        p.owed = max(0, p.owed - p.t.deck.amount[move - act.CARD])
    book(p, events)


def _push(p: Position, move: int, events: Events) -> None:
    car = p.car()
    if _played(p, move, events):
        car.misses = max(0, car.misses - p.t.deck.amount[move - act.CARD])
    if car.misses > 0:
        miss_turn(p, p.crew, events)
        next_crew(p, events)
    else:
        p.after, p.depart = 0, 0
        take_turn(p, car)


def _played(p: Position, move: int, events: Events) -> bool:
    """Is the reply a card?"""
    if move == act.PASS:
        return False
    hazards.play(p, p.crew, move - act.CARD, events)
    return True


def _nothing(p: Position, move: int, events: Events) -> None:
    raise ValueError("nobody moves here")


LAID: Final = ("marker", "resolve", "kit", "deal", "speed")
DRIVEN: Final = ("speed", "push", "over", "finish")  # what may follow once a move has ended
MOVED: Final = (
    "fork", "block", "place", "roll", "stop", "ford", "draw", "hazard", "protest", "allowance", *DRIVEN,
)  # fmt: skip
MOVER: Final = "the crew that moves"

PHASES: Final[tuple[Phase[Handler], ...]] = (
    Phase("cars", CHANCE, "", _numbered(setup.draw_car, act.CAR), ("cars", "start", "kit", "deal", "speed")),
    Phase("start", DECISION, "player 1", _square(laying.choose_start), ("finish",)),
    Phase("finish", DECISION, "player 2", _square(laying.choose_finish), ("marker",)),
    Phase("marker", DECISION, "the players in turn", laying.choose_what, ("square", "approach", "kind", *LAID)),
    Phase("square", DECISION, "the same player", _square(laying.choose_square), ("approach", "kind", *LAID)),
    Phase("approach", DECISION, "the same player", _choose_approach, ("kind", *LAID)),
    Phase("kind", DECISION, "the same player", _numbered(laying.choose_kind, act.KIND), ("mph", *LAID)),
    Phase("mph", DECISION, "the same player", _numbered(laying.choose_mph, act.MPH - SLOWEST), LAID),
    Phase("resolve", DECISION, "the players in turn", _square(laying.resolve_black), LAID[1:]),
    Phase("kit", DECISION, "the crews, last one first", _choose_card, ("kit", "speed")),
    Phase("deal", CHANCE, "", _numbered(kit.take, act.DEAL), ("deal", "adopt", "speed")),
    Phase("adopt", DECISION, "the player", _numbered(kit.adopt, act.ADOPT), ("speed",)),
    Phase("speed", DECISION, MOVER, _choose_speed, ("feather", *MOVED)),
    Phase("feather", DECISION, MOVER, _feather, ("speed",)),
    Phase("fork", DECISION, MOVER, _choose_way, MOVED),
    Phase("block", DECISION, "a crew that may refuse to be overtaken", _block, MOVED),
    Phase("place", DECISION, MOVER, _make_room, MOVED),
    Phase("roll", DECISION, MOVER, _roll, MOVED),
    Phase("stop", DECISION, MOVER, _stop, DRIVEN),
    Phase("ford", DECISION, MOVER, _ford, DRIVEN),
    Phase("draw", DECISION, MOVER, _draw, ("hazard", "protest", *DRIVEN)),
    Phase("hazard", CHANCE, "", _numbered(hazards.unseen_drawn, act.DRAWN), ("protest", *DRIVEN)),
    Phase("protest", DECISION, MOVER, _protest, DRIVEN),
    Phase("allowance", DECISION, MOVER, _allow, DRIVEN),
    Phase("push", DECISION, "a crew that must miss a turn", _push, DRIVEN),
    Phase("over", OVER, "", _nothing, ()),
    Phase(SEALED, JOINT, "everybody who has not handed in", _nothing, (SEALED, "over")),
)
HANDLERS: Final = [phase.handler for phase in PHASES]
assert tuple([phase.name for phase in PHASES[: len(PHASE_NAMES)]]) == PHASE_NAMES


def make_move(p: Position, move: int, events: Events) -> None:
    """One action or outcome, by its row. Rows of most moves are called by name: faster than by a table's entry."""
    if p.phase == N_SPEED:
        _choose_speed(p, move, events)
    elif p.phase == N_FORK:
        _choose_way(p, move, events)
    elif p.phase == N_KIT:
        _choose_card(p, move, events)
    else:
        HANDLERS[p.phase](p, move, events)
