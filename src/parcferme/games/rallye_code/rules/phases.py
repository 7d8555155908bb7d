"""What follows what. A phase waits for somebody; a stage is done by the rules. Debts come before any stage.

first_roll … ─► NEXT_TURN ─► turn ─► dice ─► MOVE ─► (place) ─► LAND ─► (card | takeover …) ─► END
                        ▲                                                                         │
                        └────────────── (table mode: ASK each in turn: window, card) ◄────────────┘
A shortfall may come before any stage; missed turns and failed releases go from turn and dice straight to END.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, OVER
from parcferme.core.events import Events
from parcferme.core.phases import Phase
from parcferme.games.rallye_code.rules.cards import card, open_card
from parcferme.games.rallye_code.rules.gerances import answer, holder_roll, newcomer_roll
from parcferme.games.rallye_code.rules.landing import land
from parcferme.games.rallye_code.rules.money import settle, shortfall, unless_ruined
from parcferme.games.rallye_code.rules.move import move, place
from parcferme.games.rallye_code.rules.setup import draws_lots, first_roll
from parcferme.games.rallye_code.rules.turn import dice, next_turn, roll
from parcferme.games.rallye_code.rules.window import ask, open_window, say
from parcferme.games.rallye_code.state import (
    P_CARD,
    P_DICE,
    P_SHORTFALL,
    P_TURN,
    S_ASK,
    S_CARD,
    S_END,
    S_LAND,
    S_MOVE,
    S_WAIT,
    Position,
)

Handler = Callable[[Position, int, Events], int]  # returns the stage that follows


def _nothing_more(s: Position, move: int, events: Events) -> int:
    raise ValueError("the game is over")


AFTER: Final = ("turn", "window", "shortfall", "over")  # what may come once a turn has ended
SPOKEN: Final = ("window", "card", "shortfall", "turn", "over")

PHASES: Final[tuple[Phase[Handler], ...]] = (
    Phase("first_roll", CHANCE, "each player, for the office of Gendarme", first_roll, ("first_roll", "turn")),
    Phase("turn", DECISION, "the player", roll, ("dice", *AFTER)),
    Phase("dice", CHANCE, "two dice", dice, ("place", "card", "takeover", *AFTER)),
    Phase("place", DECISION, "the player, in table mode", place, ("card", "takeover", *AFTER)),
    Phase("card", CHANCE, "the top Contravention card", card, SPOKEN),
    Phase("takeover", DECISION, "the holder", answer, ("holder_roll", *AFTER)),
    Phase("holder_roll", CHANCE, "the holder's dice", holder_roll, ("newcomer_roll", *AFTER)),
    Phase("newcomer_roll", CHANCE, "the newcomer's dice (edition B)", newcomer_roll, AFTER),
    Phase("shortfall", DECISION, "a debtor", shortfall, ("place", "card", "takeover", *AFTER)),
    Phase("window", DECISION, "in table mode: Gendarme, gérants, the others", say, SPOKEN),
    Phase("over", OVER, "", _nothing_more, ()),
)
PHASE_NAMES: Final = tuple([phase.name for phase in PHASES])
KINDS: Final = [phase.kind for phase in PHASES]


def phase_shown(s: Position) -> str:
    """What people are told; the lot that ends a long tie has a name of its own."""
    return "lot" if draws_lots(s) else PHASE_NAMES[s.phase]


def make_move(s: Position, choice: int, events: Events) -> None:
    """One action or outcome, by its row, and everything that follows by itself. Rows of most moves are called by name:
    faster than by a table's entry."""
    if s.phase == P_TURN:
        stage = roll(s, choice, events)
    elif s.phase == P_DICE:
        stage = dice(s, choice, events)
    elif s.phase == P_CARD:
        stage = card(s, choice, events)
    else:
        stage = PHASES[s.phase].handler(s, choice, events)
    if stage:
        _go_on(s, stage, events)


def _go_on(s: Position, stage: int, events: Events) -> None:
    """Do stage after stage until somebody is waited for."""
    while stage:
        if s.debts:
            if not settle(s, events):
                s.then = stage if s.phase == P_SHORTFALL else S_WAIT  # kept while a debtor decides
                return
            stage = unless_ruined(s, stage)
        if stage == S_MOVE:
            stage = move(s, events)
        elif stage == S_LAND:
            stage = land(s, events)
        elif stage == S_END:
            stage = open_window(s, events) if s.tables.table else next_turn(s, events)
        elif stage == S_CARD:
            stage = open_card(s, events)
        elif stage == S_ASK:
            stage = ask(s, events)
        else:
            stage = next_turn(s, events)
