"""The table of phases: who acts, what a move does, and what may follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parcferme.core.contract import CHANCE, DECISION, JOINT, OVER
from parcferme.core.events import Event
from parcferme.core.phases import Phase
from parcferme.games.rally.rules import drive, prepare
from parcferme.games.rally.state import GEAR, RISK, STEP, Position

Handler = Callable[[Position, int, list[Event] | None], None]

_PLACING: Final = ("mechanics", "solo_mechanics")
_LAYING: Final = ("lay", "deal", *_PLACING)
_NEXT_CAR: Final = ("tyres", "gear", "risk", "weather", "draw", "setup", "solo_setup", "end", *_LAYING)  # or stage


def nothing(p: Position, move: int, events: list[Event] | None) -> None:
    """The game is over."""


PHASES: Final[tuple[Phase[Handler], ...]] = (
    Phase("draw", CHANCE, "the lot among equals", prepare.draw, ("draw", "setup", *_LAYING)),
    Phase("setup", JOINT, "all, sealed", prepare.set_up_alone, ("mark",)),
    Phase("solo_setup", DECISION, "the one driver", prepare.set_up_alone, ("mark",)),
    Phase("mark", CHANCE, "the die of the first weather", prepare.mark_weather, _LAYING),
    Phase("lay", DECISION, "the last starter", prepare.lay, ("lay", *_PLACING)),
    Phase("deal", CHANCE, "a card, where chance lays", prepare.deal, ("deal", *_PLACING)),
    Phase("mechanics", JOINT, "all, sealed, three times", prepare.place_mechanic_alone, ("mechanics", "tyres")),
    Phase("solo_mechanics", DECISION, "the one driver", prepare.place_mechanic_alone, ("solo_mechanics", "tyres")),
    Phase("weather", CHANCE, "the weather die", drive.turn_weather, ("weather", "tyres", "gear", "risk")),
    Phase("tyres", DECISION, "the driver, before his start", drive.fit_at_start, ("gear",)),
    Phase("gear", DECISION, "the driver", drive.set_gear, ("risk",)),
    Phase("risk", CHANCE, "the risk die", drive.roll_risk, ("step", "damage", "service", *_NEXT_CAR)),
    Phase("step", DECISION, "the driver", drive.choose_step, ("step", "damage", "service", *_NEXT_CAR)),
    Phase("damage", CHANCE, "the damage die", drive.roll_damage, ("step", "damage", "service", *_NEXT_CAR)),
    Phase("service", DECISION, "the driver, off the road or slow", drive.choose_service, _NEXT_CAR),
    Phase("end", OVER, "", nothing, ()),
)


def make_move(p: Position, move: int, events: list[Event] | None) -> None:
    """One action or outcome, by its row. Rows of most moves are called by name: faster than by a table's entry."""
    if p.phase == STEP:
        drive.choose_step(p, move, events)
    elif p.phase == RISK:
        drive.roll_risk(p, move, events)
    elif p.phase == GEAR:
        drive.set_gear(p, move, events)
    else:
        PHASES[p.phase].handler(p, move, events)
