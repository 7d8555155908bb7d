"""What an action does on the board: where the car comes to rest, by which way, and what befalls its crew there.

A move is played on as far as neither a card nor another crew decides; what the crew itself is asked on the way it
answers as usual (`State.default`).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import DECISION
from parcferme.core.events import Event
from parcferme.core.position import Note
from parcferme.games.rally_round.actions import CARD, DRAW
from parcferme.games.rally_round.state import N_FEATHER, N_HAZARD, N_SPEED, Position

TOLD: Final = (
    "off", "flooded", "rolls", "visited", "missed_pc", "overshot", "wrong_side", "give_way", "quiet_zone", "booked",
    "disqualified", "illegal_speed", "pack_empty",
)  # fmt: skip
LONGEST_MOVE: Final = 60  # steps


def effect(p: Position, seat: int, action: int) -> Note:
    if action == DRAW:
        return {"opens": "card"}
    declares = CARD <= action < p.t.square_base  # a kept card: the move is still to be announced
    if p.phase < N_SPEED or p.phase == N_FEATHER or declares or seat != p.car().seat:
        return {}
    after, events = preview(p, action)
    own = [event for event in events if event.args.get("crew") == p.crew + 1]
    return {**_ride(p, after), **_told(own)}


def _ride(p: Position, after: Position) -> Note:
    """Where the car is then, and whether a card is drawn there."""
    if after.part != p.part:
        return {}  # that part of the rally is over, and the cars have been taken off the map
    ride: Note = {"to": p.t.board.ids[after.square(p.crew)]}
    if path := _path(p, after):
        ride["path"] = path
    if after.phase == N_HAZARD:
        ride["opens"] = "card"
    return ride


def _told(own: list[Event]) -> Note:
    """What befalls the crew."""
    kinds = {event.kind for event in own}
    told: Note = {}
    for event in own:
        if event.kind == "rests":
            told["speed"] = event.args["speed"]
    if "booked" in kinds:
        told["ends"] = "rally" if "finished" in kinds else "section"
    if happens := [[event.kind, _without_crew(event)] for event in own if event.kind in TOLD]:
        told["happens"] = happens
    return told


def preview(p: Position, action: int) -> tuple[Position, list[Event]]:
    """The move this action leads to, if everything after it is answered by default; stops at a card to be drawn."""
    after = p.copy()
    assert isinstance(after, Position)
    events: list[Event] = []
    seat = p.to_act()[0]
    after.apply(action, events)
    for _ in range(LONGEST_MOVE):
        if after.kind() != DECISION or after.crew != p.crew or after.phase in (N_SPEED, N_FEATHER):
            break
        if after.to_act()[0] != seat:
            break
        after.apply(after.default(seat), events)
    return after, events


def _path(before: Position, after: Position) -> list[int]:
    """The squares driven over, the last one included; empty for a car that stays or ends up further back."""
    board, old, car = before.t.board, before.cars[before.crew], after.cars[before.crew]
    return [board.ids[board.head[car.trail[place & 15]]] for place in range(old.at + 1, car.at + 1)]


def _without_crew(event: Event) -> dict[str, object]:
    return {name: value for name, value in event.args.items() if name != "crew"}
