"""Hints and reviews as they are told: every action with its parts, so that a page can say it in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, convert
from msgspec.structs import replace

from parcferme.core import registry
from parcferme.core.contract import Game
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.play import Play
from parcferme.core.position import Note as Dump
from parcferme.core.record import Record, canonical
from parcferme.house.catalogue import game_of
from parcferme.house.forms import LOOKS
from parcferme.solve.advice import advise, yardstick_of
from parcferme.solve.mcts import Budget
from parcferme.solve.review import Moment, review
from parcferme.table import errors, export
from parcferme.table.errors import Denied
from parcferme.table.moves import must_be_present, must_drive
from parcferme.table.table import FINISHED, Table

HINTS: Final = (Budget(200_000, 1.0), Budget(400_000, 2.0), Budget(800_000, 4.0))  # one look after another
Json = dict[str, Any]


class Rated(Struct):
    """An action: what you may expect after it and what it loses against the best one, with the standard errors of the
    loss (`error`) and of the value (`doubt`). `equal`: as good as the best one, as far as anybody can tell. `tolls`:
    what it costs each seat, where that can be told, else empty."""

    action: str
    value: float
    loss: float
    error: float
    doubt: float
    equal: bool
    tolls: list[float]


class Hint(Struct):
    """All your actions at a node, best first. `unit`: percent (of placing well), or what the game counts in. `verdict`:
    something is best, all are equal, or what they differ by is smaller than the error. `look`: the first answer is 0;
    unless it is `settled`, one that took more time may be asked for."""

    node: int
    seat: int
    look: int
    settled: bool
    unit: str
    exact: bool
    looked: int
    verdict: Literal["best", "equal", "unsure"]
    actions: list[Rated]


class Account(Struct):
    """start + luck − decisions + others + noise = final."""

    start: float | None
    luck: float
    decisions: float
    others: float
    noise: float
    final: float


class ReviewMoment(Struct):
    """A decision that lost something, or an outcome that gave or took something, after `at` entries of the log."""

    at: int
    seat: int
    kind: Literal["decision", "luck"]
    text: str
    best: str
    amount: float
    form: dict[str, Any] | None
    best_form: dict[str, Any] | None


class ReviewTold(Struct):
    """A finished game looked back on. `series[seat][n]` is what the seat could expect after `at[n]` entries. Of a stage
    while the match may still be running there is no series, and the moments are those of the asking person's seats."""

    unit: str
    exact: bool
    entries: int
    judged: int
    choices: list[int]
    accounts: list[Account]
    moments: list[ReviewMoment]
    at: list[int]
    series: list[list[float | None]]


class ReviewState(Struct):
    """Ask again until it is ready."""

    state: Literal["waiting", "running", "ready"]
    done: int
    total: int
    review: ReviewTold | None


class HintTask(NamedTuple):
    """A question in plain values that travel to another process. The position is redrawn: nothing hidden goes along."""

    game: str
    rules: int
    options: Options
    seat: int
    node: int
    seed: bytes
    dump: Dump
    look: int = 0


def question(table: Table, seat: int, node: int, now: int, look: int = 0) -> HintTask:
    """What a seat wants to be advised on, if it may be; a later look takes more time."""
    _must_allow(table, "hint")
    must_drive(table, seat)
    must_be_present(table, node, now)
    if not table.play.state.legal(seat):
        raise Denied(errors.NOT_ASKED, f"seat {seat} has nothing to decide now")
    chosen, seed = table.setup, table.dice.seed(f"hint/{table.node}/{seat}")
    dump = table.play.state.resample(seat, Random(seed)).dump()
    return HintTask(chosen.game, chosen.rules, chosen.options, seat, table.node, seed, dump, look)


def _must_allow(table: Table, aid: str) -> None:
    if aid not in table.setup.aids:
        raise Denied(errors.AID_OFF, f"this table was opened without the aid {aid!r}")


