"""Moves that touch (LR-44 to LR-52): who moves, who is pushed, who is hit.

The outcome is the greatest set of moves that can all happen. It starts from "everyone moves" and takes back, until
nothing changes, each move that cannot happen. A move is only ever taken back, so the order does not matter.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.board.decks import RV
from parcferme.games.lunar_rally.board.hexes import LABELS
from parcferme.games.lunar_rally.mechanics.driving import heading
from parcferme.games.lunar_rally.rules.arriving import arrive, stand, tell_together
from parcferme.games.lunar_rally.state import OFF, Position, Rover

NO_PUSH: Final = -2
OBSTACLE_CLAUSES: Final = {"blocked": "LR-46", "rover": "LR-46", "entered": "LR-R15", "two_pushes": "LR-R16"}


@final
class Intent:
    """A Rover that makes for a hex, and whether it gets there."""

    __slots__ = ("beyond", "clear", "forward", "holder", "moves", "rover", "target", "way")

    def __init__(self, rover: Rover, card: int, holder: Rover | None) -> None:
        self.rover = rover
        self.target = rover.target
        self.way = heading(rover.facing, card)
        self.forward = card != RV  # LR-48, LR-52: reversing does no damage
        self.holder = holder  # the Rover that stands there at the start of the step
        self.clear = True  # nobody else makes for it, and its holder does not make for this Rover's hex
        self.moves = True
        self.beyond: i64 = NO_PUSH  # where it would push the Rover it meets


@final
class Clash:
    """All intents of a step, and which of them come true."""

    def __init__(self, position: Position, movers: list[Rover], phase: i64) -> None:
        self.position = position
        self.intents = [
            Intent(rover, rover.program.does[phase], position.standing_on(rover.target))
            for rover in movers
            if rover.target != OFF
        ]
        for intent in self.intents:
            intent.clear = not self.rivals(intent) and self.swaps_with(intent) is None  # LR-50, LR-51
            intent.moves = intent.clear

    def of(self, rover: Rover | None) -> Intent | None:
        """What this Rover is up to, if it moves at all."""
        for intent in self.intents:
            if intent.rover is rover:
                return intent
        return None

    def rivals(self, intent: Intent) -> list[Rover]:
        """Everybody else who makes for the same hex."""
        return [other.rover for other in self.intents if other is not intent and other.target == intent.target]

    def swaps_with(self, intent: Intent) -> Intent | None:
        """Whoever tries to exchange hexes with this one (LR-51)."""
        other = self.of(intent.holder)
        return other if other is not None and other.target == intent.rover.cell else None

    def stays(self, rover: Rover) -> bool:
        """Does this Rover stand its ground, or try in vain to leave it?"""
        intent = self.of(rover)
        return intent is None or not intent.moves

    def settle(self) -> None:
        """Take back every move that cannot happen, until all that are left can."""
        changed = True
        while changed:
            changed = False
            for intent in self.intents:
                intent.beyond = self._push_lane(intent)
            for intent in self.intents:
                if intent.moves and self.obstacle(intent):
                    intent.moves = False
                    changed = True

    def _push_lane(self, intent: Intent) -> i64:
        holder = intent.holder
        if holder is None or not intent.clear or not self.stays(holder):
            return NO_PUSH  # LR-R12, LR-R13: who drives away is followed, not hit
        return self.position.ground.step[6 * intent.target + intent.way]

    def obstacle(self, intent: Intent) -> str:
        """What keeps a mover from pushing on the Rover it meets; empty if nothing does (LR-45, LR-46)."""
        beyond = intent.beyond
        if beyond == NO_PUSH:
            return ""
        if beyond < 0:
            return "blocked"
        behind = self.position.standing_on(beyond)
        if behind is not None and self.stays(behind):
            return "rover"  # LR-46; LR-R17: a Rover that drives away leaves an empty hex
        for other in self.intents:
            if other.rover is not intent.holder and other.target == beyond:
                return "entered"  # LR-R15: an instructed Rover has precedence
        for other in self.intents:
            if other is not intent and other.beyond == beyond:
                return "two_pushes"  # LR-R16
        return ""

    def victims(self, intent: Intent) -> list[Rover]:
        """Whom a mover hits: all who aim at the same hex, and the Rover that stays on it (LR-44, LR-52, LR-R14), pushed
        or not; nothing else is hit, and nobody by what is behind (LR-R18)."""
        if not intent.forward:
            return []  # LR-48, LR-R41
        hit = self.rivals(intent)
        if intent.holder is not None and self.stays(intent.holder):
            hit.append(intent.holder)
        return hit


def clash(position: Position, movers: list[Rover], phase: i64, events: list[Event] | None) -> i64:
    """Moves that touch: deals the blows, sets the new hexes, returns the seats that reach the finish."""
    clash = Clash(position, movers, phase)
    clash.settle()
    for intent in clash.intents:
        for victim in clash.victims(intent):
            victim.blows += 1
    if events is not None:
        _tell_clash(clash, events)
    finishers: i64 = 0
    told = len(events) if events is not None else 0
    for intent in clash.intents:
        if intent.moves and intent.beyond != NO_PUSH:
            finishers |= _push(position, intent, events)
    for intent in clash.intents:
        if intent.moves:
            finishers |= arrive(position.ground, intent.rover, events)
    if events is not None:
        tell_together(events, told)
    return finishers


def _push(position: Position, intent: Intent, events: list[Event] | None) -> i64:
    """LR-45, LR-47, LR-R20: the Rover hit goes on one hex, onto whatever lies there."""
    pushed = intent.holder
    assert pushed is not None
    if events is not None:
        args: dict[str, object] = {
            "rover": intent.rover.name,
            "pushed": pushed.name,
            "from": LABELS[pushed.cell],
            "to": LABELS[intent.beyond],
        }
        events.append(Event("push", "LR-45" if intent.forward else "LR-48", args))
    return stand(position.ground, pushed, intent.beyond, position.race.push_finish, events)  # LR-R22


def _tell_clash(clash: Clash, events: list[Event]) -> None:
    """Contests and exchanges first, then who hits whom, then the pushes that fail."""
    told: list[Rover] = []
    for intent in clash.intents:
        _tell_meeting(clash, intent, told, events)
        told.append(intent.rover)
    for intent in clash.intents:
        swaps = clash.swaps_with(intent) is not None
        for victim in clash.victims(intent):
            clause = "LR-44" if victim is intent.holder and not swaps else "LR-52"  # who stands there, or a rival
            events.append(Event("hit", clause, {"rover": intent.rover.name, "victim": victim.name}))
    for intent in clash.intents:
        why = clash.obstacle(intent)
        if why and intent.holder is not None:
            args: dict[str, object] = {"rover": intent.rover.name, "pushed": intent.holder.name, "why": why}
            events.append(Event("push_blocked", OBSTACLE_CLAUSES[why], args))


def _tell_meeting(clash: Clash, intent: Intent, told: list[Rover], events: list[Event]) -> None:
    """Who makes for the same hex or would change places with this one, unless one of them has told it already."""
    rivals = clash.rivals(intent)
    if rivals and not any(rival in told for rival in rivals):
        names = "+".join([intent.rover.name, *[rival.name for rival in rivals]])
        events.append(Event("contest", "LR-50", {"rovers": names, "hex": LABELS[intent.target]}))
    other = clash.swaps_with(intent)
    if other is not None and other.rover not in told:
        events.append(Event("swap", "LR-51", {"rover": intent.rover.name, "other": other.rover.name}))
