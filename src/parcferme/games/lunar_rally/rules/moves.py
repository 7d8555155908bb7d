"""The Move step (LR-42 to LR-56): everyone at once, whatever the order in which they are looked at.

Most moves touch nobody and are made at once. Where paths cross, `clash` finds the one outcome: it starts from
"everyone moves" and takes back, until nothing changes, each move that cannot happen. A move is only ever taken back,
so the outcome does not depend on the order.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.lunar_rally.cards import RV
from parcferme.games.lunar_rally.load import BLOCKED, LABELS, STUCK, Ground
from parcferme.games.lunar_rally.rules.damage import damage
from parcferme.games.lunar_rally.rules.ending import end_at_finish, end_if_settled
from parcferme.games.lunar_rally.rules.race import Race
from parcferme.games.lunar_rally.state import ARMED, CELL, FACING, PROGRAM, ROVERS, ROVERS_IN, rover_on
from parcferme.lib.rows import vec

NO_PUSH: Final = -2


def move_step(
    v: vec[i64], race: Race, ground: Ground, moving: int, effects: vec[i64], phase: int, events: list[Event] | None
) -> None:
    """All Forward and Reverse cards of a phase, of the Rovers whose bits are set."""
    rovers = ROVERS_IN[moving]
    if len(rovers) == 1 and events is None:
        rover = rovers[0]
        target = ground.ahead[effects[3 * v[PROGRAM + rover] + phase]][6 * v[CELL + rover] + v[FACING + rover]]
        if target == STUCK:
            return
        if target >= 0 and not ground.is_line[target] and rover_on(v, target) < 0:
            v[CELL + rover] = target  # nobody is met, and it is neither start nor finish: off it wakes its weapons
            v[ARMED + rover] = 1
            return
    _move_together(v, race, ground, [8 * effects[3 * v[PROGRAM + r] + phase] + r for r in rovers], events)


def _move_together(v: vec[i64], race: Race, ground: Ground, orders: list[int], events: list[Event] | None) -> None:
    """An order is 8 × card + rover."""
    targets: list[int] = []
    movers: list[int] = []
    bumped: list[int] = []
    touching = False
    for order in orders:
        rover = order & 7
        target = ground.ahead[order >> 3][6 * v[CELL + rover] + v[FACING + rover]]
        if target >= 0:
            touching = touching or rover_on(v, target) >= 0 or target in targets
            movers.append(order)
            targets.append(target)
            continue
        if target == BLOCKED:  # LR-53
            bumped.append(rover)
        if events is not None:
            _tell_refused(v, race, order, target, events)
    if touching or bumped:
        _collide(v, race, ground, movers, targets, bumped, touching, events)
    else:
        finishers = advance(v, race, ground, movers, targets, events)
        if finishers:
            end_at_finish(v, race, finishers, events)


def advance(
    v: vec[i64], race: Race, ground: Ground, movers: list[int], targets: list[int], events: list[Event] | None
) -> int:
    """Moves that touch nobody; returns the seats that reach the finish, as bits."""
    finishers = 0
    told = len(events) if events is not None else 0
    for index in range(len(movers)):
        rover = movers[index] & 7
        cell = targets[index]
        if events is None and not ground.is_line[cell]:
            v[CELL + rover] = cell
            v[ARMED + rover] = 1
        else:
            finishers |= _arrive(v, race, ground, rover, cell, events)
    if events is not None:
        _tell_together(events, told)
    return finishers


def _collide(
    v: vec[i64],
    race: Race,
    ground: Ground,
    movers: list[int],
    targets: list[int],
    bumped: list[int],
    touching: bool,
    events: list[Event] | None,
) -> None:
    """Moves of a step in which somebody hits something: all moves, then all damage, then the end if it has come."""
    hurt = [0] * ROVERS
    for rover in bumped:
        hurt[rover] += 1
    if touching:
        finishers = clash(v, race, ground, movers, targets, hurt, events)
    else:
        finishers = advance(v, race, ground, movers, targets, events)
    exploded = damage(v, race, ground, hurt, events)
    if finishers:
        end_at_finish(v, race, finishers, events)  # LR-R21: also for a Rover that has just exploded
    elif exploded:
        end_if_settled(v, race, events)


def _arrive(v: vec[i64], race: Race, ground: Ground, rover: int, cell: int, events: list[Event] | None) -> int:
    """A Rover drives to a hex; returns its seat's bit if that is the Finish Line, else 0."""
    if events is not None:
        args: dict[str, object] = {"rover": race.names[rover], "from": LABELS[v[CELL + rover]], "to": LABELS[cell]}
        events.append(Event("move", "LR-42", args))
    return _stand(v, race, ground, rover, cell, True, events)


