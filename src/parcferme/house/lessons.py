"""Driving along a record: what a seat may do at a point of it, and what another move than the recorded one would do.

The record stays as it is. A lesson's dice are the record's; those of another move are drawn by it alone, so that the
same move always ends the same way.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from parcferme.core.contract import CHANCE, KIND_NAMES, Game, State
from parcferme.core.events import Event
from parcferme.core.play import Entry, Play, advance
from parcferme.house import catalogue
from parcferme.house.catalogue import Action, Fact
from parcferme.house.messages import RuleRefusal, StepTold
from parcferme.house.positions import Kind, Reader
from parcferme.house.telling import game_event, told_actions
from parcferme.table.errors import Denied

LONGEST: Final = 40  # rolls after one move


class Choices(Struct):
    """What a seat is asked after some entries of a record, and what it may do."""

    kind: Kind
    to_act: list[int]
    asked: Fact | None
    actions: list[Action]


class AttemptForm(Struct):
    """A move that was not recorded: by a seat, after `at` entries of the record."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=63)]
    action: Annotated[str, Meta(max_length=200)]


class Attempt(Struct):
    """What it would do: the steps up to the next decision, or why the rules refuse it."""

    refusal: RuleRefusal | None
    steps: list[StepTold]


def choices(play: Play, at: int, seat: int) -> Choices:
    state = _stood(play, at, seat)
    kind: Any = KIND_NAMES[state.kind()]
    asked = seat in state.to_act()
    ids = state.legal(seat) if asked else []
    fact = catalogue.asked(play.game, state.view(seat), seat, ids) if asked else None
    told = told_actions(play.game, state, seat, ids, Reader(None, odds=True), True)
    return Choices(kind, list(state.to_act()), fact, told)


def attempt(play: Play, form: AttemptForm) -> Attempt:
    """Raises BadNotation for what is no action of the game."""
    game, state = play.game, _stood(play, form.at, form.seat)
    refusal = state.explain(form.seat, game.parse(form.action))
    if refusal is not None:
        return Attempt(RuleRefusal(refusal.code, refusal.clause, refusal.args), [])
    steps = [_step(game, state, _entry(play, state, form), form.seat)]
    dice = Random(f"{form.at} {form.action}")
    while state.kind() == CHANCE and len(steps) < LONGEST:
        outcome = game.format_outcome(state.draw(dice.random()))
        steps.append(_step(game, state, ["chance", outcome], form.seat))
    return Attempt(None, steps)


def _stood(play: Play, at: int, seat: int) -> State:
    if at > len(play.log) or seat >= play.game.players:
        raise Denied("not_found", f"there is no position {at} of seat {seat}")
    return play.at(at)


def _entry(play: Play, state: State, form: AttemptForm) -> Entry:
    """The move as a log has it: where several decide, the others do what they did."""
    recorded = play.log[form.at][1] if form.at < len(play.log) else None
    if not isinstance(recorded, list):
        return [form.seat, form.action]
    together = [*recorded]
    together[state.to_act().index(form.seat)] = form.action
    return ["joint", together]


def _step(game: Game, state: State, entry: Entry, seat: int) -> StepTold:
    events: list[Event] = []
    advance(game, state, entry, events)
    told = [game_event(event) for event in events if event.visible_to(seat)]
    return StepTold(entry, told, state.view(seat))
