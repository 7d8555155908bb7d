"""Checking documents: what nobody reads, texts without measure, and wrong values told in a line."""

from __future__ import annotations

import pytest

from parcferme.core.errors import Fault
from parcferme.lib.documents import LINE, MOST_UNKNOWN, head_faults, is_text, quoted, unknown_fields


def told(faults: list[Fault]) -> list[tuple[str, str]]:
    return [(fault.place, fault.reason) for fault in faults]


@pytest.mark.parametrize(
    ("value", "words"),
    [("Turini", "'Turini'"), (7, "7"), (None, "None"), ([1] * 999, "a list"), ({}, "a dict"), (True, "True")],
)
def test_a_short_value_is_quoted_and_a_nest_of_them_named(value: object, words: str) -> None:
    assert quoted(value) == words


def test_no_quotation_is_longer_than_a_line() -> None:
    for value in ("x" * 10**6, 10**9999, -(10**9999), 1.5e300):
        assert len(quoted(value)) <= LINE


def test_fields_that_nobody_reads_are_named_and_not_all_of_them_told() -> None:
    assert told(unknown_fields("cards[2].", {"no": 1, "wings": 2}, ("no",))) == [
        ("cards[2].'wings'", "there is no such field")
    ]
    assert len(unknown_fields("", {str(number): 0 for number in range(999)}, ())) == MOST_UNKNOWN


def test_the_head_of_a_document_has_texts_of_limited_length() -> None:
    texts = {"name": 5, "source": 9}
    assert head_faults({"name": "Monte", "cards": []}, texts, 1, ("cards",)) == []
    wrong = head_faults({"name": "", "source": 7, "motto": ""}, texts, 1, ("cards",))
    assert told(wrong) == [
        ("'motto'", "there is no such field"),
        ("name", "'' is not a text of 1 to 5 letters"),
        ("source", "7 is not a text of 1 to 9 letters"),
    ]
    assert [(fault.key, fault.args) for fault in wrong[1:]] == [("long_text", {"most": 5}), ("long_text", {"most": 9})]


def test_a_text_may_be_empty_where_that_is_allowed() -> None:
    assert is_text("", 0, 5)
    assert not is_text("", 1, 5)
    assert not is_text("Turini", 1, 5)