def _stand(
    v: vec[i64], race: Race, ground: Ground, rover: int, cell: int, counts: bool, events: list[Event] | None
) -> int:
    """A Rover now stands here: off the Start Line its weapons wake (LR-57, LR-R24), on the finish it may win."""
    v[CELL + rover] = cell
    if not v[ARMED + rover] and not ground.is_start[cell]:
        v[ARMED + rover] = 1
        if events is not None:
            events.append(Event("armed", "LR-57", {"rover": race.names[rover]}))
    if not (ground.is_finish[cell] and counts):
        return 0
    if events is not None:
        events.append(Event("finish", "LR-83", {"rover": race.names[rover], "hex": LABELS[cell]}))
    return 1 << (rover & 3)


class Clash:
    """Intents that touch, and which of them come true. Lists run parallel, one entry for each mover."""

    __slots__ = ("beyond", "clear", "ground", "holder", "mover_at", "ok", "orders", "standing", "targets", "ways")

    def __init__(self, v: vec[i64], ground: Ground, orders: list[int], targets: list[int]) -> None:
        self.ground = ground
        self.orders = orders
        self.targets = targets
        self.standing: list[int] = list(v[CELL : CELL + ROVERS])
        self.ways = [(v[FACING + (o & 7)] + (3 if o >> 3 == RV else 0)) % 6 for o in orders]
        self.mover_at = [-1] * ROVERS  # rover → its index among the movers
        for index in range(len(orders)):
            self.mover_at[orders[index] & 7] = index
        # The Rover standing on each target at the start of the step, −1 if none
        self.holder = [self.standing.index(t) if t in self.standing else -1 for t in targets]
        self.clear = [self._is_clear(index) for index in range(len(orders))]
        self.ok = list(self.clear)
        self.beyond = [NO_PUSH] * len(orders)  # where each mover would push the Rover it meets

    def _is_clear(self, index: int) -> bool:
        """LR-50, LR-51: nobody else aims at this hex, and its holder does not aim at mine."""
        return self.targets.count(self.targets[index]) == 1 and self.swaps_with(index) < 0

    def swaps_with(self, index: int) -> int:
        """The mover that tries to exchange hexes with this one, −1 if none (LR-51)."""
        holder = self.holder[index]
        other = self.mover_at[holder] if holder >= 0 else -1
        if other >= 0 and self.targets[other] == self.standing[self.orders[index] & 7]:
            return other
        return -1

    def stays(self, rover: int) -> bool:
        """Does this Rover stand its ground, or try in vain to leave it?"""
        index = self.mover_at[rover]
        return index < 0 or not self.ok[index]

    def settle(self) -> None:
        """Take back every move that cannot happen, until all that are left can."""
        changed = True
        while changed:
            changed = False
            for index in range(len(self.orders)):
                self.beyond[index] = self._push_lane(index)
            for index in range(len(self.orders)):
                if self.ok[index] and self.obstacle(index):
                    self.ok[index] = False
                    changed = True

    def _push_lane(self, index: int) -> int:
        holder = self.holder[index]
        if holder < 0 or not self.clear[index] or not self.stays(holder):
            return NO_PUSH  # LR-R12: who drives away is followed, not hit
        return self.ground.step[6 * self.targets[index] + self.ways[index]]

    def obstacle(self, index: int) -> str:
        """What keeps a mover from pushing on the Rover it meets; empty if nothing does (LR-45, LR-46)."""
        beyond = self.beyond[index]
        if beyond == NO_PUSH:
            return ""
        if beyond < 0:
            return "blocked"
        if beyond in self.standing and self.stays(self.standing.index(beyond)):
            return "rover"  # LR-46; LR-R17: a Rover that drives away leaves an empty hex
        pushed = self.mover_at[self.holder[index]]
        for other in range(len(self.orders)):
            if other != pushed and self.targets[other] == beyond:
                return "entered"  # LR-R15: an instructed Rover has precedence
        return "two_pushes" if self.beyond.count(beyond) > 1 else ""  # LR-R16

    def victims(self, index: int) -> list[int]:
        """Whom a mover hits: all who aim at the same hex, and the Rover that stays on it (LR-44, LR-52, LR-R14)."""
        target = self.targets[index]
        hit = [self.orders[o] & 7 for o in range(len(self.orders)) if o != index and self.targets[o] == target]
        holder = self.holder[index]
        if holder >= 0 and self.stays(holder):
            hit.append(holder)
        return hit


