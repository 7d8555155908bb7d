"""One turn of all Rovers of a number: three phases, each Turn, Move, Laser, Missile (LR-32 to LR-34)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.cards import CARDS, EFFECTS, IDLE, LA, LENGTHS, MI, NO_CARD, RV, SEQUENCES, ST, TR
from parcferme.games.lunar_rally.load import FACINGS, LABELS, Ground
from parcferme.games.lunar_rally.rules.moves import move_step
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.rules.weapons import fire_lasers, fire_missiles
from parcferme.games.lunar_rally.state import (
    CACHES,
    CELL,
    ENDED,
    FACING,
    MISSILES,
    NODE,
    PHASE,
    PHASES,
    PROGRAM,
    ROVERS_IN,
    SEATS,
    SHIELDS,
    number_of,
)
from parcferme.lib.rows import vec


def execute(v: vec[i64], race: Race, ground: Ground, number: int, events: list[Event] | None) -> None:
    """Run the programs of all Rovers of this number; stops where the game ends."""
    first = SEATS * (number - 1)
    last = first + race.players
    most = 0
    for rover in range(first, last):
        most = max(most, v[PROGRAM + rover])
    for phase in range(LENGTHS[most]):  # longer programs have higher numbers
        v[PHASE] = phase + 1
        if events is not None:
            _tell_reveal(v, race, first, last, phase, events)
        run_phase(v, race, ground, number, phase, events)
        if v[NODE] == ENDED:
            return
    v[PHASE] = 3


def run_phase(v: vec[i64], race: Race, ground: Ground, number: int, phase: int, events: list[Event] | None) -> None:
    """Turn, Move (which Still ends, LR-R11), Laser, Missile.

    A destroyed Rover has no cards and a lost phase none either (LR-75): whether a Rover acts is in its program alone.
    """
    effects = EFFECTS[number]
    first = SEATS * (number - 1)
    moving = 0  # the Rovers that drive, as bits
    acting = 0  # … and those that fire or stand still
    for rover in range(first, first + race.players):
        card = effects[3 * v[PROGRAM + rover] + phase]
        if card <= RV:
            moving |= 1 << rover
        elif card <= TR:
            _turn(v, race, rover, card, events)
        elif card <= ST:
            acting |= 1 << rover
    if moving:
        move_step(v, race, ground, moving, effects, phase, events)
    if acting and v[NODE] != ENDED:
        _act(v, race, ground, acting, effects, phase, events)


def _act(
    v: vec[i64], race: Race, ground: Ground, acting: int, effects: vec[i64], phase: int, events: list[Event] | None
) -> None:
    """Still, then lasers, then missiles, each by those whose card still lies there: damage counts at once (LR-R09)."""
    lasers = missiles = 0
    for rover in ROVERS_IN[acting]:
        card = effects[3 * v[PROGRAM + rover] + phase]
        if card == ST:
            _still(v, race, ground, rover, events)
        elif card == LA:
            lasers += 1
        elif card == MI:
            missiles += 1
    if lasers:
        fire_lasers(v, race, ground, _still_able(v, acting, effects, phase, LA), events)
    if missiles and v[NODE] != ENDED:
        fire_missiles(v, race, ground, _still_able(v, acting, effects, phase, MI), events)


def _turn(v: vec[i64], race: Race, rover: int, card: int, events: list[Event] | None) -> None:
    """LR-43: 60° on the spot."""
    facing = v[FACING + rover] + (1 if card == TR else 5)
    v[FACING + rover] = facing if facing < 6 else facing - 6
    if events is not None:
        args: dict[str, object] = {"rover": race.names[rover], "card": CARDS[card]}
        args["facing"] = FACINGS[v[FACING + rover]]
        events.append(Event("turn", "LR-43", args))


def _still_able(v: vec[i64], acting: int, effects: vec[i64], phase: int, card: int) -> list[int]:
    """Those whose card still lies there: damage of an earlier step counts at once (LR-72, LR-R09)."""
    return [rover for rover in ROVERS_IN[acting] if effects[3 * v[PROGRAM + rover] + phase] == card]


def _still(v: vec[i64], race: Race, ground: Ground, rover: int, events: list[Event] | None) -> None:
    cell = v[CELL + rover]
    number = number_of(rover)  # also its full complement of missiles and of shields (LR-15)
    cache = ground.cache_bit[cell] & v[CACHES]
    why, clause = "", ""
    if cache:
        if v[MISSILES + rover] < number:  # LR-78, LR-80
            v[MISSILES + rover] = v[MISSILES + rover] + 1
            v[CACHES] = v[CACHES] & ~cache
        else:
            why, clause = "full", "LR-79"
    elif not ground.is_station[cell]:
        why, clause = "plain", "LR-78"
    elif v[PHASES + rover] < 3:  # LR-81, LR-R30: the restored phase has no card yet
        v[PHASES + rover] = v[PHASES + rover] + 1
    elif v[SHIELDS + rover] < number:
        v[SHIELDS + rover] = v[SHIELDS + rover] + 1
    else:
        why, clause = "sound", "LR-81"
    if events is not None:
        _tell_still(v, race, rover, cache, why, clause, events)


def _tell_still(v: vec[i64], race: Race, rover: int, cache: int, why: str, clause: str, events: list[Event]) -> None:
    args: dict[str, object] = {"rover": race.names[rover], "hex": LABELS[v[CELL + rover]]}
    if why:
        events.append(Event("still", clause, {**args, "why": why}))
    elif cache:
        events.append(Event("cache", "LR-78", {**args, "missiles": v[MISSILES + rover]}))
    else:
        events.append(Event("repair", "LR-81", {**args, "phases": v[PHASES + rover], "shields": v[SHIELDS + rover]}))


def _tell_reveal(v: vec[i64], race: Race, first: int, last: int, phase: int, events: list[Event]) -> None:
    """LR-R08: the cards of a phase are turned up together; a wrong or missing one does nothing (LR-36, LR-R38)."""
    for rover in range(first, last):
        cards = SEQUENCES[v[PROGRAM + rover]]
        if len(cards) <= phase:
            continue
        card = cards[phase]
        args: dict[str, object] = {"rover": race.names[rover], "phase": phase + 1, "card": CARDS[card]}
        events.append(Event("reveal", "LR-33", args))
        if EFFECTS[number_of(rover)][3 * v[PROGRAM + rover] + phase] == IDLE:
            clause = "LR-R38" if card == NO_CARD else "LR-36"
            events.append(Event("blank", clause, {"rover": race.names[rover], "card": CARDS[card]}))
