"""Records: they read back, and whatever was done to them is found and named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcferme.core.contract import Game
from parcferme.core.errors import BadRecord, Diverged
from parcferme.core.play import Play, live_entries
from parcferme.core.record import MARK_EVERY, canonical, fingerprint, read_record, record_of
from tests.contract import toys
from tests.contract.checks.identity import random_play


class LongDash(toys.Dash):
    """Turns enough for several marks."""

    def first(self) -> list[int]:
        return [0, 0, 120, *[0] * (2 * self.players)]

    def bound(self) -> int:
        return 400


def game() -> Game:
    return LongDash(toys.meta("dash").options.read({"punctures": False}))


PLAY = random_play(game(), 4)
TEXT = record_of(PLAY, ["Ari", "Björn"], {"event": "Jyväskylä", "date": "2026-11-16"}).to_text()


def changed(**parts: Any) -> str:
    return json.dumps({**json.loads(TEXT), **parts})


def log_with(index: int, entry: object) -> str:
    log = json.loads(TEXT)["log"]
    return changed(log=[*log[:index], entry, *log[index + 1 :]])


def test_a_record_reads_back_and_replays() -> None:
    record = read_record(TEXT)
    assert record.to_text() == TEXT
    assert (record.game, record.rules, record.seats) == ("dash", 1, ["Ari", "Björn"])
    assert record.notes["event"] == "Jyväskylä"
    play = record.replay(game())
    assert fingerprint(play.state) == fingerprint(PLAY.state)
    assert play.log == PLAY.log
    assert len(PLAY.log) > 2 * MARK_EVERY
    assert [count for count, _ in record.marks] == [*range(MARK_EVERY, len(PLAY.log), MARK_EVERY), len(PLAY.log)]


def test_the_text_is_json_with_one_entry_a_line() -> None:
    lines = TEXT.splitlines()
    assert TEXT.isascii()
    assert [json.loads(line.rstrip(",")) for line in lines if line.startswith("  ")] == PLAY.log


def test_an_unfinished_game_has_no_result() -> None:
    play = Play(game())
    play.act(0, toys.STOP)
    record = read_record(record_of(play, ["a", "b"]).to_text())
    assert record.result is None
    assert not record.replay(game()).is_over()


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "file", "is not JSON"),
        (TEXT[:-40], "file", "is not JSON"),
        ("[" * 100_000, "file", "is not JSON"),
        (changed(notes={"odds": float("nan")}), "file", "is not JSON"),
        (changed(notes={"odds": 1}).replace('"odds": 1', '"odds": 1e999'), "file", "1e999 is not a number"),
        ("[]", "format", "is not 'parcferme-record'"),
        ("null", "format", "is not"),
        (changed(format="chess"), "format", "is not"),
        (changed(format_version=2), "format_version", "is 2; this program reads 1"),
        (changed(format_version=None), "format_version", "is None"),
        (changed(game=5), "game", "is not of type str"),
        (changed(rules="1"), "rules", "is not of type int"),
        (changed(rules=True), "rules", "is not of type int"),
        (changed(options=[]), "options", "is not of type dict"),
        (changed(seats="two"), "seats", "is not of type list"),
        (changed(notes=None), "notes", "is not of type dict"),
        (changed(log={}), "log", "is not of type list"),
        (log_with(3, [1]), "log entry 3", "is not a pair"),
        (log_with(3, "roll"), "log entry 3", "is not a pair"),
        (changed(marks=[[50]]), "mark 0", "is not a pair"),
        (changed(marks=[[50, 7]]), "mark 0", "is not a pair"),
        (changed(marks=[[True, "x"]]), "mark 0", "is not a pair"),
        (changed(marks=[[-1, "x"]]), "mark 0", "stands after -1 entries"),
        (changed(marks=[[50, "x"], [50, "y"]]), "mark 1", "not after the mark before it"),
        (changed(result=[1]), "result", "is not of type dict"),
    ],
)
def test_what_cannot_be_read_is_refused_with_place_and_reason(text: str, place: str, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    assert refused.value.place == place
    assert reason in refused.value.reason
    assert str(refused.value) == f"{place}: {refused.value.reason}"


@pytest.mark.parametrize("field", ["game", "rules", "options", "seats", "notes", "log", "marks"])
def test_a_missing_field_is_named(field: str) -> None:
    data = json.loads(TEXT)
    del data[field]
    with pytest.raises(BadRecord, match=f"{field}: is missing"):
        read_record(json.dumps(data))


def test_a_record_of_other_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="rules: made under dash rules 2, not dash rules 1"):
        read_record(changed(rules=2)).replay(game())
    with pytest.raises(BadRecord, match="rules: made under bids rules 1"):
        read_record(changed(game="bids")).replay(game())


def diverges(text: str) -> Diverged:
    with pytest.raises(Diverged) as diverged:
        read_record(text).replay(game())
    assert diverged.value.place == f"log entry {diverged.value.index}"
    return diverged.value


def an_outcome() -> int:
    """The last outcome before the first mark that was not taken back."""
    live = live_entries(PLAY.log[:MARK_EVERY])
    return max(index for index in live if PLAY.log[index] == ["chance", "one"])


def test_an_entry_against_the_rules_is_found_where_it_stands() -> None:
    assert diverges(log_with(60, [0, "fly"])).index == 60
    assert diverges(log_with(60, [9, "roll"])).index == 60
    assert "seat" in diverges(log_with(60, [9, "roll"])).reason


def test_a_legal_but_changed_entry_is_found_at_the_next_mark() -> None:
    found = diverges(log_with(an_outcome(), ["chance", "two"]))
    assert found.index == MARK_EVERY
    assert "fingerprint" in found.reason


def test_a_changed_mark_is_found() -> None:
    marks = json.loads(TEXT)["marks"]
    for number, (count, mark) in enumerate(marks):
        wrong = [*marks[:number], [count, "0" * len(mark)], *marks[number + 1 :]]
        assert diverges(changed(marks=wrong)).index == count


def test_a_log_cut_short_is_found() -> None:
    log = json.loads(TEXT)["log"]
    found = diverges(changed(log=log[:70]))
    assert found.index == 70
    assert "the log ends here" in found.reason
    marks = [mark for mark in json.loads(TEXT)["marks"] if mark[0] <= 70]
    assert "the result is null" in diverges(changed(log=log[:70], marks=marks)).reason


def test_entries_after_the_end_are_found() -> None:
    log = json.loads(TEXT)["log"]
    assert diverges(changed(log=[*log, [0, "roll"]])).index == len(log)


def test_a_changed_result_is_found() -> None:
    result = json.loads(TEXT)["result"]
    assert "the result is" in diverges(changed(result={**result, "scores": [0, 0]})).reason
    assert "the record says null" in diverges(changed(result=None)).reason


def test_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"\\u00e9"]}'


def test_a_fingerprint_is_sixteen_hex_digits_that_differ_with_the_position() -> None:
    play = Play(game())
    before = fingerprint(play.state)
    play.act(0, toys.STOP)
    assert len(before) == 16
    assert int(before, 16) >= 0
    assert fingerprint(play.state) != before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
fields = st.sampled_from(
    ["format", "format_version", "game", "rules", "options", "seats", "notes", "log", "marks", "result"]
)


def refuses_or_round_trips(text: str) -> None:
    try:
        record = read_record(text)
    except BadRecord:
        return
    assert read_record(record.to_text()).to_text() == record.to_text()
    try:
        record.replay(game())
    except BadRecord:
        return
    assert record.log == PLAY.log[: len(record.log)]


@given(st.text() | json_values.map(json.dumps))
def test_any_text_is_refused_or_round_trips(text: str) -> None:
    refuses_or_round_trips(text)


@settings(max_examples=200)
@given(fields, json_values)
def test_a_record_with_any_field_replaced_is_refused_or_round_trips(field: str, value: object) -> None:
    refuses_or_round_trips(changed(**{field: value}))


@given(st.integers(0, len(PLAY.log) - 1), json_values | st.tuples(st.integers(-1, 3), st.text()).map(list))
def test_a_record_with_any_entry_replaced_is_refused_or_round_trips(index: int, entry: object) -> None:
    refuses_or_round_trips(log_with(index, entry))


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_a_record_with_any_character_replaced_is_refused_or_round_trips(index: int, character: str) -> None:
    refuses_or_round_trips(TEXT[:index] + character + TEXT[index + 1 :])
