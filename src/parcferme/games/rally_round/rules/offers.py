"""What may be chosen in each phase. Lists that are always the same lie ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round import state
from parcferme.games.rally_round.board.cards import ALLOWANCE, DRY, PROTEST, PUSH
from parcferme.games.rally_round.rules import driving, kit, laying
from parcferme.games.rally_round.rules.speeds import legal_speeds
from parcferme.games.rally_round.state import Position

TWO_WAYS: Final = {
    state.N_FEATHER: [act.MORE, act.FEWER],
    state.N_BLOCK: [act.BLOCK, act.LET],
    state.N_PLACE: [act.ADVANCE, act.RETREAT],
    state.N_ROLL: [act.ROLL, act.HOLD],
    state.N_STOP: [act.STOP, act.CARRY],
    state.N_DRAW: [act.DRAW, act.DECLINE],
}
ANSWERED_BY: Final = {state.N_FORD: DRY, state.N_PROTEST: PROTEST, state.N_ALLOWANCE: ALLOWANCE, state.N_PUSH: PUSH}


def legal(p: Position) -> list[int]:
    """The actions of the seat that decides, ascending."""
    phase: int = p.phase
    if phase == state.N_SPEED:
        return legal_speeds(p)
    if phase == state.N_KIT:
        return kit.legal_kit(p)
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
    state.N_START: laying.legal_start,
    state.N_FINISH: laying.legal_finish,
    state.N_WHAT: laying.legal_what,
    state.N_SQUARE: laying.legal_square,
    state.N_APPROACH: laying.legal_approach,
    state.N_KIND: laying.legal_kind,
    state.N_MPH: laying.legal_mph,
    state.N_RESOLVE: laying.legal_resolve,
    state.N_ADOPT: _crews,
    state.N_FORK: _ways,
}
