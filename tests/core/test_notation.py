"""Tables of ids, texts and forms."""

from __future__ import annotations

import pytest

from parcferme.core.errors import BadNotation
from parcferme.core.notation import Notation

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


@pytest.mark.parametrize("texts", [["a", "a"], ["a b"], ["é"], [""]])
def test_bad_tables_are_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match="x: "):
        Notation("x", texts)


def test_every_id_needs_a_form() -> None:
    with pytest.raises(ValueError, match="a form of its own"):
        Notation("x", ["a", "b"], [{"kind": "a"}])