def clash(
    v: vec[i64],
    race: Race,
    ground: Ground,
    orders: list[int],
    targets: list[int],
    hurt: list[int],
    events: list[Event] | None,
) -> int:
    """Moves that touch: counts the blows into `hurt`, sets the new hexes, returns the seats that reach the finish."""
    clash = Clash(v, ground, orders, targets)
    clash.settle()
    for index in range(len(orders)):
        if orders[index] >> 3 != RV:  # LR-48, LR-52: reversing does no damage
            for victim in clash.victims(index):
                hurt[victim] += 1
    if events is not None:
        _tell_clash(race, clash, events)
    finishers = 0
    told = len(events) if events is not None else 0
    for index in range(len(orders)):
        if clash.ok[index] and clash.beyond[index] != NO_PUSH:
            finishers |= _push(v, race, ground, clash, index, events)
    for index in range(len(orders)):
        if clash.ok[index]:
            finishers |= _arrive(v, race, ground, orders[index] & 7, targets[index], events)
    if events is not None:
        _tell_together(events, told)
    return finishers


def _tell_together(events: list[Event], told: int) -> None:
    """All moves are one: they are told before the weapons they wake, and those before the finish (LR-32, LR-84)."""
    events[told:] = sorted(events[told:], key=_rank)


def _rank(event: Event) -> int:
    return 2 if event.kind == "finish" else 1 if event.kind == "armed" else 0


def _push(v: vec[i64], race: Race, ground: Ground, clash: Clash, index: int, events: list[Event] | None) -> int:
    """LR-45, LR-47: the Rover hit goes on one hex, onto whatever lies there."""
    pushed = clash.holder[index]
    if events is not None:
        args: dict[str, object] = {
            "rover": race.names[clash.orders[index] & 7],
            "pushed": race.names[pushed],
            "from": LABELS[v[CELL + pushed]],
            "to": LABELS[clash.beyond[index]],
        }
        events.append(Event("push", "LR-45" if clash.orders[index] >> 3 != RV else "LR-48", args))
    return _stand(v, race, ground, pushed, clash.beyond[index], race.push_finish, events)  # LR-R22


def _tell_refused(v: vec[i64], race: Race, order: int, target: int, events: list[Event]) -> None:
    args: dict[str, object] = {"rover": race.names[order & 7], "hex": LABELS[v[CELL + (order & 7)]]}
    if target == BLOCKED:
        events.append(Event("bump", "LR-53", args))
    else:
        events.append(Event("stuck", "LR-56" if order >> 3 == RV else "LR-55", args))


def _tell_clash(race: Race, clash: Clash, events: list[Event]) -> None:
    """Contests and exchanges first, then who hits whom, then the pushes that fail."""
    names = [race.names[order & 7] for order in clash.orders]
    told: set[int] = set()
    for index, target in enumerate(clash.targets):
        if clash.targets.count(target) > 1 and target not in told:
            told.add(target)
            rivals = "+".join(names[o] for o in range(len(names)) if clash.targets[o] == target)
            events.append(Event("contest", "LR-50", {"rovers": rivals, "hex": LABELS[target]}))
        other = clash.swaps_with(index)
        if other > index:
            events.append(Event("swap", "LR-51", {"rover": names[index], "other": names[other]}))
    for index in range(len(names)):
        if clash.orders[index] >> 3 != RV:
            clause = "LR-44" if clash.clear[index] else "LR-52"
            for victim in clash.victims(index):
                events.append(Event("hit", clause, {"rover": names[index], "victim": race.names[victim]}))
    for index in range(len(names)):
        why = clash.obstacle(index)
        if why:
            pushed = race.names[clash.holder[index]]
            clause = "LR-R15" if why == "entered" else "LR-R16" if why == "two_pushes" else "LR-46"
            events.append(Event("push_blocked", clause, {"rover": names[index], "pushed": pushed, "why": why}))
