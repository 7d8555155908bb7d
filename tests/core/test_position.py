"""Field tables: what they write reads back, and everything else is refused by its place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.errors import BadRecord
from parcferme.core.position import Fields, flag, note, places, take, whole, wholes, word, word_at

TYRES = ("asphalt", "snow")
CAR: Fields = (
    whole("gear", 5),
    whole("actor", 3, low=-1, usual=-1),
    word("tyres", TYRES),
    flag("sisu", usual=True),
    places("dirt", 200),
    wholes("times", 99, least=2, most=2, usual=(0, 0)),
)


class Car:
    def __init__(self) -> None:
        self.gear = 0
        self.actor = -1
        self.tyres = 0
        self.sisu = True
        self.dirt = 0
        self.times = [0, 0]


def test_what_is_as_usual_is_left_out() -> None:
    assert note(CAR, Car()) == {}


def test_names_stand_for_numbers_and_masks() -> None:
    car = Car()
    car.gear, car.actor, car.tyres, car.sisu, car.dirt = 3, 0, 1, False, 1 << 130 | 1 << 2
    assert note(CAR, car) == {
        "gear": 3, "actor": 0, "tyres": "snow", "sisu": False, "dirt": [2, 130],
    }  # fmt: skip


@given(
    st.tuples(
        st.integers(0, 5), st.integers(-1, 3), st.integers(0, 1), st.booleans(), st.integers(0, 2**201 - 1),
        st.lists(st.integers(0, 99), min_size=2, max_size=2),
    )
)  # fmt: skip
def test_what_is_written_reads_back(values: tuple[object, ...]) -> None:
    car, again = Car(), Car()
    for field, value in zip(CAR, values, strict=True):
        setattr(car, field.name, value)
    take(CAR, again, "car", note(CAR, car))
    assert vars(again) == vars(car)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "car: [] is not an object"),
        ({1: 2}, "car: 1 is not a name"),
        ({"wings": 1}, "car.wings: there is no such field"),
        ({"\x1b[31m": 1}, r"car: '\x1b[31m' is not a name"),
        ({"\ud800": 1}, r"car: '\ud800' is not a name"),
        ({"w" * 101: 1}, f"car: '{'w' * 58}… is not a name"),
        ({"gear": 6}, "car.gear: 6 is not a whole number from 0 to 5"),
        ({"gear": True}, "car.gear: True is not a whole number from 0 to 5"),
        ({"gear": "x" * 99}, f"car.gear: '{'x' * 58}… is not a whole number from 0 to 5"),
        ({"tyres": 1}, "car.tyres: 1 is none of asphalt, snow"),
        ({"sisu": 1}, "car.sisu: 1 is neither true nor false"),
        ({"dirt": [3, 3]}, "car.dirt: the numbers do not ascend"),
        ({"dirt": [201]}, "car.dirt[0]: 201 is not a whole number from 0 to 200"),
        ({"times": [1]}, "car.times: has 1 entries, not 2"),
    ],
)
def test_anything_else_is_refused_by_its_place(given: object, says: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(says)):
        take(CAR, Car(), "car", given)


def test_of_many_words_a_refusal_lists_the_first() -> None:
    names = tuple([f"claim:{number}" for number in range(90)])
    with pytest.raises(BadRecord, match=r"said: 'over' is none of claim:0, claim:1, .*…$") as caught:
        word_at("said", "over", names)
    assert len(str(caught.value)) < 300


def test_names_beside_are_for_the_caller() -> None:
    car = Car()
    take(CAR, car, "car", {"gear": 2, "crew": []}, beside=("crew",))
    assert car.gear == 2
