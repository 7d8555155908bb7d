"""What may be chosen in each phase. Lists that are always the same lie ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.board.cards import ALLOWANCE, DRY, PROTEST, PUSH
from parcferme.games.rally_round.rules import driving, kit, laying
from parcferme.games.rally_round.rules.speeds import legal_speeds
from parcferme.games.rally_round.state import (
    N_ADOPT,
    N_ALLOWANCE,
    N_APPROACH,
    N_BLOCK,
    N_DRAW,
    N_FEATHER,
    N_FINISH,
    N_FORD,
    N_FORK,
    N_KIND,
    N_KIT,
    N_MPH,
    N_PLACE,
    N_PROTEST,
    N_PUSH,
    N_RESOLVE,
    N_ROLL,
    N_SPEED,
    N_SQUARE,
    N_START,
    N_STOP,
    N_WHAT,
    Position,
)

TWO_WAYS: Final = {
    N_FEATHER: [act.MORE, act.FEWER],
    N_BLOCK: [act.BLOCK, act.LET],
    N_PLACE: [act.ADVANCE, act.RETREAT],
    N_ROLL: [act.ROLL, act.HOLD],
    N_STOP: [act.STOP, act.CARRY],
    N_DRAW: [act.DRAW, act.DECLINE],
}
ANSWERED_BY: Final = {N_FORD: DRY, N_PROTEST: PROTEST, N_ALLOWANCE: ALLOWANCE, N_PUSH: PUSH}


def legal(p: Position) -> list[int]:
    """The actions of the seat that decides, ascending."""
    phase: int = p.phase
    if phase == N_SPEED:
        return legal_speeds(p)
    if phase in TWO_WAYS:
        return TWO_WAYS[phase]
    if phase in ANSWERED_BY:
        return _replies(p, p.t.deck.having[ANSWERED_BY[phase]])
    return OFFERS[phase](p)


def _replies(p: Position, answers: int) -> list[int]:
    """A card that is played at the event, or none."""
    cards = p.car().hand & answers
    return [act.PASS, *p.t.card_actions(cards)]


def _crews(p: Position) -> list[int]:
    return list(range(act.ADOPT, act.ADOPT + p.t.crews))


def _ways(p: Position) -> list[int]:
    head, actions = p.t.board.head, p.t.square_actions
    return [actions[head[way]] for way in driving.open_ways(p, p.crew)]


OFFERS: Final[dict[int, Callable[[Position], list[int]]]] = {
    N_START: laying.legal_start,
    N_FINISH: laying.legal_finish,
    N_WHAT: laying.legal_what,
    N_SQUARE: laying.legal_square,
    N_APPROACH: laying.legal_approach,
    N_KIND: laying.legal_kind,
    N_MPH: laying.legal_mph,
    N_RESOLVE: laying.legal_resolve,
    N_KIT: kit.legal_kit,
    N_ADOPT: _crews,
    N_FORK: _ways,
}
