"""What drivers of Lunar Rally like to know: rounds, hits given and taken, Rovers lost."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.events import Event
from parcferme.core.figures import Stat, Tally, add, blank
from parcferme.core.options import Options
from parcferme.core.result import Result
from parcferme.games.lunar_rally.rules.game import LunarGame
from parcferme.lib.figures import number, without

HITS: Final = ("laser", "missile", "hit")
STATS: Final = (
    Stat("rounds", "rounds", "races"),
    Stat("given", "given", "races"),
    Stat("taken", "taken", "races"),
    Stat("exploded", "exploded", "races"),
    Stat("contests", "contests", "races"),
)
PAR: Final = "turns"
PROVED: Final = True
COSMETIC: Final = ("players", "colours", "first")


def tally(game: Game, events: list[Event], result: Result) -> list[Tally]:
    """Rounds, damage, hits, and hexes that several Rovers wanted."""
    assert isinstance(game, LunarGame)
    tallies = blank(game.players, races=1)
    seats = {letter: seat for seat, letter in enumerate(game.race.letters)}
    for seat, own in enumerate(tallies):
        add(own, "rounds", result.measures["rounds"][seat])
    for event in events:
        if event.kind == "contest":
            for rover in str(event.args["rovers"]).split("+"):
                add(tallies[seats[rover[0]]], "contests")
        elif "rover" in event.args:
            _count(tallies[seats[str(event.args["rover"])[0]]], event)
    return tallies


def _count(own: Tally, event: Event) -> None:
    if event.kind in HITS:
        add(own, "given")
    elif event.kind == "damage":
        add(own, "taken", number(event, "count"))
    elif event.kind == "explode":
        add(own, "exploded")


def course(options: Options) -> Options | None:
    """A map and the rules; the Start Tokens may choose another map every time."""
    return without(options, COSMETIC) if options["scenario"] != "tokens" or options["map"] else None