def finished_record(table: Table) -> Record:
    """A finished match to look back on, without anybody's name."""
    _must_allow(table, "review")
    if table.status != FINISHED:
        raise Denied(errors.NOT_OVER, "the match is not over: it can be reviewed when it is")
    result = table.play.state.result()
    told = None if result is None else result.to_json()
    game, names = table.game, [""] * table.game.players
    return Record(
        game.id, game.version, game.options, names, export.log_for(table, None), [], told, {}, table.play.start
    )


class Stage(NamedTuple):
    """A stage of a match that all have driven."""

    record: Record  # from the position it began with
    entries: list[int]  # which entries of the match's log are in it


def driven_stage(table: Table, end: int) -> Stage:
    """The stage that was over with entry `end` of the log, counted from one; the match may still be running."""
    _must_allow(table, "review")
    play, game = table.play, table.game
    live = play.live_after(end) if 0 < end <= len(play.log) else []
    ends = _stage_ends(play, live)
    if not ends or live[ends[-1]] != end - 1:
        raise Denied(errors.NOT_OVER, f"no stage was over with entry {end}: it can be looked back on when it is")
    entries = live[ends[-2] + 1 if len(ends) > 1 else 0 :]
    log = [list(play.log[entry]) for entry in entries]
    start = play.at(entries[0]).dump()
    return Stage(Record(game.id, game.version, game.options, [""] * game.players, log, [], None, {}, start), entries)


def _stage_ends(play: Play, live: list[int]) -> list[int]:
    """Which of these entries ended a stage, and were seen by everybody to do so."""
    kinds: tuple[str, ...] = getattr(registry.part(play.game.id, "advice"), "STAGE_ENDS", ())
    state, ends = play.at(0), []
    for number, entry in enumerate(live):
        events: list[Event] = []
        state = play.after(state, entry, events)
        if any(event.kind in kinds and event.visible_to(None) for event in events):
            ends.append(number)
    return ends


def told_stage(state: ReviewState, stage: Stage, seats: Sequence[int]) -> ReviewState:
    """The review of a stage for the person on these seats: what others could have done better is theirs to know."""
    if state.review is None:
        return state
    own = [moment for moment in state.review.moments if moment.seat in seats]
    moments = [replace(moment, at=stage.entries[moment.at]) for moment in own]
    return replace(state, review=replace(state.review, moments=moments, at=[], series=[]))


def hint(task: HintTask) -> Hint:
    """The answer; worked out wherever there is time for it."""
    game = game_of(task.game, task.rules, task.options)
    rng, first = Random(task.seed + b"advice"), task.look == 0
    advice = advise(game, game.restore(task.dump), task.seat, HINTS[task.look], rng, thorough=not first)
    told = {"node": task.node, "seat": task.seat, "look": task.look, **advice.to_json(game)}
    return convert({**told, "settled": advice.settled or task.look == LOOKS - 1}, Hint)


def reviewed(
    record: Record, seconds: float, progress: Callable[[int, int], bool], unfinished: bool = False, legs: int = 0
) -> ReviewTold:
    """A finished match looked back at, as far as the time goes; `progress(done, total)` may end it. Of a trial nothing
    counts behind its `legs`."""
    game = game_of(record.game, record.rules, record.options)
    yardstick = yardstick_of(game, legs)
    made = review(game, record, None, seconds, progress, yardstick=yardstick, unfinished=unfinished)
    return convert({**made.to_json(), "moments": [_told(game, moment) for moment in made.moments]}, ReviewTold)


def _told(game: Game, moment: Moment) -> Json:
    """A moment with its actions in parts, so that a page can say them in words."""
    decided = moment.kind == "decision"
    return {
        **moment._asdict(),
        "form": game.form(game.parse(moment.text)) if decided else None,
        "best_form": game.form(game.parse(moment.best)) if moment.best else None,
    }


def record_hash(record: Record) -> str:
    """The same match, from a table or from a file, is the same review."""
    begun = [] if record.start is None else [record.start]
    named = canonical([record.game, record.rules, record.options, record.log, *begun])
    return hashlib.sha256(named.encode()).hexdigest()
