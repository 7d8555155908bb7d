"""Gymnasium: one seat of any game as an environment, bots on the others.

    env = Seat("rallyman(players=2)", seat=0, others="clubman")

Observations and rewards are those of `zoo.py`. An action that is not legal is not a crash: the seat's default action is
taken instead and `info["refused"]` holds the code and the clause (`strict=True` raises Refused instead).
`info["action_mask"]` is the mask of legal actions.
"""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium  # type: ignore[import-not-found,import-untyped,unused-ignore]

from parcferme.bridge.driver import Driver
from parcferme.bridge.encoding import layout_of
from parcferme.bridge.zoo import mask_of, observation, spaces
from parcferme.core.bot import Bot, RandomBot
from parcferme.core.contract import Game
from parcferme.core.errors import ParcFermeError
from parcferme.core.record import canonical
from parcferme.core.registry import bots, create_variant

NAME = "parcferme/Seat-v0"


class Seat(gymnasium.Env):  # type: ignore[misc,unused-ignore]
    """One seat's game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        variant: str | Game,
        seat: int = 0,
        others: str = "random",
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game = create_variant(variant) if isinstance(variant, str) else variant
        if not 0 <= seat < self.game.players:
            raise ParcFermeError(f"there is no seat {seat}: seats run from 0 to {self.game.players - 1}")
        if others != "random" and others not in bots(self.game.id):
            raise ParcFermeError(f"there is no bot {others!r}: the bots are random, {', '.join(bots(self.game.id))}")
        self.seat = seat
        self.others = others
        self.strict = strict
        self.render_mode = render_mode
        self.layout = layout_of(self.game)
        self.observation_space = spaces(self.layout, self.game.actions())
        self.action_space = gymnasium.spaces.Discrete(self.game.actions())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.driver = Driver(self.game, int(self.np_random.integers(2**62)))
        self.rivals = {other: self._bot() for other in range(self.game.players) if other != self.seat}
        self._let_others_act()
        return self._seen(), self._info({})

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        refused: dict[str, str] = {}
        if self.strict:
            self.driver.submit(self.seat, int(action))
        else:
            refused = self.driver.submit_or_default(self.seat, int(action))
        self._let_others_act()
        return self._seen(), self.driver.gains()[self.seat], self.driver.over(), False, self._info(refused)

    def _let_others_act(self) -> None:
        """Bots choose until this seat is asked or the game is over."""
        while not self.driver.over():
            asked = [seat for seat in self.driver.asked() if seat != self.seat]
            if not asked:
                return
            for other in asked:
                known = self.driver.state.resample(other, self.driver.rng)
                self.driver.submit(other, self.rivals[other].choose(known, other))

    def _bot(self) -> Bot:
        rng = Random(int(self.np_random.integers(2**62)))
        return RandomBot(rng) if self.others == "random" else bots(self.game.id)[self.others](self.game, rng)

    def _seen(self) -> dict[str, Any]:
        allowed = self.driver.state.legal(self.seat)
        return observation(self.driver, self.layout, self.seat, allowed, self.game.actions())

    def _info(self, refused: dict[str, str]) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": mask_of(self.driver.state.legal(self.seat), self.game.actions())}
        return {**info, "refused": refused} if refused else info

    def render(self) -> str:
        return canonical(self.driver.state.view(self.seat))


def register() -> str:
    """Make `Seat` known to `gymnasium.make`, and return its id: `gymnasium.make(register(), variant="rallyman")`."""
    if NAME not in gymnasium.registry:
        gymnasium.register(id=NAME, entry_point="parcferme.bridge.gym:Seat")
    return NAME
