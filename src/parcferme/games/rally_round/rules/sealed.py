"""A competition of several at one table: each drives a rally of one, sealed from the others (RR-14, RR-R61).

Everybody who has not handed in a sheet decides at every step, about the own rally alone. Who is home hands the sheet
in; that can be seen, and nothing else can before all have done so.
"""

from __future__ import annotations

from random import Random

from parcferme.core.contract import JOINT, OVER, State, View
from parcferme.core.errors import Refusal
from parcferme.core.events import Event
from parcferme.core.position import Note
from parcferme.core.result import Result
from parcferme.games.rally_round import actions as act
from parcferme.games.rally_round.rules import scoring
from parcferme.games.rally_round.rules.phases import SEALED
from parcferme.games.rally_round.state import Position
from parcferme.games.rally_round.view import sealed_crew, view
from parcferme.games.rally_round.view_types import Crew, PackRow


class SealedState(State):
    """The rallies of all competitors."""

    __slots__ = ("blank", "rallies", "handed_in", "steps")

    def __init__(self, blank: Position, rallies: list[Position], handed_in: list[bool], steps: int) -> None:
        self.blank = blank  # before anything has happened; never changed
        self.rallies = rallies
        self.handed_in = handed_in
        self.steps = steps  # joint moves so far

    def kind(self) -> int:
        return OVER if all(self.handed_in) else JOINT

    def to_act(self) -> tuple[int, ...]:
        return tuple([seat for seat, done in enumerate(self.handed_in) if not done])

    def legal(self, seat: int) -> list[int]:
        if not 0 <= seat < len(self.rallies) or self.handed_in[seat]:
            return []
        return [act.HAND_IN] if self.rallies[seat].kind() == OVER else self.rallies[seat].legal(0)

    def explain(self, seat: int, action: int) -> Refusal | None:
        if action in self.legal(seat):
            return None
        if self.kind() == OVER:
            return Refusal("over", "RR-101")
        if not 0 <= seat < len(self.rallies) or self.handed_in[seat]:
            return Refusal("handed_in", "RR-R61")
        if self.rallies[seat].kind() == OVER:
            return Refusal("not_now", "RR-R61", {"node": "hand_in"})
        return self.rallies[seat].explain(0, action)

    def chance(self) -> list[tuple[int, int]]:
        return []  # RR-81: the cards come in a known order

    def apply(self, move: int, events: list[Event] | None = None) -> None:
        raise ValueError("competitors decide together")

    def apply_joint(self, moves: list[int], events: list[Event] | None = None) -> None:
        self.steps += 1
        for seat, move in zip(self.to_act(), moves, strict=True):
            if move == act.HAND_IN:
                self._hand_in(seat, events)
            else:
                self._drive(seat, move, events)
        if events is not None and self.kind() == OVER:
            events.append(Event("rally_over", "RR-101", {"part": 1}))

    def _hand_in(self, seat: int, events: list[Event] | None) -> None:
        self.handed_in[seat] = True
        if events is not None:
            events.append(Event("hands_in", "RR-R61", {"crew": seat + 1}))

    def _drive(self, seat: int, move: int, events: list[Event] | None) -> None:
        """One decision in a rally; only its competitor hears what happens."""
        if events is None:
            self.rallies[seat].apply(move)
            return
        own: list[Event] = []
        self.rallies[seat].apply(move, own)
        for event in own:
            if event.kind != "rally_over":
                events.append(Event(event.kind, event.clause, {**event.args, "crew": seat + 1}, (seat,)))

    def default(self, seat: int) -> int:
        return act.HAND_IN if self.rallies[seat].kind() == OVER else self.rallies[seat].default(0)

    def effect(self, seat: int, action: int) -> Note:
        return {"ends": "rally"} if action == act.HAND_IN else self.rallies[seat].effect(0, action)

    def view(self, seat: int | None) -> View:
        """The own rally, and of the others only who has handed in; everything once all have."""
        over = self.kind() == OVER
        own = self.blank if seat is None else self.rallies[seat]
        asked = seat is not None and not self.handed_in[seat]
        shown = view(own, seat)
        if own.kind() == OVER or not asked:
            shown["node"] = "over" if over else "hand_in" if asked else "sealed"
        shown["to_act"] = seat if asked else None
        shown["crew"] = 1 if seat is None else seat + 1
        shown["order"] = list(range(1, len(self.rallies) + 1))
        shown["crews"] = [self._crew(other, over or other == seat) for other in range(len(self.rallies))]
        shown["pack"] = [_pack(self._open(other, over or other == seat)) for other in range(len(self.rallies))]
        return dict(shown)

    def _open(self, seat: int, is_open: bool) -> Position:
        return self.rallies[seat] if is_open else self.blank

    def _crew(self, seat: int, is_open: bool) -> Crew:
        rally = self._open(seat, is_open)
        return sealed_crew(rally, seat, "" if is_open else "finished" if self.handed_in[seat] else "driving")

    def resample(self, seat: int, rng: Random) -> SealedState:
        """The other rallies driven anew, as chance will have it, unless all is open."""
        if self.kind() == OVER:
            return self.copy()
        rallies = [
            rally.copy() if other == seat else self._driven(self.handed_in[other], rng)
            for other, rally in enumerate(self.rallies)
        ]
        return SealedState(self.blank, rallies, self.handed_in[:], self.steps)

    def _driven(self, home: bool, rng: Random) -> Position:
        rally, steps = self.blank.copy(), 0
        while rally.kind() != OVER and (home or steps < self.steps):
            rally.apply(rng.choice(rally.legal(0)))
            steps += 1
        return rally

    def result(self) -> Result | None:
        return scoring.competition_result(self.rallies) if self.kind() == OVER else None

    def copy(self) -> SealedState:
        return SealedState(self.blank, [rally.copy() for rally in self.rallies], self.handed_in[:], self.steps)

    def phase_name(self) -> str:
        return "over" if self.kind() == OVER else SEALED

    def dump(self) -> Note:
        rallies: list[object] = [rally.dump() for rally in self.rallies]
        return {
            "phase": self.phase_name(), "rallies": rallies, "handed_in": list(self.handed_in), "steps": self.steps,
        }  # fmt: skip


def _pack(rally: Position) -> PackRow:
    return view(rally, None)["pack"][0]
