"""Rows of numbers, as each build reaches them fastest: bare numbers where the engine is compiled, lists elsewhere.

Both know `row[i]`, `row[i] = x`, slices (which are copies), `len`, `in`, loops, `list(row)`, and `append`, whose result
is the longer row. They do not share `==`, `+` and `row[i] += x`, so nobody uses those on a row.

A bare number has 64 bits: where bits stand for squares or cards there must be no more than 63, or it is no job for a
row. What is read from one is bare, too: `1 << row[i]` has 32 bits in the compiled engine, so it is put into an `int`
first.
"""

from __future__ import annotations

from librt.vecs import append, vec

__all__ = ["append", "vec"]


class Plain:
    """Stands for `vec` where the engine is interpreted: `Plain[i64](numbers)` is a list."""

    def __class_getitem__(cls, kind: object) -> type[list[object]]:
        return list


def append_plain(row: list[object], number: object) -> list[object]:
    row.append(number)
    return row


if __file__.endswith(".py"):
    globals().update(vec=Plain, append=append_plain)
