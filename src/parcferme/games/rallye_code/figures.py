"""What drivers of Rallye-Code like to know: the purse at the end, fines paid and collected, what the road cost."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game
from parcferme.core.events import Event
from parcferme.core.figures import MONEY, Stat, Tally, add, blank
from parcferme.core.options import Options
from parcferme.core.result import Result
from parcferme.lib.figures import number

FINES: Final = ("pay_card", "pay_overtaking", "pay_misplaced")
ALL_FINES: Final = FINES + tuple([f"{kind}_table" for kind in FINES])
COSTS: Final = ("garage", "garage_again", "damage", "aid", "aid_again", "hotel", "hotel_again", "petrol")
ON_THE_ROAD: Final = tuple([f"pay_{kind}" for kind in COSTS])
BOXES: Final = ("own_box", "paris", "half_box", "table_money")
STATS: Final = (
    Stat("purse", "purse", "games", MONEY),
    Stat("fines", "fines", "games", MONEY),
    Stat("collected", "collected", "games", MONEY),
    Stat("costs", "costs", "games", MONEY),
    Stat("boxes", "boxes", "games", MONEY),
)
PAR: Final = ""
PROVED: Final = False


def tally(game: Game, events: list[Event], result: Result) -> list[Tally]:
    """Money by where it came from and went to."""
    tallies = blank(game.players, games=1)
    for seat, own in enumerate(tallies):
        add(own, "purse", result.measures["money"][seat])
    for event in events:
        if "player" in event.args and "amount" in event.args:
            _count(tallies, event)
    return tallies


def _count(tallies: list[Tally], event: Event) -> None:
    own, amount = tallies[number(event, "player") - 1], number(event, "amount")
    if event.kind in ALL_FINES:
        add(own, "fines", amount)
        if "payee" in event.args:
            add(tallies[number(event, "payee") - 1], "collected", amount)
    elif event.kind in ON_THE_ROAD:
        add(own, "costs", amount)
    elif event.kind in BOXES:
        add(own, "boxes", amount)


def course(options: Options) -> Options | None:
    """It is never driven alone."""
    return None
