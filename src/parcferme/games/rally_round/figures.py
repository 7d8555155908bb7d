"""What crews of Rally Round like to know: penalties by their kind, section by section."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.events import Event
from parcferme.core.figures import CLOCK, Stat, Tally, add, blank
from parcferme.core.options import Options
from parcferme.core.result import Result
from parcferme.games.rally_round.mechanics.timing import FAULT_NAMES
from parcferme.lib.figures import number, without

EARLY: Final = "RR-73"  # the clause of a Regularity or Selective that took less than its time
STATS: Final = (
    Stat("late", "late", "sections", CLOCK),
    Stat("early", "early", "sections", CLOCK),
    Stat("off", "off", "rallies"),
    *[Stat(name, name, "rallies") for name in FAULT_NAMES],
)
PAR: Final = "par"
PROVED: Final = True


def tally(game: Game, events: list[Event], result: Result) -> list[Tally]:
    """Sections with their penalties for being late or early, faults by kind, and how often the car went off."""
    tallies = blank(game.players, rallies=1)
    seats = {car: seat for seat, car in enumerate(result.measures["car"])}
    for event in events:
        seat = seats.get(number(event, "crew")) if "crew" in event.args else None
        if seat is not None:
            _count(tallies[seat], event)
    return tallies


def _count(own: Tally, event: Event) -> None:
    if event.kind == "booked":
        add(own, "sections")
        add(own, "early" if event.clause == EARLY else "late", number(event, "penalty"))
    elif event.kind == "off" or event.kind in FAULT_NAMES:
        add(own, event.kind)


def course(options: Options) -> Options | None:
    """A marked map and the rules, for one crew; a map that is laid is another every time."""
    one = options["crews"] in (0, 1) and not options["competitive"]
    return without(options, ("players", "crews")) if one and options["route"] == "marked" else None
