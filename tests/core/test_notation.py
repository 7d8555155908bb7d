"""Tables of ids, texts and forms."""

from __future__ import annotations

import pytest

from parcferme.core.errors import BadNotation
from parcferme.core.notation import NEIGHBOURS, Notation, likeness

TABLE = Notation("an action", ["roll:1", "roll:2", "stop"], [{"kind": "roll", "die": n} for n in (1, 2, 3)])


def test_texts_and_ids_are_two_names_of_one_thing() -> None:
    assert len(TABLE) == 3
    assert [TABLE.parse(TABLE.format(number)) for number in range(3)] == [0, 1, 2]
    assert TABLE.form(1) == {"kind": "roll", "die": 2}


def test_without_forms_the_text_is_the_kind() -> None:
    assert Notation("x", ["go"]).form(0) == {"kind": "go"}


@pytest.mark.parametrize("number", [-1, 3])
def test_unknown_ids_are_refused(number: int) -> None:
    for read in (TABLE.format, TABLE.form):
        with pytest.raises(BadNotation, match="ids run from 0 to 2"):
            read(number)


def test_an_unknown_text_is_refused_with_its_neighbours() -> None:
    with pytest.raises(BadNotation, match="'rol:1' is not an action; did you mean roll:1") as refused:
        TABLE.parse("rol:1")
    assert "roll:1" in refused.value.near
    with pytest.raises(BadNotation) as lost:
        TABLE.parse("zzzz")
    assert lost.value.near == []


CARDS = ("F1", "F2", "AT", "TL", "TR", "LA", "SH")
LARGE = Notation("x", [f"{n}:{a}.{b}.{c}" for n in range(9) for a in CARDS for b in CARDS for c in CARDS])


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("1:F1.A.TL", "1:F1.AT.TL"),
        ("1:F1.AAT.TL", "1:F1.AT.TL"),
        ("1:F1.AX.TL", "1:F1.AT.TL"),
        ("1:F1.TA.TL", "1:F1.AT.TL"),
        ("1F1.AT.TL", "1:F1.AT.TL"),
        ("1-F1.AT.TL", "1:F1.AT.TL"),
        ("F1.AT.TL", "1:F1.AT.TL"),
        ("8:SH.SH.S", "8:SH.SH.SH"),
        (" 8:SH.SH.SH", "8:SH.SH.SH"),
    ],
)
def test_slips_are_understood_in_large_tables(wrong: str, right: str) -> None:
    assert right in LARGE.near(wrong)


@pytest.mark.parametrize("wrong", ["1:F1.A.TL", "", ":", "zzzzzzzz", "1", "é" * 25])
def test_a_wrong_text_is_compared_with_few(wrong: str) -> None:
    """However large the table: a server reads wrong texts between two moves of others."""
    assert len(LARGE) > 3000
    assert NEIGHBOURS <= len(LARGE.candidates(wrong)) <= 4 * NEIGHBOURS


def test_a_text_that_is_far_too_long_is_like_none() -> None:
    assert LARGE.near("1:F1.AT.TL" * 100_000) == []
    assert Notation("x", []).near("a") == []


def test_likeness_counts_what_stands_before_and_behind_a_slip() -> None:
    assert likeness("roll:1", "roll:1") == 1
    assert likeness("roll:1", "rol:1") == 10 / 11
    assert likeness("aaa", "aaaa") == 6 / 7  # no letter counts twice
    assert likeness("ab", "cd") == 0
    assert likeness("", "") == 0


@pytest.mark.parametrize("texts", [["a", "a"], ["a b"], ["é"], [""]])
def test_bad_tables_are_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match="x: "):
        Notation("x", texts)


def test_every_id_needs_a_form() -> None:
    with pytest.raises(ValueError, match="a form of its own"):
        Notation("x", ["a", "b"], [{"kind": "a"}])
