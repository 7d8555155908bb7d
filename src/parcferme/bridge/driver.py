"""A game driven seat by seat: chance is drawn by itself, sealed choices are gathered until all are there."""

from __future__ import annotations

from random import Random

from parcferme.core.chance import Seeded
from parcferme.core.contract import CHANCE, JOINT, OVER, Game
from parcferme.core.errors import ParcFermeError, Refused
from parcferme.core.result import utilities


class Driver:
    """A running game that only ever asks one seat at a time."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.state = game.start()
        self.luck = Seeded(seed)
        self.rng = Random(seed + 1)
        self.sealed: dict[int, int] = {}
        self._let_chance_act()

    def asked(self) -> list[int]:
        """The seats whose choice is still missing, ascending; empty when the game is over."""
        return [seat for seat in self.state.to_act() if seat not in self.sealed]

    def submit_or_default(self, seat: int, action: int) -> dict[str, str]:
        """A seat's choice, or its default action where that is not legal; returns why (empty if it was legal)."""
        refused: dict[str, str] = {}
        if action not in self.state.legal(seat):
            refused = self._refusal(seat, action)
            action = self.state.default(seat)
        self._take(seat, action)
        return refused

    def _refusal(self, seat: int, action: int) -> dict[str, str]:
        if not 0 <= action < self.game.actions():
            return {"action": str(action), "code": "no_such_action", "clause": ""}
        refusal = self.state.explain(seat, action)
        if refusal is None:  # an interrupting action
            return {"action": self.game.format(action), "code": "not_offered", "clause": ""}
        return {"action": self.game.format(action), "code": refusal.code, "clause": refusal.clause}

    def submit(self, seat: int, action: int) -> None:
        """A seat's choice; raises Refused (nothing changes then)."""
        notation = self.game.format(action)  # raises BadNotation for an id that is no action
        refusal = self.state.explain(seat, action)
        if refusal is not None:
            raise Refused(notation, refusal)
        if seat not in self.asked() or action not in self.state.legal(seat):
            raise ParcFermeError(f"seat {seat} is not asked for {notation} now")
        self._take(seat, action)

    def _take(self, seat: int, action: int) -> None:
        if self.state.kind() == JOINT:
            self.sealed[seat] = action
            if self.asked():
                return
            self.state.apply_joint([self.sealed[each] for each in self.state.to_act()])
            self.sealed = {}
        else:
            self.state.apply(action)
        self._let_chance_act()

    def over(self) -> bool:
        return self.state.kind() == OVER

    def gains(self) -> list[float]:
        """What each seat has won, between −1 and 1; all zero before the end."""
        result = self.state.result()
        if result is None:
            return [0.0] * self.game.players
        return utilities(result, *self.game.score_bounds())

    def _let_chance_act(self) -> None:
        while self.state.kind() == CHANCE:
            self.state.apply(self.luck.draw(self.state.chance()))
