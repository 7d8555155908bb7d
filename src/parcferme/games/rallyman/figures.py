"""What drivers of Rallyman like to know: what the dice showed, how often control was lost, seconds a special."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.events import Event
from parcferme.core.figures import CLOCK, MILLION, SHARE, Stat, Tally, add, blank
from parcferme.core.options import Options
from parcferme.core.result import Result
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.lib.figures import number, without

WHITE: Final = "W"
STATS: Final = (
    Stat("black", "black_hazards", "black", SHARE, "black_expected"),
    Stat("white", "white_hazards", "white", SHARE, "white_expected"),
    Stat("lost", "lost", "specials"),
    Stat("attacks", "attacks", "specials"),
    Stat("seconds", "seconds", "specials", CLOCK),
)
PAR: Final = "par"
PROVED: Final = False
COSMETIC: Final = ("players", "name", "date", "drivers", "start_order", "staggered_start", "checkpoints")


def tally(game: Game, events: list[Event], result: Result) -> list[Tally]:
    """Dice by colour with their hazards, losses of control, attacks, and specials with their seconds."""
    assert isinstance(game, RallymanGame)
    tallies = blank(game.players)
    for event in events:
        if "car" in event.args:
            _count(game, tallies[number(event, "car")], event)
    return tallies


def _count(game: RallymanGame, own: Tally, event: Event) -> None:
    if event.kind in ("roll_clean", "roll_hazard"):
        _roll(game, own, str(event.args["die"]))
        _hazards(own, str(event.args["die"]) if event.kind == "roll_hazard" else "")
    elif event.kind == "attack":
        add(own, "attacks")
        for die in str(event.args["dice"]):
            _roll(game, own, die)
    elif event.kind == "faces":
        _hazards(own, str(event.args["hazards"]).strip("-"))
    elif event.kind == "lost":
        add(own, "lost")
    elif event.kind == "stage_time":
        add(own, "specials")
        add(own, "seconds", number(event, "seconds"))


def _roll(game: RallymanGame, own: Tally, die: str) -> None:
    parts, colour = game.rally.components, _colour(die)
    add(own, colour)
    add(own, f"{colour}_expected", MILLION * parts.hazards[-1 if die == WHITE else int(die) - 1] // parts.faces)


def _hazards(own: Tally, dice: str) -> None:
    for die in dice:
        add(own, f"{_colour(die)}_hazards")


def _colour(die: str) -> str:
    return "white" if die == WHITE else "black"


def course(options: Options) -> Options | None:
    """Its roads, surfaces and rules; names, splits and the order of starting change nothing for one who is alone."""
    return without(options, COSMETIC)
