"""Is a weighed takeover true? The rules answer it both ways and roll every die; what was weighed is not asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from parcferme.core import registry
from parcferme.core.contract import CHANCE, State
from parcferme.core.errors import ParcFermeError
from parcferme.games.rallye_code.actions import ACCEPT, REFUSE
from parcferme.games.rallye_code.rules.game import RallyeCode, RallyeState
from parcferme.games.rallye_code.state import P_HOLDER_ROLL, P_NEWCOMER_ROLL, P_TAKEOVER
from parcferme.lib.certificates import number_in

KIND: Final = "rallye-code-takeover"
CLOSE: Final = 1e-6


def check(certificate: dict[str, object]) -> list[str]:
    """What is wrong with it; nothing if the list is empty."""
    try:
        if certificate.get("kind") != KIND:
            raise ValueError(f"its kind is {certificate.get('kind')!r}, not {KIND!r}")
        checker = Checker(certificate)
    except (KeyError, IndexError, TypeError, ValueError, AssertionError, ParcFermeError) as error:
        return [f"is not a weighed takeover: {error}"]
    return checker.exact_faults() + checker.sums()


class Checker:
    """A certificate beside the position it speaks of."""

    def __init__(self, certificate: dict[str, object]) -> None:
        options, position = certificate["options"], certificate["position"]
        if not isinstance(options, dict):
            raise ValueError("its options are missing")
        game = registry.create("rallye_code", options)
        assert isinstance(game, RallyeCode)
        self.state = game.restore(position)
        if self.state.phase != P_TAKEOVER:
            raise ValueError("its position does not wait for an answer to a takeover")
        self.gerance = int(self.state.contested)
        self.holder, self.newcomer = self.state.holders[self.gerance], self.state.seat
        self.told = certificate
        over, under = _pair(certificate["keeps"])
        self.keeps = Fraction(over, under)
        self.numbers = {
            key: number_in(certificate[key])
            for key in ("price", "box", "rivalry", "mine", "theirs", "sold", "refused", "gerance")
        }

    def exact_faults(self) -> list[str]:
        """Price, box and chance, as the rules have them."""
        found = []
        before, after = self.state.purses, self._after(self.state, ACCEPT).purses
        price = after[self.holder] - before[self.holder]
        got = after[self.newcomer] - before[self.newcomer] + price
        for key, true in (("price", price), ("box", got), ("gerance", self.gerance + 2)):
            if self.numbers[key] != true:
                found.append(f"{key} is {self.numbers[key]:g}, but {true} by the rules")
        chance = self.kept(self._after(self.state, REFUSE))
        if chance != self.keeps:
            found.append(f"keeps is {self.keeps}, but the dice give {chance}")
        return found

    def kept(self, state: RallyeState) -> Fraction:
        """The chance that the gérance stays where it is, over every roll (RC-62, RC-63)."""
        if state.kind() != CHANCE or state.phase not in (P_HOLDER_ROLL, P_NEWCOMER_ROLL):
            return Fraction(int(state.holders[self.gerance] == self.holder))
        whole = sum(weight for _, weight in state.chance())
        chances = [weight * self.kept(self._after(state, outcome)) for outcome, weight in state.chance()]
        return sum(chances, Fraction(0)) / whole

    def sums(self) -> list[str]:
        """What is built on them and on the two figures for the future."""
        n, found = self.numbers, []
        rivalry = 1.0 / (self.state.players_left() - 1)
        keeps = float(self.keeps)
        sold = n["price"] + rivalry * (n["price"] - n["theirs"])
        refused = keeps * n["mine"] - (1.0 - keeps) * rivalry * n["theirs"]
        for key, true in (("rivalry", rivalry), ("sold", sold), ("refused", refused)):
            if abs(n[key] - true) > CLOSE * max(1.0, abs(true)):
                found.append(f"{key} is {n[key]:g}, but {true:g} follows from the rest")
        if n["mine"] < 0 or n["theirs"] < self.state.boxes[self.gerance]:
            found.append("mine or theirs is less than what lies in the box for the taking")
        answer = "refuse" if refused > sold else "accept"
        if self.told.get("answer") != answer:
            found.append(f"answer is {self.told.get('answer')!r}, but {answer} is better")
        return found

    def _after(self, state: State, move: int) -> RallyeState:
        after = state.copy()
        assert isinstance(after, RallyeState)
        after.apply(move)
        return after


def _pair(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(part, int) for part in value):
        raise ValueError(f"{value!r} is not a fraction of two whole numbers")
    if value[1] <= 0:
        raise ValueError(f"{value!r} is not a fraction")
    return value[0], value[1]
