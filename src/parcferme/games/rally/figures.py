"""What drivers of RALLY like to know: what came of driving too hard, and the turns it cost."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.events import Event
from parcferme.core.figures import SHARE, Stat, Tally, add, blank
from parcferme.core.options import Options
from parcferme.core.result import Result
from parcferme.lib.figures import number, without

HARM: Final = {"-": "unhurt", "tc": "spins", "1": "light", "2": "heavy", "3": "heavy", "e": "out"}
STATS: Final = (
    Stat("risks", "risks", "stages"),
    Stat("unhurt", "unhurt", "risks", SHARE),
    Stat("spins", "spins", "stages"),
    Stat("light", "light", "stages"),
    Stat("heavy", "heavy", "stages"),
    Stat("out", "out", "stages", SHARE),
    Stat("standing", "standing", "stages"),
)
PAR: Final = "turns"
PROVED: Final = False


def tally(game: Game, events: list[Event], result: Result) -> list[Tally]:
    """Rolls for damage by what came of them, and turns that were missed for it."""
    tallies = blank(game.players)
    for event in events:
        if event.kind == "stage_over":
            for own in tallies:
                add(own, "stages")
        elif event.kind == "damage":
            own = tallies[number(event, "car") - 1]
            add(own, "risks")
            add(own, HARM[str(event.args["outcome"])])
        elif event.kind == "waits":
            add(tallies[number(event, "car") - 1], "standing")
    return tallies


def course(options: Options) -> Options | None:
    """A single stage on a road that is given, and the rules; who lays the cards does not matter then."""
    return without(options, ("players", "layer")) if options["scope"] == "stage" and options["route"] else None
