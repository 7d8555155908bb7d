"""RALLY alone in an event: a stage on a given road, or a race, against the turns it takes (RA-R41).

There is no certified par: what the stage takes with given mechanics is exact (par/), where to put them is not proved.
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import OVER, Game
from parcferme.core.errors import BadOption
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.play import Entry, replay
from parcferme.core.trial import HOME, Mark, Trial
from parcferme.games.rally.board.parts import DAMAGES, UNHURT
from parcferme.games.rally.mechanics.standings import turns_in_all
from parcferme.games.rally.meta import META
from parcferme.games.rally.state import Position


def task(given: dict[str, object]) -> Options:
    """One car; the road of a stage is given, those of a race are laid by chance: nobody lays an easy one."""
    if given.get("players", 1) != 1:
        raise BadOption("rally", "players", "a trial is driven alone (RA-R41)")
    if given.get("layer", "auto") != "auto":
        raise BadOption("rally", "layer", "in a trial nobody lays the own road")
    options = META.options.read({**given, "players": 1, "layer": "auto"})
    if options["scope"] == "championship":
        raise BadOption("rally", "scope", "a trial is a stage or a race")
    if options["scope"] == "stage" and not options["route"]:
        raise BadOption("rally", "route", "a trial of one stage names its road, so that all drive the same")
    return options


def judge(game: Game, log: list[Entry], legs: int) -> Mark | None:
    """Turns, a wreck walked home included (RA-R41), then damages (RA-42)."""
    events: list[Event] = []
    state = replay(game, log, events).state
    assert isinstance(state, Position)
    if state.kind() != OVER:
        return None
    damages = sum([1 for event in events if event.kind == "damage" and event.args["outcome"] != DAMAGES[UNHURT]])
    stages = [abs(row.turns[0]) for row in state.sheet]
    return Mark(HOME, [turns_in_all(state.sheet, 1)[0], damages], {"stages": stages})


TRIAL: Final = Trial(measure="turns", unit="turns", ties=("damages",), chance=True, task=task, judge=judge)
