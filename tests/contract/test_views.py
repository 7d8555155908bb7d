"""Views have the shape that view_types.py states, no field more and none less, for every seat and for spectators."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from parcferme.core import registry
from parcferme.core.contract import State
from parcferme.core.record import canonical
from parcferme.house import catalogue
from tests.contract.subject import registered
from tests.support import load

GAMES = registry.game_ids()


@cache
def view_type(game_id: str) -> Any:
    return load("tools/wire_types").view_type(game_id)


def fault(game_id: str, view: dict[str, object]) -> str:
    """What is not as it is stated; nothing is the rule."""
    try:
        read = msgspec.convert(view, view_type(game_id), strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    return "" if canonical(msgspec.to_builtins(read)) == canonical(view) else "fields that are not stated"


def faults(game_id: str, state: State, players: int) -> list[str]:
    return [found for seat in (*range(players), None) if (found := fault(game_id, state.view(seat)))]


@pytest.mark.parametrize("game_id", GAMES)
def test_views_are_as_stated(game_id: str) -> None:
    seen = 0
    for game, state, where in registered(game_id).everywhere():
        assert not faults(game_id, state, game.players), where
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("game_id", GAMES)
def test_other_views_are_found(game_id: str) -> None:
    view = registry.create(game_id).start().view(0)
    assert fault(game_id, {**view, "rumour": 1}) == "fields that are not stated"
    assert "missing" in fault(game_id, dict(list(view.items())[1:]))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_field_stated_is_explained(game_id: str) -> None:
    fields = catalogue.view_fields(game_id)
    assert set(view_type(game_id).__annotations__) == set(fields)
