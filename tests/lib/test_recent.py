"""What was worked out lately is kept, and no more than that."""

from __future__ import annotations

from functools import partial

from parcferme.lib.recent import Recent


def test_the_one_unused_for_longest_goes_first() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    recent: Recent[str, str] = Recent(2)
    for name in ("a", "b", "a", "c", "a", "b"):
        assert recent.get(name, partial(make, name)) == name.upper()
    assert made == ["a", "b", "c", "b"]
    assert list(recent.kept) == ["a", "b"]
