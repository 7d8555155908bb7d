"""The end of a turn: the gear card, the markers of a time attack, split times, the finish."""

from __future__ import annotations

from parcferme.core.events import Events
from parcferme.games.rallyman.chrono_log import CARD_TAKEN, SPLIT
from parcferme.games.rallyman.rules.begin import tell, timed
from parcferme.games.rallyman.rules.stage import next_turn
from parcferme.games.rallyman.state import FINISHED, Position


def take_card(p: Position, events: Events, clause: str = "RM-35") -> None:
    """The card of the last engaged gear goes on the chrono pile (RM-03, RM-08, RM-35, RM-36)."""
    car = p.car
    seconds = p.rally.components.seconds[car.gear]
    car.chrono = car.chrono + seconds
    car.write(CARD_TAKEN, p.special, car.gear, seconds)
    if p.turn.attacking:
        pay_attack(p)
    if events is not None:
        tell(p, events, "card", clause, {"gear": car.gear, "seconds": seconds, "total": car.chrono})
    if p.rally.timed:
        announce_splits(p, events)
    if car.space == p.road.finish:
        _finish(p, events)
    next_turn(p, events)


def pay_attack(p: Position) -> None:
    """A time attack's seconds are handed out when the turn ends (RM-11, RM-40)."""
    p.car.markers = p.car.markers + p.turn.earned
    p.turn.earned = 0


def _finish(p: Position, events: Events) -> None:
    """The car has driven the special to its end; no exact count is needed (RM-05, RM-R44)."""
    car = p.car
    car.status = FINISHED
    if events is not None:
        tell(p, events, "finished", "RM-98", {**timed(car.net()), "markers": car.markers})


def announce_splits(p: Position, events: Events) -> None:
    """RM-106, RM-107, RM-R40: the time so far at every checkpoint reached or passed in this turn."""
    car = p.car
    for number, point in enumerate(p.rally.checkpoints[p.special]):
        if p.turn.began < point <= car.space:
            car.write(SPLIT, p.special, number, car.net())
            if events is not None:
                args: dict[str, object] = {"checkpoint": number + 1, "space": p.road.ids[point], **timed(car.net())}
                tell(p, events, "split", "RM-107", args)
