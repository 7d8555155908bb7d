"""What follows what. A phase waits for somebody; a stage is done by the rules. Debts come before any stage.

FIRST_ROLL … LOT ─► NEXT_TURN ─► TURN ─► DICE ─► MOVE ─► (PLACE) ─► LAND ─► (CARD | TAKEOVER …) ─► END
                        ▲                                                                         │
                        └────────────── (table mode: ASK each in turn: WINDOW, CARD) ◄────────────┘
SHORTFALL may come before any stage; MISSED turns and failed releases go from TURN and DICE straight to END.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import CHANCE, DECISION, OVER
from parcferme.core.events import Event
from parcferme.games.rallye_code.actions import GIVE_UP, HALF
from parcferme.games.rallye_code.rules.landing import answer, card, holder_roll, land, newcomer_roll, open_card
from parcferme.games.rallye_code.rules.money import draw_half, ruin, settle
from parcferme.games.rallye_code.rules.move import move, place
from parcferme.games.rallye_code.rules.setup import appoint, first_roll
from parcferme.games.rallye_code.rules.turn import dice, next_turn, roll
from parcferme.games.rallye_code.rules.window import ask, open_window, say
from parcferme.games.rallye_code.state import (
    P_CARD,
    P_DICE,
    P_FIRST_ROLL,
    P_HOLDER_ROLL,
    P_LOT,
    P_NEWCOMER_ROLL,
    P_OVER,
    P_PLACE,
    P_SHORTFALL,
    P_TAKEOVER,
    P_TURN,
    P_WINDOW,
    PHASE,
    S_ASK,
    S_CARD,
    S_END,
    S_LAND,
    S_MOVE,
    S_WAIT,
    SEAT,
    STAGE,
    Position,
    alive,
)

KIND_OF: Final = [
    CHANCE, CHANCE, DECISION, CHANCE, DECISION, CHANCE, DECISION, CHANCE, CHANCE, DECISION, DECISION, OVER,
]  # fmt: skip


def apply(s: Position, choice: int, events: list[Event] | None) -> None:
    """One action or outcome, and everything that follows by itself."""
    phase = s.v[PHASE]
    if phase == P_TURN:
        stage = roll(s, choice, events)
    elif phase == P_DICE:
        stage = dice(s, choice, events)
    elif phase == P_CARD:
        stage = card(s, choice - s.ids.card, events)
    elif phase == P_WINDOW:
        stage = say(s, choice, events)
    elif phase == P_PLACE:
        stage = place(s, choice, events)
    elif phase == P_TAKEOVER:
        stage = answer(s, choice, events)
    elif phase == P_HOLDER_ROLL:
        stage = holder_roll(s, choice, events)
    elif phase == P_NEWCOMER_ROLL:
        stage = newcomer_roll(s, choice, events)
    elif phase == P_SHORTFALL:
        stage = _shortfall(s, choice, events)
    elif phase == P_FIRST_ROLL:
        stage = first_roll(s, choice, events)
    elif phase == P_LOT:
        stage = appoint(s, choice - s.ids.lot, events)
    else:
        raise ValueError("the game is over")
    if stage:
        run(s, stage, events)


def _shortfall(s: Position, choice: int, events: list[Event] | None) -> int:
    if choice == GIVE_UP:
        ruin(s, events)
    else:
        draw_half(s, choice - HALF, events)
    return _unless_ruined(s, s.v[STAGE])


def run(s: Position, stage: int, events: list[Event] | None) -> None:
    """Do stage after stage until somebody is waited for."""
    while stage:
        if s.debts:
            s.v[STAGE] = stage  # kept while a debtor decides
            if not settle(s, events):
                return
            stage = _unless_ruined(s, stage)
        if stage == S_MOVE:
            stage = move(s, events)
        elif stage == S_LAND:
            stage = land(s, events)
        elif stage == S_CARD:
            stage = open_card(s)
        elif stage == S_ASK:
            stage = ask(s, events)
        elif stage == S_END and s.t.table:
            stage = open_window(s)
        else:
            stage = next_turn(s, events)


def _unless_ruined(s: Position, stage: int) -> int:
    """A mover ruined on the way goes no further; nor does a game that is over."""
    if s.v[PHASE] == P_OVER:
        return S_WAIT
    return S_END if stage < S_END and not alive(s.v, s.v[SEAT]) else stage
