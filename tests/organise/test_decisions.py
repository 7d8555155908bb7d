"""By decisions: a drive that is judged in part is estimated with its error; of too few choices nothing is said."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from parcferme.core.contract import CHANCE
from parcferme.core.courses import courses_of
from parcferme.core.play import Play
from parcferme.core.record import record_of
from parcferme.core.registry import meta
from parcferme.organise.decisions import QUICK, Lost, look_at, placed
from parcferme.organise.marking import Paper
from parcferme.organise.regulations import OWN_DICE
from parcferme.organise.tasks import Task, trial_of
from parcferme.solve.mcts import Budget

GAME = "rally"
COURSE = next(course for course in courses_of(GAME).courses if course.length == "short")
RULES = meta(GAME).versions[-1]
TASK = Task(GAME, RULES, trial_of(GAME).task(dict(COURSE.options)), 0)


def driven() -> Paper:
    """Somebody drives at random."""
    play, rng = Play(TASK.game), Random(5)
    while not TASK.trial.is_over(play.state, 0):
        if play.state.kind() == CHANCE:
            outcomes, weights = zip(*play.state.chance(), strict=True)
            play.happen(rng.choices(outcomes, weights)[0])
        else:
            play.act(0, rng.choice(play.state.legal(0)))
    text = record_of(play, ["Ann"]).to_text()
    return Paper(GAME, RULES, TASK.options, 0, OWN_DICE, bytes(32), "ann", 1, "record", text)


PAPER = driven()


def judged(most: Callable[[int], int]) -> Lost:
    """Looked at as far as that many of all entries."""
    return look_at(TASK, PAPER, QUICK, progress=lambda done, total: done < most(total))


def test_the_rest_of_a_long_drive_is_estimated_from_what_was_judged() -> None:
    whole, partly = look_at(TASK, PAPER, QUICK), judged(lambda total: total * 2 // 3)
    assert (whole.partly, whole.error) == (False, abs(whole.noise))  # some choices nobody can judge
    assert (partly.whole, partly.partly, partly.exact) == (True, True, False)
    assert partly.error > 0
    assert abs(partly.amount - whole.amount) < 3 * partly.error


def test_what_passed_over_choices_leave_unexplained_is_part_of_the_error() -> None:
    found = look_at(TASK, PAPER, Budget(100, 0.02))  # seconds: the dearest take far more
    assert not found.exact
    assert found.error >= abs(found.noise) > 0.1


def test_of_too_few_choices_nothing_is_said() -> None:
    little = judged(lambda total: total // 20)
    assert not little.whole
    assert [place for place, _ in placed([little, look_at(TASK, PAPER, QUICK)])] == [1, 0]
