"""PettingZoo: any game as an AEC environment (one agent at a time) or a parallel one (all at once).

Agents are called `seat_0`, `seat_1`, … An observation is `{"observation": vector, "action_mask": legal actions}`, the
vector as in `encoding.py`. Chance is drawn inside, from the seed of `reset`. Rewards come at the end: the gain by
finishing place between −1 and 1. Interrupting actions (conceding) are not offered. An action that is not legal becomes
the seat's default action and `infos[agent]["refused"]` says why (`strict=True` raises Refused instead).

In the AEC environment a sealed choice is asked seat by seat and kept back until all are in; nobody sees another's
before. In the parallel one every agent acts in every step, and one that is not asked has the single action `wait`, the
id after the last action of the game.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete  # type: ignore[import-not-found,import-untyped,unused-ignore]
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-not-found,import-untyped,unused-ignore]

from parcferme.bridge.driver import Driver
from parcferme.bridge.encoding import LARGEST, Layout, layout_of
from parcferme.core.contract import Game
from parcferme.core.record import canonical
from parcferme.core.registry import create_variant, variant_of


def agent(seat: int) -> str:
    return f"seat_{seat}"


def spaces(layout: Layout, actions: int) -> Dict:
    """The observation space of one seat."""
    vector = Box(-LARGEST, LARGEST, (len(layout),), np.float32)
    return Dict({"observation": vector, "action_mask": Box(0, 1, (actions,), np.int8)})


def observation(driver: Driver, layout: Layout, seat: int, allowed: list[int], actions: int) -> dict[str, Any]:
    """What a seat sees, with the mask of what it may do."""
    vector = np.array(layout.encode(driver.state, seat), np.float32)
    return {"observation": vector, "action_mask": mask_of(allowed, actions)}


def mask_of(allowed: list[int], actions: int) -> Any:
    mask = np.zeros(actions, np.int8)
    mask[allowed] = 1
    return mask


def submit(driver: Driver, seat: int, action: int, strict: bool) -> dict[str, Any]:
    """A seat's choice; returns the info to give back, with the reason if the default was taken instead."""
    if strict:
        driver.submit(seat, action)
        return {}
    refused = driver.submit_or_default(seat, action)
    return {"refused": refused} if refused else {}


class AEC(AECEnv):  # type: ignore[misc,unused-ignore]
    """One agent at a time: `env = AEC("rallyman(players=2)")`."""

    def __init__(self, variant: str | Game, strict: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        self.strict = strict
        self.game = create_variant(variant) if isinstance(variant, str) else variant
        self.layout = layout_of(self.game)
        self.render_mode = render_mode
        self.metadata = {"name": f"parcferme_{self.game.id}", "is_parallelizable": False, "render_modes": ["ansi"]}
        self.possible_agents = [agent(seat) for seat in range(self.game.players)]
        self.seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._action_spaces = {name: Discrete(self.game.actions()) for name in self.possible_agents}
        self._spaces = {name: spaces(self.layout, self.game.actions()) for name in self.possible_agents}
        self._seeds = Random()

    def observation_space(self, agent: str) -> Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._seeds = Random(seed) if seed is not None else self._seeds
        self.driver = Driver(self.game, self._seeds.getrandbits(62))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = agent(self.driver.asked()[0])

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seats[agent]
        allowed = self.driver.state.legal(seat) if seat in self.driver.asked() else []
        return observation(self.driver, self.layout, seat, allowed, self.game.actions())

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        chosen = int(action) if action is not None else -1
        self.infos[self.agent_selection] = submit(self.driver, self.seats[self.agent_selection], chosen, self.strict)
        if self.driver.over():
            gains = self.driver.gains()
            self.rewards = {name: gains[self.seats[name]] for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._clear_rewards()
            self.agent_selection = agent(self.driver.asked()[0])
        self._accumulate_rewards()

    def render(self) -> str:
        return canonical(self.driver.state.view(None))

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return variant_of(self.game)


class Parallel(ParallelEnv):  # type: ignore[misc,unused-ignore]
    """All agents in every step: `env = Parallel("lunar_rally")`."""

    def __init__(self, variant: str | Game, strict: bool = False, render_mode: str | None = None) -> None:
        self.strict = strict
        self.game = create_variant(variant) if isinstance(variant, str) else variant
        self.layout = layout_of(self.game)
        self.wait = self.game.actions()
        self.render_mode = render_mode
        self.metadata = {"name": f"parcferme_{self.game.id}", "render_modes": ["ansi"]}
        self.possible_agents = [agent(seat) for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._action_spaces = {name: Discrete(self.wait + 1) for name in self.possible_agents}
        self._spaces = {name: spaces(self.layout, self.wait + 1) for name in self.possible_agents}
        self._seeds = Random()

    def observation_space(self, agent: str) -> Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], ...]:
        self._seeds = Random(seed) if seed is not None else self._seeds
        self.driver = Driver(self.game, self._seeds.getrandbits(62))
        self.agents = [*self.possible_agents]
        return self._observations(), {name: {} for name in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        playing = self.agents
        if not playing:
            return {}, {}, {}, {}, {}
        infos: dict[str, dict[str, Any]] = {name: {} for name in playing}
        for seat in self.driver.asked():
            infos[agent(seat)] = submit(self.driver, seat, int(actions[agent(seat)]), self.strict)
        over = self.driver.over()
        gains = self.driver.gains()
        seen = self._observations()
        self.agents = [] if over else playing
        return (
            seen,
            {name: gains[seat] for seat, name in enumerate(playing)},
            dict.fromkeys(playing, over),
            dict.fromkeys(playing, False),
            infos,
        )

    def _observations(self) -> dict[str, Any]:
        asked = self.driver.asked()
        seen: dict[str, Any] = {}
        for seat, name in enumerate(self.possible_agents):
            allowed = self.driver.state.legal(seat) if seat in asked else [self.wait]
            seen[name] = observation(self.driver, self.layout, seat, allowed, self.wait + 1)
        return seen

    def render(self) -> str:
        return canonical(self.driver.state.view(None))

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return variant_of(self.game)
