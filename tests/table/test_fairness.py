from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import pytest

from parcferme.core.errors import BadRecord, Diverged
from parcferme.core.record import read_record
from parcferme.table.export import record_for
from parcferme.table.fairness import FairDice, verify
from tests.table.helpers import SECRET, Club, club, play_out


def finished() -> Club:
    made = club("toy_dash")
    play_out(made, 3)
    return made


def test_a_draw_is_the_documented_function_of_secret_and_index() -> None:
    throws = [[_top_three_bits(f"{n}/{again}") for again in range(9)] for n in range(10)]
    assert [first for first, *_ in throws] == [7, 0, 1, 4, 0, 1, 1, 3, 1, 6]  # 6 and 7 are thrown again
    numbers = [next(top for top in again if top < 6) for again in throws]
    assert [FairDice(SECRET).number(n, 6) for n in range(10)] == numbers == [0, 0, 1, 4, 0, 1, 1, 3, 1, 2]
    drawn = [FairDice(SECRET).draw(n, [(0, 3), (1, 2), (2, 1)]) for n in range(10)]
    assert drawn == [[0, 0, 0, 1, 1, 2][number] for number in numbers]


def _top_three_bits(message: str) -> int:
    """The sum of the weights is 6, which takes three bits."""
    return hmac.new(SECRET, message.encode(), hashlib.sha256).digest()[0] >> 5


def test_outcomes_come_in_proportion_to_their_weights() -> None:
    dice = FairDice(SECRET)
    seen = Counter(dice.draw(n, [(0, 3), (1, 2), (2, 1)]) for n in range(12_000))
    for outcome, expected in ((0, 6000), (1, 4000), (2, 2000)):
        assert abs(seen[outcome] - expected) < 250  # five standard deviations


def test_a_finished_record_verifies() -> None:
    made = finished()
    text = record_for(made.table, None, ["a", "b"], {}).to_text()
    rolls = sum(entry[0] == "chance" for entry in made.table.play.log)
    assert rolls > 3
    assert verify(read_record(text)) == rolls


def test_rolls_after_an_undo_verify_too() -> None:
    made = club("toy_dash")
    made.act(0, "gear:2")
    made.act(0, "push")
    made.undo(0, 1)
    made.answer(1, True)
    play_out(made, 5)
    verify(record_for(made.table, None, ["a", "b"], {}))


def test_an_exchanged_die_is_found_at_its_entry() -> None:
    record = record_for(finished().table, None, ["a", "b"], {})
    index = next(i for i, entry in enumerate(record.log) if entry[0] == "chance")
    record.log[index] = ["chance", "2" if record.log[index][1] != "2" else "3"]
    record.marks, record.result = [], None
    del record.log[index + 1 :]
    with pytest.raises(Diverged) as caught:
        verify(record)
    assert caught.value.index == index


def test_exchanged_or_missing_secrets_are_found() -> None:
    record = record_for(finished().table, None, ["a", "b"], {})
    fair = record.notes["fair_dice"]
    assert isinstance(fair, dict)
    for change, place in (
        ({"secret": "00" * 32}, "commitment"),
        ({"secret": "zz"}, "secret"),
        ({"scheme": "coin"}, "scheme"),
    ):
        record.notes["fair_dice"] = {**fair, **change}
        with pytest.raises(BadRecord, match=place):
            verify(record)
    record.notes = {}
    with pytest.raises(BadRecord, match="fair_dice"):
        verify(record)


def test_the_secret_is_not_published_before_the_end() -> None:
    made = club("toy_dash")
    made.act(0, "gear:1")
    text = record_for(made.table, 0, ["a", "b"], {}).to_text()
    assert made.table.dice.commitment() in text
    assert SECRET.hex() not in text
    with pytest.raises(BadRecord, match="not published"):
        verify(read_record(text))


def test_a_sealed_record_notices_every_change() -> None:
    made = finished()
    text = record_for(made.table, None, ["a", "b"], {"title": "Cup"}).to_text()
    assert verify(read_record(text)) > 3
    for change in (
        {"seats": ["a", "c"]},
        {"notes": {**read_record(text).notes, "title": "Other cup"}},
        {"notes": {**read_record(text).notes, "bots": {"1": "works"}}},
        {"notes": {**read_record(text).notes, "stood_in": [0]}},
    ):
        record = read_record(json.dumps({**json.loads(text), **change}))
        with pytest.raises(BadRecord, match="seal"):
            verify(record)
    running = club("toy_dash")
    running.act(0, "gear:1")
    assert "seal" not in record_for(running.table, 0, ["a", "b"], {}).notes


def test_a_record_without_its_marks_is_not_whole() -> None:
    record = record_for(finished().table, None, ["a", "b"], {})
    marks = record.marks
    for kept in ([], marks[:-1]):
        record.marks = kept
        with pytest.raises(BadRecord, match="marks: the one after"):
            verify(record)
