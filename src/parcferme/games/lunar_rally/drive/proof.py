"""What each program of the last Rover on the map is worth, proved: its turns to the finish if it is driven well from
then on. Nothing is left to chance there and nobody is in the way: every program of every turn is tried by the rules,
damage in Craters and repairs included."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import CHANCE, JOINT, OVER, State
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.rules.game import LunarState
from parcferme.games.lunar_rally.state import FINISH, PROGRAM_1, PROGRAM_2, Position, Rover

UNIT: Final = "turns"  # a phase is a third of one
FARTHEST: Final = 12  # turns: who needs more is not looked at
KEPT: Final = 6  # maps remembered, for either Rover

Pose = tuple[int, int, int, int]  # cell, facing, phases and shields: all that matters to a Rover alone


def prove(state: State, seat: int) -> list[float] | None:
    """Turns to the finish behind each program, less than nought. `None` where another Rover is on the map or may come,
    and where a program leads nowhere."""
    assert isinstance(state, LunarState)
    position = state.position
    on_map = _on_map(position)
    if position.phase not in (PROGRAM_1, PROGRAM_2) or len(on_map) > 1 or state.to_act() != (seat,):
        return None
    others = position.remaining() & ~(1 << seat)
    if (others and position.race.replacement) or position.round + FARTHEST > position.race.round_cap:
        return None
    drive = _drive_of(position.ground, on_map[0])
    turns = [drive.after(state, action) for action in state.legal(seat)]
    return None if max(turns) > FARTHEST else [-one for one in turns]


class Turn:
    """What one turn from a pose may lead to: the soonest phase in which it finishes, or where it may end."""

    __slots__ = ("finish", "ends")

    def __init__(self) -> None:
        self.finish = 0
        self.ends: dict[Pose, State] = {}

    def add(self, state: State) -> None:
        """One program, driven."""
        assert isinstance(state, LunarState)
        position = state.position
        if position.reason == FINISH:
            phase = int(position.revealed)
            self.finish = min(self.finish or phase, phase)
        elif state.kind() != OVER:
            self.ends[_pose(_on_map(position)[0])] = state


class LoneDrive:
    """The turns of a Rover alone on a map, each worked out when it is first met."""

    def __init__(self, ground: Ground, number: int) -> None:
        self.ground = ground
        self.number = number
        self.turns: dict[Pose, Turn] = {}
        self.known: dict[Pose, float] = {}

    def after(self, state: State, action: int) -> float:
        turn = Turn()
        turn.add(_driven(state, action))
        if turn.finish:
            return turn.finish / 3.0
        return 1.0 + min([self.least(pose, end) for pose, end in turn.ends.items()], default=float(FARTHEST))

    def least(self, pose: Pose, state: State) -> float:
        """Fewest turns from a pose: turn by turn all that can be reached, until one of them finishes."""
        found = self.known.get(pose)
        if found is None:
            found = self._sought(pose, state)
            self.known[pose] = found
        return found

    def _sought(self, pose: Pose, state: State) -> float:
        edge: dict[Pose, State] = {pose: state}
        seen = {pose}
        for driven in range(FARTHEST):
            turns = [self._turn(one, there) for one, there in edge.items()]
            finishes = [turn.finish for turn in turns if turn.finish]
            if finishes:
                return driven + min(finishes) / 3.0
            edge = {one: there for turn in turns for one, there in turn.ends.items() if one not in seen}
            seen.update(edge)
        return float(FARTHEST)

    def _turn(self, pose: Pose, state: State) -> Turn:
        turn = self.turns.get(pose)
        if turn is None:
            turn = Turn()
            for action in state.legal(state.to_act()[0]):
                turn.add(_driven(state, action))
            self.turns[pose] = turn
        return turn


def _on_map(position: Position) -> list[Rover]:
    return [rover for rover in position.rovers if rover.cell >= 0]


def _pose(rover: Rover) -> Pose:
    return int(rover.cell), int(rover.facing), int(rover.phases), int(rover.shields)


def _driven(state: State, action: int) -> State:
    """Until the Rover is programmed again: the Moon Token is turned, nobody else acts."""
    after = state.copy()
    after.apply_joint([action])
    while after.kind() == CHANCE:
        after.apply(after.chance()[0][0])
    assert after.kind() in (JOINT, OVER)
    return after


_drives: list[LoneDrive] = []


def _drive_of(ground: Ground, rover: Rover) -> LoneDrive:
    for drive in _drives:
        if drive.ground is ground and drive.number == rover.number:
            return drive
    if len(_drives) >= KEPT:
        del _drives[0]
    drive = LoneDrive(ground, int(rover.number))
    _drives.append(drive)
    return drive
