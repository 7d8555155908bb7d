"""A rally with its options chosen."""

# isort: skip_file
from __future__ import annotations

from parcferme.core.contract import Game
from parcferme.core.position import list_at, object_at
from parcferme.core.errors import BadRecord
from parcferme.core.options import Options
from parcferme.games.rallyman.actions import ACTIONS, OUTCOMES
from parcferme.games.rallyman.rules.cache import NO_CHOICES
from parcferme.games.rallyman.meta import META
from parcferme.games.rallyman.board.rally import NO_ODDS, Rally
from parcferme.games.rallyman.rules import stage, turn
from parcferme.games.rallyman.rules.machine import RallymanState
from parcferme.games.rallyman.state import OVER_PHASE, TURN, first_values


class RallymanGame(Game):
    """Rallyman under one set of options."""

    def __init__(self, options: Options, version: int) -> None:
        rally = Rally(options)
        super().__init__(META.id, version, rally.players, options, ACTIONS, OUTCOMES)
        self.rally = rally

    def start(self) -> RallymanState:
        state = self._blank()
        stage.open_rally(state)
        return state

    def _blank(self) -> RallymanState:
        rally = self.rally
        return RallymanState(rally, first_values(rally), rally.road(0, 0), None, NO_CHOICES, NO_ODDS)

    def restore(self, dump: object) -> RallymanState:
        parts = list_at("position", object_at("position", dump).get("parts"), 2, 2)
        numbers, entries = _numbers(parts, 0), _numbers(parts, 1)
        state = self._blank()
        expected = len(state.numbers())
        if len(numbers) != expected:
            raise BadRecord("position", f"has {len(numbers)} numbers, not {expected}")
        for number in entries:
            state.note(number)
        try:
            state.take(numbers)
            _reopen(state)
        except (IndexError, KeyError, ValueError) as error:
            raise BadRecord("position", f"holds numbers that no rally comes to ({error})") from error
        return state

    def bound(self) -> int:
        """Every die moves a car on, and in every round the leading car plays at least one.

        A die takes at most 4 steps (choice, roll, card, Sisu), a turn at most 3 more (spare, end, card back); a turn
        without a die is a pass, and there is a die in every round.
        """
        cars, steps = self.players, 1
        for spaces in self.rally.spaces:
            moves = cars * (len(spaces) + 1)
            passes = (moves + cars) * (cars - 1)
            steps += moves * 7 + passes + cars * 4 + 4
        return steps

    def score_bounds(self) -> tuple[int, int]:
        """From a stroll of 20 seconds a space to a flight of one."""
        spaces = sum(len(special) for special in self.rally.spaces)
        return -20 * spaces, -spaces


def create(options: Options, version: int) -> RallymanGame:
    """A rally with these options; raises BadOption or BadContent."""
    return RallymanGame(options, version)


def _reopen(p: RallymanState) -> None:
    """Work out again what the node offers: it follows from the numbers."""
    if TURN <= p.phase < OVER_PHASE:
        turn.reopen(p)
    else:
        stage.reopen(p)


def _numbers(dump: list[object], part: int) -> list[int]:
    found = dump[part] if part < len(dump) else None
    if not isinstance(found, list) or not all(isinstance(number, int) for number in found):
        raise BadRecord(f"position[{part}]", "is not a list of whole numbers")
    return [number for number in found if isinstance(number, int)]
