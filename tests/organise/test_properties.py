"""Whatever order things arrive in: what is official comes out the same, for everybody who has the journal."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcferme.core.contract import CHANCE
from parcferme.core.play import Play
from parcferme.core.record import canonical, record_of
from parcferme.organise import commands
from parcferme.organise.classification import classify
from parcferme.organise.decisions import Lost, by_decisions, placed
from parcferme.organise.dice import dice_of, next_roll
from parcferme.organise.draws import tables_of
from parcferme.organise.event import RECORD, load
from parcferme.organise.files import write_event
from parcferme.organise.marking import mark_all
from parcferme.organise.outcome import outcome_of
from parcferme.organise.verify import verify
from parcferme.solve.advice import yardstick_of
from parcferme.solve.mcts import Budget
from parcferme.solve.review import ExpectationJudge
from tests.games.rallyman.helpers import special
from tests.organise.helpers import CODE, HOST, RALLYMAN, SECRET, Desk, driven

NAMES = ("ann", "bob", "cid", "dan")
SHORT = {**RALLYMAN, "options": {"stages": ["@T"] * 3, "specials": special("Sgg " * 4), "sisu": False}}
WISHES = [(name, attempt) for name in NAMES for attempt in (1, 2)]


@cache
def paper(name: str, attempt: int) -> str:
    """A drive does not depend on when it is driven: its dice are the entry's own."""
    made = Desk({**SHORT, "submissions": 2}).enter(*NAMES).open()
    return driven(made.event, name, attempt, 7 * attempt + len(name) + NAMES.index(name))


def event_in(entering: list[str], handing_in: list[tuple[str, int]], pace: int) -> Desk:
    made = Desk({**SHORT, "submissions": 2}).enter(*entering).open()
    for name, _ in WISHES:
        made.do(commands.begin(made.event, f"person-{name}", made.now))
    for name, attempt in handing_in:
        made.now += pace
        made.hand_in(name, RECORD, paper(name, attempt), attempt)
    return made.close()


@settings(max_examples=15, deadline=None)
@given(st.permutations(NAMES), st.permutations(WISHES), st.integers(0, 60_000))
def test_the_order_of_arrival_does_not_matter(names: list[str], wishes: list[tuple[str, int]], pace: int) -> None:
    usual, other = event_in(list(NAMES), WISHES, 1), event_in(names, wishes, pace)
    ours, theirs = mark_all(usual.event), mark_all(other.event)
    assert {key: mark.to_json() for key, mark in ours.items()} == {key: mark.to_json() for key, mark in theirs.items()}
    assert classify(usual.event, ours).to_json() == classify(other.event, theirs).to_json()


@settings(max_examples=15, deadline=None)
@given(st.permutations(NAMES), st.binary(min_size=32, max_size=32))
def test_a_draw_is_the_same_for_everybody(names: list[str], secret: bytes) -> None:
    drawn = []
    for order in (list(NAMES), names):
        made = Desk(CODE, secret).enter(*order).open()
        made.do(commands.draw(made.event, HOST, made.now))
        made.result(1, 1, [1, 2])
        made.do(commands.draw(made.event, HOST, made.now))
        drawn.append([tables_of(made.event, 1), tables_of(made.event, 2)])
        seen = load("cup", None, {}, made.event.journal)  # without the secret: the published seeds are enough
        assert [tables_of(seen, 1), tables_of(seen, 2)] == drawn[-1]
    assert drawn[0] == drawn[1]


@settings(max_examples=10, deadline=None)
@given(st.permutations((1, 2, 3)))
def test_the_order_in_which_tables_end_does_not_matter(ending: list[int]) -> None:
    found = []
    for order in ((1, 2, 3), ending):
        made = Desk({**CODE, "seats": 2, "draw": "ladder"}).enter(*NAMES, "eve", "fay").open()
        made.do(commands.draw(made.event, HOST, made.now))
        for table in order:
            made.result(1, table, [2, 1] if table == 2 else [1, 2])
        made.do(commands.draw(made.event, HOST, made.now))
        outcome = made.close().outcome()
        found.append(([line.to_json() for line in outcome.standings], outcome.drawn))
    assert found[0] == found[1]


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000))
def test_what_was_written_verifies_and_says_the_same_again(seed: int) -> None:
    wishes = Random(seed).sample(WISHES, 5)
    made = event_in(list(NAMES), wishes, 10).publish()
    text = write_event(made.outcome())
    checked = verify(text)
    assert write_event(outcome_of(checked.event)) == text
    assert canonical([note.to_json() for note in checked.event.journal]) == canonical(
        [note.to_json() for note in made.event.journal]
    )


@pytest.mark.parametrize("cut", range(2, 14, 3))
def test_a_kill_between_any_two_notes_loses_nothing(cut: int) -> None:
    """Folding what was kept and going on gives the event that was never interrupted."""
    made = event_in(list(NAMES), WISHES[:4], 10).publish()
    journal = made.event.journal
    half = load("cup", SECRET, {**made.event.documents}, journal[:cut])
    for note in journal[cut:]:
        half.fold(note)
    assert (half.chain, half.status) == (made.event.chain, made.event.status)


def test_by_decisions_luck_is_taken_out() -> None:
    """Whoever decides best loses least, whatever the dice did."""
    made = Desk(SHORT).enter("ann", "bob").open()
    task = made.event.regulations.task()
    for name in ("ann", "bob"):
        made.do(commands.begin(made.event, f"person-{name}", made.now))
        play, dice = Play(task.game), dice_of(SECRET, "own", name, 1)
        while task.trial.judge(task.game, play.log, 1) is None:
            if play.state.kind() == CHANCE:
                play.happen(next_roll(play, dice))
            else:
                play.act(0, best(play) if name == "ann" else play.state.legal(0)[0])
        made.hand_in(name, RECORD, record_of(play, [name]).to_text(), 1)
    lines = by_decisions(made.event, made.marks())
    assert [(place, line.entry, line.unit) for place, line in lines] == [(1, "ann", "seconds"), (2, "bob", "seconds")]
    (_, ann), (_, bob) = lines
    assert ann.amount < 1e-6 < bob.amount
    assert (ann.whole, bob.whole) == (True, True)


def test_what_was_not_judged_to_the_end_has_no_place() -> None:
    lines = [Lost(id, 1, amount, 0.0, 0.0, 0.0, "turns", True, whole) for id, amount, whole in LOSSES]
    assert [(place, line.entry) for place, line in placed(lines)] == [(1, "b"), (1, "d"), (3, "a"), (0, "c")]


LOSSES = [("a", 2.0, True), ("b", 1.0, True), ("c", 0.5, False), ("d", 1.0, True)]


def best(play: Play) -> int:
    judge = ExpectationJudge(play.game, yardstick_of(play.game), Budget(100_000, 600.0), Random(0))
    advice = judge.advice(play.state, 0)
    return advice.best.action if advice is not None else play.state.legal(0)[0]
