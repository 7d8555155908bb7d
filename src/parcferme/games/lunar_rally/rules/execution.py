"""One turn of all Rovers of a number: three phases, each Turn, Move, Laser, Missile (LR-32 to LR-34).

A destroyed Rover has no cards and a lost phase none either (LR-75): whether a Rover acts is in its program alone.
"""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.decks import CARDS, IDLE, NO_CARD, RV, TR
from parcferme.games.lunar_rally.board.hexes import FACINGS
from parcferme.games.lunar_rally.mechanics.driving import turned
from parcferme.games.lunar_rally.mechanics.programs import LASERS, MISSILES, MOVES, STANDS, TURNS
from parcferme.games.lunar_rally.rules.moves import move_step
from parcferme.games.lunar_rally.rules.still import stand_still
from parcferme.games.lunar_rally.rules.weapons import fire_lasers, fire_missiles
from parcferme.games.lunar_rally.state import ENDED, Position, Rover


def execute(position: Position, number: i64, events: list[Event] | None) -> None:
    """Run the programs of all Rovers of this number; stops where the game ends."""
    rovers = position.numbered(number)
    longest: i64 = 0
    for rover in rovers:
        longest = max(longest, rover.program.length)
    for phase in range(longest):
        position.revealed = phase + 1
        if events is not None:
            _tell_reveal(rovers, phase, events)
        run_phase(position, rovers, phase, events)
        if position.phase == ENDED:
            return
    position.revealed = 3


def run_phase(position: Position, rovers: list[Rover], phase: i64, events: list[Event] | None) -> None:
    """Turn, Move (which Still ends, LR-R11), Laser, Missile (LR-34), by those whose card still lies there (LR-R09),
    a phase that is gone has none (LR-75)."""
    steps: i64 = 0  # for which anybody has a card
    for rover in rovers:
        steps |= rover.program.steps[phase]
    if steps & TURNS:
        turn_step(rovers, phase, events)
    if steps & MOVES:
        move_step(position, rovers, phase, events)
    if steps & STANDS and position.phase != ENDED:
        stand_still(position, rovers, phase, events)
    if steps & LASERS and position.phase != ENDED:
        fire_lasers(position, rovers, phase, events)
    if steps & MISSILES and position.phase != ENDED:
        fire_missiles(position, rovers, phase, events)


def turn_step(rovers: list[Rover], phase: i64, events: list[Event] | None) -> None:
    """All Turn cards of a phase (LR-43)."""
    for rover in rovers:
        card = rover.program.does[phase]
        if RV < card <= TR:
            rover.facing = turned(rover.facing, card)
            if events is not None:
                args: dict[str, object] = {"rover": rover.name, "card": CARDS[card], "facing": FACINGS[rover.facing]}
                events.append(Event("turn", "LR-43", args))


def _tell_reveal(rovers: list[Rover], phase: i64, events: list[Event]) -> None:
    """LR-R08: the cards of a phase are turned up together; a wrong or missing one does nothing (LR-36, LR-R38)."""
    for rover in rovers:
        if rover.program.length <= phase:
            continue
        card = rover.program.cards[phase]
        args: dict[str, object] = {"rover": rover.name, "phase": phase + 1, "card": CARDS[card]}
        events.append(Event("reveal", "LR-33", args))
        if rover.program.does[phase] == IDLE:
            clause = "LR-R38" if card == NO_CARD else "LR-36"
            events.append(Event("blank", clause, {"rover": rover.name, "card": CARDS[card]}))
