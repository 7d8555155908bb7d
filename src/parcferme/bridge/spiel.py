"""OpenSpiel: every game as `parcferme_<game>`, its options as the game's parameters.

    from parcferme.bridge import spiel
    spiel.register()
    game = pyspiel.load_game("parcferme_rallyman", {"players": 2})

Chance nodes are explicit, with the exact odds; sealed choices are simultaneous nodes (a seat that is not asked at one
has no legal action, and whatever is given for it is ignored). Observation strings are the view as JSON, observation
tensors the vector of `encoding.py`. Information state strings add a digest of everything the seat has seen and done, so
recall is perfect; there is no information state tensor, because a vector of fixed length cannot hold a whole history.
Returns are gains between −1 and 1. Interrupting actions (conceding) are not offered. Lists and documents among the
options are given as JSON texts; inside OpenSpiel they are percent-encoded, because names of games must stay readable to
its parser.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from parcferme.bridge.encoding import layout_of
from parcferme.core.contract import CHANCE, JOINT, OVER, Game, State
from parcferme.core.options import Document, Items, Option
from parcferme.core.position import Note
from parcferme.core.record import canonical
from parcferme.core.registry import create, game_ids, meta
from parcferme.core.result import utilities

PREFIX = "parcferme_"
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_GUESSED = ("true", "false", "True", "False")  # words that OpenSpiel would read as flags
_registered: set[str] = set()


def register(game_id: str | None = None) -> list[str]:
    """Make one game, or all, known to OpenSpiel; returns their OpenSpiel names. Doing it twice is harmless."""
    wanted = [game_id] if game_id is not None else game_ids()
    for each in wanted:
        if each not in _registered:
            pyspiel.register_game(_type_of(create(each)), _maker(each))
            _registered.add(each)
    return [f"{PREFIX}{each}" for each in wanted]


def _maker(game_id: str) -> type:
    """A class of its own per game: OpenSpiel makes instances of it from parameters."""
    return type(f"Spiel_{game_id}", (SpielGame,), {"game_id": game_id})


def _type_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game in advance."""
    kinds = pyspiel.GameType
    known = meta(game.id)
    secret = any(game.secret(action) for action in range(game.actions()))
    return kinds(
        short_name=f"{PREFIX}{game.id}",
        long_name=known.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if has_joint_moves(game) else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.outcomes() else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secret else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if game.players > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=known.seats[1],
        min_num_players=known.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: _parameter(option.default) for name, option in known.options.options.items()},
    )


def has_joint_moves(game: Game) -> bool:
    """Does the game know joint moves at all? It does if it says what they do."""
    return type(game.start()).apply_joint is not State.apply_joint


def _parameter(value: Any) -> Any:
    """An option's value as OpenSpiel can hold it. Its names of games are split at commas and brackets and guess types,
    so anything but a number, a flag or a plain word is written as JSON in percent encoding."""
    if isinstance(value, bool | int) or (isinstance(value, str) and _WORD.fullmatch(value) and value not in _GUESSED):
        return value
    return quote(canonical(value), safe="")


def _read(option: Option, value: Any) -> Any:
    """The option's value again; lists and documents may also be given as plain JSON."""
    if not isinstance(value, str):
        return value
    if value.startswith("%"):
        return json.loads(unquote(value))
    return json.loads(value) if isinstance(option, Items | Document) else value


def _options(game_id: str, parameters: dict[str, Any]) -> dict[str, Any]:
    options = meta(game_id).options.options
    return {name: _read(options[name], value) for name, value in parameters.items() if name in options}


@lru_cache(maxsize=64)
def _shared(game_id: str, options: str) -> Game:
    return create(game_id, json.loads(options))


class SpielGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game of ours as one of OpenSpiel's."""

    game_id: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _options(self.game_id, params or {})
        self.options = canonical(given)  # a text, not the game: OpenSpiel pickles what lies here, compiled games refuse
        rivals = self.game.players > 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions(),
            max_chance_outcomes=self.game.outcomes(),
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if rivals else None,
            max_game_length=self.game.bound(),
        )
        super().__init__(_type_of(self.game), info, {name: _parameter(value) for name, value in given.items()})

    @property
    def game(self) -> Game:
        """The engine's game. It is frozen, so all copies of this one share it."""
        return _shared(self.game_id, self.options)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.game.bound() if self.game.outcomes() else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Held:
    """The engine's state inside OpenSpiel's, with the moves that led to it. Copies share the game."""

    def __init__(self, game: Game, state: State, trail: list[list[int]]) -> None:
        self.game = game
        self.state = state
        self.trail = trail
        self.memory: dict[int, tuple[int, str, str, State]] = {}  # seat → (steps, digest, last view, position then)

    def __deepcopy__(self, memo: dict[int, object]) -> Held:
        copy = Held(self.game, self.state.copy(), [*self.trail])
        copy.memory = {**self.memory}
        return copy

    def __reduce__(self) -> tuple[Callable[..., Held], tuple[str, str, Note, list[list[int]]]]:
        """OpenSpiel pickles its states; compiled games and states go as their names and dumps."""
        return _held_again, (self.game.id, canonical(self.game.options), self.state.dump(), self.trail)

    def take(self, move: list[int]) -> None:
        self.trail.append(move)
        _take(self.state, move)

    def recalled(self, seat: int) -> str:
        """A digest of all that this seat has seen and done up to now."""
        done, digest, last, then = self.memory.get(seat, (0, "", "", self.game.start()))
        state = then.copy()
        for move in self.trail[done:]:
            view = canonical(state.view(seat))
            asked = state.to_act()
            own = move[asked.index(seat)] if seat in asked else -1
            if view != last or own >= 0:
                digest = hashlib.sha256(f"{digest} {view} {own}".encode("ascii")).hexdigest()[:24]
                last = view
            _take(state, move)
        self.memory[seat] = (len(self.trail), digest, last, state)
        return digest


def _held_again(game_id: str, options: str, dump: Note, trail: list[list[int]]) -> Held:
    game = _shared(game_id, options)
    return Held(game, game.restore(dump), trail)


def _take(state: State, move: list[int]) -> None:
    if state.kind() == JOINT:
        state.apply_joint(move)
    else:
        state.apply(move[0])


class SpielState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A position of ours as one of OpenSpiel's."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game.game, game.game.start(), [])

    def current_player(self) -> int:
        state = self.held.state
        kind = state.kind()
        if kind == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if kind == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if kind == JOINT else state.to_act()[0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.held.state.chance()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.held.take([action])

    def _apply_actions(self, actions: list[int]) -> None:
        self.held.take([actions[seat] for seat in self.held.state.to_act()])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.held.game
        return game.format_outcome(action) if player == pyspiel.PlayerId.CHANCE else game.format(action)

    def is_terminal(self) -> bool:
        return self.held.state.kind() == OVER

    def returns(self) -> list[float]:
        result = self.held.state.result()
        game = self.held.game
        return [0.0] * game.players if result is None else utilities(result, *game.score_bounds())

    def __str__(self) -> str:
        return canonical(self.held.state.dump())


class Observer:
    """What a seat sees, as OpenSpiel's observers tell it."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.kind = kind
        self.secrets = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.layout = layout_of(game.game) if self.whole and not kind.perfect_recall else None
        self.tensor = np.zeros(len(self.layout), np.float32) if self.layout is not None else None
        self.dict = {"observation": self.tensor} if self.tensor is not None else {}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.layout is not None and self.tensor is not None:
            self.tensor[:] = self.layout.encode(state.held.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        held = state.held
        if self.whole:
            view = canonical(held.state.view(player))
            return f"{player} {held.recalled(player)} {view}" if self.kind.perfect_recall else f"{player} {view}"
        if self.kind.public_info:
            return canonical(held.state.view(None))
        return self._private(held.state, player)

    def _private(self, state: State, player: int) -> str:
        """The parts of the seat's view that a spectator's does not have; empty where nothing is secret."""
        if not self.secrets or self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return ""
        public = state.view(None)
        return canonical({key: part for key, part in state.view(player).items() if public.get(key) != part})
