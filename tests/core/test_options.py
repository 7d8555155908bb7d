"""Declared options: bounds, unknown keys, schema, and names of variants that read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core.bounds import LARGEST, MOST_VALUES, is_readable
from parcferme.core.errors import BadOption, ParcFermeError
from parcferme.core.options import Choice, Document, Flag, Int, Items, Option, OptionSpec, Text, split_variant

SPEC = OptionSpec(
    "rallyman",
    [
        Int("players", 1, 4, 2, "seats"),
        Choice("weather", ("fixed", "variable"), "fixed", "weather"),
        Flag("tyres", False, "tyre choice"),
        Text("name", r"[^\n]*", "", "a name"),
        Items("stages", Text("stage", r"[A-Z]\d", "A1", ""), 1, 3, ["A1"], "roadbook"),
        Document("board", "an own board"),
    ],
)

READABLE = st.text().filter(is_readable)


def test_defaults_complete_what_is_not_given() -> None:
    assert SPEC.read({"players": 3}) == {
        "players": 3, "weather": "fixed", "tyres": False, "name": "", "stages": ["A1"], "board": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("wheather", "fixed", "unknown; the options are players, weather"),
        ("players", 0, "not between 1 and 4"),
        ("players", 5, "not between 1 and 4"),
        ("players", True, "not a whole number"),
        ("players", "2", "not a whole number"),
        ("players", 2.0, "not a whole number"),
        ("weather", "wet", "not one of fixed, variable"),
        ("weather", ["fixed"], "not one of"),
        ("tyres", 1, "neither true nor false"),
        ("name", 7, "not a text"),
        ("name", "two\nlines", "does not read as"),
        ("stages", "A1", "not a list"),
        ("stages", [], "has 0 items"),
        ("stages", ["A1"] * 4, "has 4 items"),
        ("stages", ["A1", "b"], "item 2:"),
        ("board", "file.json", "neither null nor an object"),
        ("board", {"squares": [0] * MOST_VALUES}, "too large: at most 60000 values, 12 deep"),
    ],
)
def test_what_is_refused_names_game_option_and_reason(option: str, value: object, says: str) -> None:
    with pytest.raises(BadOption) as refused:
        SPEC.read({option: value})
    assert refused.value.game == "rallyman"
    assert refused.value.option == option
    assert says in refused.value.reason
    assert str(refused.value).startswith(f"rallyman: option {option!r}: ")


def test_bounds_themselves_are_accepted() -> None:
    assert [SPEC.read({"players": players})["players"] for players in (1, 4)] == [1, 4]


def test_a_default_outside_its_own_bounds_is_refused() -> None:
    with pytest.raises(BadOption, match="its own default"):
        OptionSpec("x", [Int("n", 1, 2, 3, "")])


def test_an_option_declared_twice_is_refused() -> None:
    with pytest.raises(BadOption, match="declared twice"):
        OptionSpec("x", [Flag("a", True, ""), Flag("a", False, "")])


def test_the_schema_describes_every_option_and_nothing_else() -> None:
    schema: Any = SPEC.schema()
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == list(SPEC.options)
    assert schema["properties"]["players"] == {
        "type": "integer", "minimum": 1, "maximum": 4, "default": 2, "description": "seats",
    }  # fmt: skip
    assert schema["properties"]["weather"]["enum"] == ["fixed", "variable"]
    assert schema["properties"]["tyres"]["type"] == "boolean"
    assert schema["properties"]["stages"]["items"] == {"type": "string", "pattern": r"^(?:[A-Z]\d)$"}
    assert schema["properties"]["stages"]["minItems"] == 1
    assert schema["properties"]["board"]["type"] == ["object", "null"]
    json.dumps(schema)


def test_a_bare_option_takes_anything() -> None:
    assert Option("free", 1, "").check(object()) is None
    assert Option("free", 1, "help").full_schema() == {"default": 1, "description": "help"}


def test_the_name_holds_only_what_differs_in_declared_order() -> None:
    assert SPEC.name(SPEC.read({})) == "rallyman"
    assert SPEC.name(SPEC.read({"tyres": True, "players": 3})) == "rallyman(players=3,tyres=true)"
    assert SPEC.name(SPEC.read({"stages": ["B2", "A1"]})) == 'rallyman(stages=["B2","A1"])'
    assert SPEC.name(SPEC.read({"name": "true"})) == 'rallyman(name="true")'  # a bare true would be a flag


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("rallyman", {}),
        ("rallyman()", {}),
        (" rallyman ( players = 3 , tyres=true ) ", {"players": "3", "tyres": "true"}),
        ('rallyman(stages=["A1","B2"],players=2)', {"stages": '["A1","B2"]', "players": "2"}),
        ('rallyman(name="a,b)\\"c=")', {"name": '"a,b)\\"c="'}),
    ],
)
def test_variants_are_split(variant: str, expected: dict[str, str]) -> None:
    assert split_variant(variant) == ("rallyman", expected)


@pytest.mark.parametrize("variant", ["", "Rallyman", "rallyman(", "rallyman)", "rallyman(players)", "rallyman(=2)",
                                     "rallyman(players=2,players=3)", "2", "rally man"])  # fmt: skip
def test_what_does_not_read_as_a_variant_is_refused(variant: str) -> None:
    with pytest.raises(BadOption):
        split_variant(variant)


def test_nesting_without_end_is_refused_like_any_wrong_value() -> None:
    with pytest.raises(BadOption):
        SPEC.parse_values({"stages": "[" * 100_000})


values = st.fixed_dictionaries(
    {},
    optional={
        "players": st.integers(1, 4),
        "weather": st.sampled_from(["fixed", "variable"]),
        "tyres": st.booleans(),
        "name": READABLE,
        "stages": st.lists(st.from_regex(r"[A-Z][0-9]", fullmatch=True), min_size=1, max_size=3),
        "board": st.none()
        | st.dictionaries(READABLE, READABLE | st.integers(-LARGEST, LARGEST) | st.lists(st.booleans())),
    },
)


@given(values)
def test_names_of_variants_read_back(given_values: dict[str, Any]) -> None:
    options = SPEC.read(given_values)
    name = SPEC.name(options)
    game, texts = split_variant(name)
    assert game == "rallyman"
    assert SPEC.parse_values(texts) == options
    assert SPEC.name(SPEC.parse_values(texts)) == name
    assert name.isascii()


@given(st.text(alphabet='rallymn(),="[]{}\\ 01:tue\u00e9') | st.text())
def test_any_text_is_refused_cleanly_or_becomes_options_that_round_trip(text: str) -> None:
    try:
        game, texts = split_variant(text)
        options = OptionSpec(game, list(SPEC.options.values())).parse_values(texts)
    except ParcFermeError:
        return
    assert SPEC.parse_values(split_variant(SPEC.name(options))[1]) == options


def test_a_word_that_looks_like_a_number_is_a_word_where_words_are_asked_for() -> None:
    spec = OptionSpec(
        "toy", [Choice("dice", ("2010", "GT"), "GT", ""), Text("name", ".*", "", ""), Int("n", 1, 9, 1, "")]
    )
    assert spec.parse_values({"dice": "2010", "name": "007", "n": "7"}) == {"dice": "2010", "name": "007", "n": 7}
    assert spec.parse_values({"dice": '"2010"', "name": "[1]"}) == {"dice": "2010", "name": "[1]", "n": 1}
    with pytest.raises(BadOption, match="2011"):
        spec.parse_values({"dice": "2011"})
