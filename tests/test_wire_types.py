"""The browser's types are made from the structs: every kind of field is written as TypeScript has it."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec import UNSET, Struct, UnsetType, inspect
from tools import wire_types


class Leg(Struct, tag_field="type", tag="leg", omit_defaults=True):
    """One leg
    of a rally."""

    zone: Literal["A", "B"]
    times: list[int | None]
    notes: dict[str, Any]
    rest: float | UnsetType = UNSET


def test_a_struct_becomes_an_interface() -> None:
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


def test_a_stale_file_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert wire_types.main(["--check"]) == 0
    made = wire_types.typescript()
    monkeypatch.setattr(wire_types, "typescript", lambda: made + "export type More = string;\n")
    assert wire_types.main(["--check"]) == 1
    assert "wire.ts" in capsys.readouterr().err
