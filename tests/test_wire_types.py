"""The browser's types are made from the structs: every kind of field is written as TypeScript has it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from msgspec import UNSET, Struct, UnsetType, inspect

from tests.support import load


@pytest.fixture
def wire_types() -> Any:
    return load("tools/wire_types")


class Leg(Struct, tag_field="type", tag="leg", omit_defaults=True):
    """One leg
    of a rally."""

    zone: Literal["A", "B"]
    times: list[int | None]
    notes: dict[str, Any]
    rest: float | UnsetType = UNSET


def test_a_struct_becomes_an_interface(wire_types: Any) -> None:
    info = inspect.type_info(Leg)
    assert isinstance(info, inspect.StructType)
    assert wire_types._interface(info).splitlines() == [
        "/** One leg of a rally. */",
        "export interface Leg {",
        '\ttype: "leg";',
        '\tzone: "A" | "B";',
        "\ttimes: (number | null)[];",
        "\tnotes: Record<string, Json>;",
        "\trest?: number;",
        "}",
    ]


class Rally(Struct):
    legs: int


class Stage(Rally):
    length: int


class Start(Leg, tag="start", kw_only=True):
    gate: int


class Finish(Leg, tag="finish"):
    pass


def test_what_adds_to_another_struct_says_so(wire_types: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_types, "structs", lambda: [Leg, Rally, Stage, Start])
    stage, start = inspect.type_info(Stage), inspect.type_info(Start)
    assert isinstance(stage, inspect.StructType)
    assert isinstance(start, inspect.StructType)
    assert wire_types._interface(stage).splitlines() == [
        "export interface Stage extends Rally {",
        "\tlength: number;",
        "}",
    ]
    assert wire_types._interface(start).splitlines() == [  # the tag is another, so it is no leg to the browser
        'export interface Start extends Omit<Leg, "type"> {',
        '\ttype: "start";',
        "\tgate: number;",
        "}",
    ]


class Town(TypedDict):
    name: str
    cars: list[int]


class Goal(Town):
    places: list[int]


class Country(TypedDict):
    goal: Goal
    towns: list[Town]


def test_a_part_of_a_view_says_what_it_adds_to(wire_types: Any) -> None:
    parts: dict[str, inspect.TypedDictType] = {}
    wire_types._gather(inspect.type_info(wire_types.exact(Country)), parts)
    written = [wire_types._interface(part, {}, parts.values()).splitlines()[0] for part in parts.values()]
    assert written == [
        "export interface Goal extends Town {",
        "export interface Town {",
        "export interface Country {",
    ]


def test_a_union_names_the_one_within_it(wire_types: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_types, "UNIONS", {"Way": Leg | Start, "All": Finish | Leg | Start})
    assert wire_types._unions() == {"Way": ["Leg", "Start"], "All": ["Way", "Finish"]}


class Place(TypedDict):
    """Where a car is."""

    at: Annotated[list[int], tuple[int, int]]
    in_: NotRequired[Annotated[str, Literal["town"]] | None]


class Board(TypedDict):
    cars: dict[str, list[Place]]
    turn: Annotated[int, Literal[1, 2]]


def test_a_view_is_typed_as_it_is_read(wire_types: Any) -> None:
    parts: dict[str, inspect.TypedDictType] = {}
    wire_types._gather(inspect.type_info(wire_types.exact(Board)), parts)
    assert [wire_types._interface(part, {"turn": "whose"}).splitlines() for part in parts.values()] == [
        [
            "/** Where a car is. */",
            "export interface Place {",
            "\tat: [number, number];",
            '\tin_?: "town" | null;',
            "}",
        ],
        [
            "export interface Board {",
            "\tcars: Record<string, Place[]>;",
            "\t/** whose */",
            "\tturn: 1 | 2;",
            "}",
        ],
    ]


def test_a_stale_file_is_found(
    wire_types: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wire_types.main(["--check"]) == 0
    made = wire_types.typescript()
    monkeypatch.setattr(wire_types, "typescript", lambda: made + "export type More = string;\n")
    assert wire_types.main(["--check"]) == 1
    assert "wire.ts" in capsys.readouterr().err
