"""Rallyman alone in an event: one to three specials against the clock, judged by the sum of their times (RM-02)."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import Game, State
from parcferme.core.errors import BadOption
from parcferme.core.events import Event
from parcferme.core.options import Options
from parcferme.core.play import Entry, Play
from parcferme.core.trial import HOME, RETIRED, GoOn, Mark, Par, Trial
from parcferme.games.rallyman import state as position
from parcferme.games.rallyman.board.rally import SPECIALS, WEATHER_VARIABLE
from parcferme.games.rallyman.meta import META
from parcferme.games.rallyman.par.checker import TOLERANCE
from parcferme.games.rallyman.par.solver import Solution, solve
from parcferme.games.rallyman.rules.game import RallymanGame
from parcferme.games.rallyman.state import Position


def task(given: dict[str, object]) -> Options:
    """One driver, and the surface the same for everybody."""
    if given.get("players", 1) != 1:
        raise BadOption("rallyman", "players", "a trial is driven alone")
    return META.options.read({**given, "players": 1})


def judge(game: Game, log: list[Entry], legs: int) -> Mark | None:
    """The time over the first `legs` specials, then losses of control, then dice (RM-02, RM-63)."""
    play = Play(game)
    losses = dice = 0
    for entry in log:
        if _done(play.state, legs) and entry[0] != "chance":
            return None  # it went on where the trial had ended
        events: list[Event] = []
        play.enter(entry, events)
        losses += sum([1 for event in events if event.kind == "lost"])
        dice += _dice(str(entry[1]))
    if not _done(play.state, legs):
        return None
    car = _position(play).cars[0]
    detail = {"specials": car.times[: legs or SPECIALS]}
    if len(detail["specials"]) < (legs or SPECIALS):
        return Mark(RETIRED, [], detail, reason="retired", clause="RM-R39")
    return Mark(HOME, [sum(detail["specials"]), losses, dice], detail)


def _done(state: State, legs: int) -> bool:
    assert isinstance(state, Position)
    return state.phase == position.OVER_PHASE or len(state.cars[0].times) >= (legs or SPECIALS)


def _position(play: Play) -> Position:
    state = play.state
    assert isinstance(state, Position)
    return state


def _dice(notation: str) -> int:
    """How many dice an action rolls."""
    kind, _, what = notation.partition(":")
    return 1 if kind == "roll" else len(what) if kind == "attack" else 0


def par(game: Game, legs: int, go_on: GoOn) -> Par | None:
    """The expected time of perfect play: exact for a single special on a known surface.

    The certificate leaves out the table of all positions, which has megabytes: whoever checks it solves the special
    anew, which takes seconds.
    """
    assert isinstance(game, RallymanGame)
    rally = game.rally
    if legs != 1 or rally.weather == WEATHER_VARIABLE:
        return None
    tyres = [0, 1] if rally.chooses_tyres else [rally.first_tyres]
    best: Solution | None = None
    for kind in tyres:
        solution = solve(rally, 0, rally.fixed_snow[0], kind)
        if best is None or solution.value < best.value:
            best = solution
    assert best is not None
    told = best.certificate()
    del told["table"]
    return Par(best.value, best.value, told)


def check_par(game: Game, legs: int, given: Par) -> list[str]:
    """The special is solved again."""
    again = par(game, legs, lambda: True)
    if again is None:
        return ["the certificate of another trial: this one has no exact par"]
    wrong = [
        name for name in again.certificate if name != "value" and given.certificate.get(name) != again.certificate[name]
    ]
    if wrong or set(given.certificate) != set(again.certificate):
        return [f"the certificate is not of this special: {wrong[0] if wrong else 'it has other lines'}"]
    far = [figure for figure in (given.low, given.high, given.certificate["value"]) if not _near(figure, again.low)]
    return [f"{far[0]} seconds; perfect play expects {again.low}"] if far else []


def _near(figure: object, other: float) -> bool:
    return isinstance(figure, (int, float)) and abs(figure - other) < TOLERANCE


TRIAL: Final = Trial(
    measure="time",
    unit="seconds",
    ties=("losses", "dice"),
    chance=True,
    legs=SPECIALS,
    task=task,
    judge=judge,
    ends=_done,
    par=par,
    check_par=check_par,
)
