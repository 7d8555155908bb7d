"""A turn under way and how it ended, on plain integers: what the solver's model of a section (`course.py`) works on."""

from __future__ import annotations

from typing import Final

from parcferme.games.rally_round.par.hand_state import Luck
from parcferme.games.rally_round.par.way_back import Trail

DRIVING: Final = 0
ROLLING: Final = 1
ROLLED_BACK: Final = 2


class End:
    """How a turn ended: at rest after so many turns, or at the due Time Control after so many seconds of the last."""

    __slots__ = ("turns", "arrived", "seconds", "trail", "speed", "pcs", "luck", "faults", "acts")

    def __init__(
        self,
        turns: int,
        arrived: bool,
        seconds: int,
        trail: Trail,
        speed: int,
        pcs: int,
        luck: Luck,
        faults: int,
        acts: list[int],
    ) -> None:
        self.turns = turns
        self.arrived = arrived
        self.seconds = seconds
        self.trail = trail
        self.speed = speed
        self.pcs = pcs
        self.luck = luck
        self.faults = faults  # seconds of penalty for faults
        self.acts = acts  # the actions of the rules that lead here


class Move:
    """A turn under way."""

    __slots__ = (
        "trail", "path", "speed", "pcs", "hand", "queue", "cap_at", "cap_for", "geared", "clutch", "armed", "shorter",
        "about", "rights", "said", "after", "left", "mode", "broken", "rolled", "climbs", "hushed", "fell", "faults",
        "acts",
    )  # fmt: skip

    def __init__(self, trail: Trail, speed: int, pcs: int, luck: Luck, rights: int) -> None:
        self.trail = trail  # where the move began
        self.path: list[int] = []  # edges driven since
        self.speed = speed
        self.pcs = pcs
        self.hand = luck.hand
        self.queue = luck.queue
        self.cap_at = luck.cap_at
        self.cap_for = luck.cap_for
        self.geared = luck.geared
        self.clutch = luck.clutch
        self.armed = 0
        self.shorter = 0
        self.about = False
        self.rights = rights
        self.said = 0
        self.after = 0
        self.left = 0
        self.mode = DRIVING
        self.broken = False  # a limit, in this move (RR-91)
        self.rolled = False
        self.climbs = False  # a start allowed only because it leads uphill (RR-55)
        self.hushed = False  # a Quiet Zone was ignored by a card
        self.fell = 0  # squares sent back
        self.faults = 0
        self.acts: list[int] = []

    def copy(self) -> Move:
        other = Move(self.trail, self.speed, self.pcs, NO_LUCK, self.rights)
        other.path = self.path[:]
        other.hand = self.hand
        other.queue = self.queue
        other.cap_at = self.cap_at
        other.cap_for = self.cap_for
        other.geared = self.geared
        other.clutch = self.clutch
        other.armed = self.armed
        other.shorter = self.shorter
        other.about = self.about
        other.said = self.said
        other.after = self.after
        other.left = self.left
        other.mode = self.mode
        other.broken = self.broken
        other.rolled = self.rolled
        other.climbs = self.climbs
        other.hushed = self.hushed
        other.fell = self.fell
        other.faults = self.faults
        other.acts = self.acts[:]
        return other

    def edge(self) -> int:
        return self.path[-1] if self.path else self.trail.edge

    def edge_behind(self) -> int:
        """The edge one square back; the car's own where it can go back no further."""
        if len(self.path) > 1:
            return self.path[-2]
        if self.path:
            return self.trail.edge
        return self.trail.edge if self.trail.before is None else self.trail.before.edge

    def after_doing(self, act: int) -> Move:
        """A copy in which this action was taken."""
        other = self.copy()
        other.acts.append(act)
        return other

    def send_back(self, squares: int) -> None:
        """Back the way it came, never behind the control booked last (RR-R28)."""
        while squares > 0:
            squares -= 1
            if self.path:
                self.path.pop()
                self.fell += 1
            elif self.trail.before is not None:
                self.trail = self.trail.before
                self.fell += 1


NO_LUCK: Final = Luck(-1, 0, (), 0, 0, 0, 0)  # for copies, which set every field themselves
