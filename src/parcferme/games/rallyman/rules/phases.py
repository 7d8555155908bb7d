"""The phases of a rally: who acts in each, what a move does there, and what may follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, OVER
from parcferme.core.events import Events
from parcferme.core.phases import Phase
from parcferme.games.rallyman.rules import control, legs, stage, step, turn
from parcferme.games.rallyman.rules.attack import attack_rolled
from parcferme.games.rallyman.state import CHAIN, DIE, FACES_DUE, PLACING, TURN, Position

Handler = Callable[[Position, int, Events], None]


def _faces_shown(p: Position, outcome: int, events: Events) -> None:
    attack_rolled(p, outcome, events)
    legs.arrange_legs(p, events)


def _card_drawn(p: Position, outcome: int, events: Events) -> None:
    if step.card_drawn(p, outcome, events):
        turn.go_on(p, events)


def _sisu_answered(p: Position, action: int, events: Events) -> None:
    if control.answer(p, action, events):
        turn.go_on(p, events)


def _over(p: Position, move: int, events: Events) -> None:
    raise ValueError("the rally is over")


TURN_OVER: Final = ("turn", "weather", "service", "over")  # the next turn, the next special, or the end
DRIVEN: Final = ("chain", "card", "sisu", "loc", *TURN_OVER)  # after one die
PLACED: Final = ("placing", "card", "sisu", "loc", *TURN_OVER)  # after dice of a time attack
BEFORE: Final = ("weather", "service", "turn", "over")  # before a special
PHASES: Final[tuple[Phase[Handler], ...]] = (
    Phase("start_order", CHANCE, "who starts SS1 first", stage.order_drawn, BEFORE),
    Phase("weather", CHANCE, "one die for a zone", stage.weather_rolled, BEFORE),
    Phase("service", DECISION, "each driver in start order", stage.service, BEFORE),
    Phase("turn", DECISION, "the driver, before the first die", turn.choose, ("die", "faces", *DRIVEN)),
    Phase("chain", DECISION, "the driver, after a die", turn.choose, ("die", *DRIVEN)),
    Phase("die", CHANCE, "one die", turn.rolled, DRIVEN),
    Phase("faces", CHANCE, "all dice of a time attack", _faces_shown, PLACED),
    Phase("placing", DECISION, "the driver, the next die of the attack", legs.place_and_arrange, PLACED),
    Phase("sisu", DECISION, "the driver: Sisu or not", _sisu_answered, ("chain", *PLACED)),
    Phase("card", CHANCE, "a shortcut card", _card_drawn, ("chain", *PLACED)),
    Phase("loc", CHANCE, "the back of a gear card", control.loc_drawn, TURN_OVER),
    Phase("over", OVER, "", _over, ()),
)


def make_move(p: Position, move: int, events: Events) -> None:
    """One action or outcome, by its row. Rows of most moves are called by name: faster than by a table's entry."""
    if p.phase in (CHAIN, TURN):
        turn.choose(p, move, events)
    elif p.phase == DIE:
        turn.rolled(p, move, events)
    elif p.phase == PLACING:
        legs.place_and_arrange(p, move, events)
    elif p.phase == FACES_DUE:
        _faces_shown(p, move, events)
    else:
        PHASES[p.phase].handler(p, move, events)
