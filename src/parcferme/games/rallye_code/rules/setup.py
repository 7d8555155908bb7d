"""Before the first turn: the highest first roll makes the Gendarme (RC-16, RC-R04)."""

from __future__ import annotations

from typing import Final

from parcferme.core.events import Event, Events
from parcferme.games.rallye_code.mechanics.dice import FACES, TOTAL
from parcferme.games.rallye_code.state import P_FIRST_ROLL, S_NEXT_TURN, S_WAIT, Position

MOST_REROLLS: Final = 5  # tied players are alike, so that a lot has the same odds as rolling on: nobody waits for ever


def ask_rolls(s: Position, seats: int) -> None:
    """These seats roll, lowest first."""
    s.wait_for_chance(P_FIRST_ROLL)
    s.rollers = seats
    s.best_rollers = 0
    s.best = 0
    s.seat = lowest(seats)


def first_roll(s: Position, outcome: int, events: Events) -> int:
    """One player's preliminary roll, which moves no car; or the lot among those who were level too often."""
    if not s.rollers:
        return _appoint(s, outcome - s.tables.ids.lot, events)
    total = TOTAL[outcome]
    if events is not None:
        args: dict[str, object] = {"player": s.seat + 1, "dice": list(FACES[outcome]), "total": total}
        events.append(Event("first_roll", "RC-16", args))
    if total > s.best:
        s.best, s.best_rollers = total, 1 << s.seat
    elif total == s.best:
        s.best_rollers |= 1 << s.seat
    s.rollers &= ~(1 << s.seat)
    if s.rollers:
        s.seat = lowest(s.rollers)
    elif len(tied(s)) > 1:
        _roll_off(s, events)
    else:
        return _appoint(s, tied(s)[0], events)
    return S_WAIT


def tied(s: Position) -> list[int]:
    """The seats with the best roll."""
    return [seat for seat in range(s.tables.players) if s.best_rollers >> seat & 1]


def _roll_off(s: Position, events: Events) -> None:
    if events is not None:
        players = [seat + 1 for seat in tied(s)]
        events.append(Event("first_tie", "RC-R04", {"players": players, "total": s.best}))
    if s.rerolls < MOST_REROLLS:  # else nobody is left to roll, and lots are drawn
        s.rerolls += 1
        ask_rolls(s, s.best_rollers)


def draws_lots(s: Position) -> bool:
    """RC-R04: have some been level for too long, so that a lot decides?"""
    return s.phase == P_FIRST_ROLL and not s.rollers


def _appoint(s: Position, seat: int, events: Events) -> int:
    """The Gendarme takes office; the player on his left starts (RC-R04)."""
    s.gendarme = seat
    s.starter = s.tables.left_of[seat]
    s.seat = seat
    s.best_rollers = s.best = s.rerolls = 0
    if events is not None:
        events.append(Event("gendarme", "RC-16", {"player": seat + 1}))
    return S_NEXT_TURN


def lowest(seats: int) -> int:
    """The lowest seat of a set of bits."""
    return (seats & -seats).bit_length() - 1
