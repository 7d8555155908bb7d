"""The spread of variants of a game: made from its declared options, so that a new option is tested by existing.

Every value worth trying (each choice, both flags, the ends and the middle of a range) appears in at least one variant,
and greedily chosen rows bring together as many pairs of values as `most` variants allow. A combination that the game
refuses with BadOption is mended by setting options back to their defaults, one by one; a value that then still finds no
place is tried beside every single value of the others. Lists and the middles of ranges join in where they are accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from parcferme.core.contract import Game
from parcferme.core.errors import BadOption
from parcferme.core.options import Choice, Flag, Int, Items, Option, Options, OptionSpec, Value

Create = Callable[[Options], Game]
Row = dict[str, Value]
Pair = tuple[str, str, str, str]


def candidates(option: Option) -> list[Value]:
    """The values worth trying, the default first. Texts and documents stand at their default: games list more."""
    values: list[Value] = [option.default]
    if isinstance(option, Flag):
        values += [False, True]
    elif isinstance(option, Choice):
        values += option.choices
    elif isinstance(option, Int):
        values += [option.low, (option.low + option.high) // 2, option.high]
    elif isinstance(option, Items):
        items = candidates(option.item)
        values += [[items[n % len(items)] for n in range(size)] for size in (option.least, option.most)]
    return [value for number, value in enumerate(values) if value not in values[:number]]


def _must_appear(option: Option, value: Value) -> bool:
    if isinstance(option, Int):
        return value in (option.low, option.high, option.default)
    return not isinstance(option, Items)


def spread(spec: OptionSpec, create: Create, most: int, seed: int = 1) -> list[Game]:
    """The variants, the default one first; a value that no accepted variant can hold raises AssertionError."""
    rng = Random(seed)
    table = {name: candidates(option) for name, option in spec.options.items()}
    games = [create(spec.read({}))]
    covered = _pairs(games[0].options)
    wanted = {pair for row in _twos(table) for pair in _pairs(row)}
    for name, values in table.items():
        for value in values:
            if not any(game.options[name] == value for game in games):
                row = _best(table, covered, rng, {name: value})
                found = _mended(spec, create, row, {name}, rng) or _beside(spec, create, table, {name: value}, rng)
                if found is None and _must_appear(spec.options[name], value):
                    raise AssertionError(f"{spec.game}: no variant found that accepts {name}={value}")
                if found is not None:
                    games.append(found)
                    covered |= _pairs(found.options)
    tries = 0
    while len(games) < most and tries < most and wanted - covered:
        tries += 1
        game = _mended(spec, create, _best(table, covered, rng, {}), set(), rng)
        if game is not None and _pairs(game.options) - covered:
            games.append(game)
            covered |= _pairs(game.options)
    return games


def _twos(table: dict[str, list[Value]]) -> list[Row]:
    """Rows that hold every pair of candidates between them, two options at a time."""
    return [
        {one: first, two: second}
        for one, two in combinations(table, 2)
        for first in table[one]
        for second in table[two]
    ]


def _pairs(row: Row) -> set[Pair]:
    return {(one, repr(row[one]), two, repr(row[two])) for one, two in combinations(row, 2)}


def _best(table: dict[str, list[Value]], covered: set[Pair], rng: Random, fixed: Row) -> Row:
    """Of a handful of random rows the one with the most pairs not yet covered."""
    rows: list[Row] = [{name: rng.choice(values) for name, values in table.items()} | fixed for _ in range(12)]
    return max(rows, key=lambda row: len(_pairs(row) - covered))


def _mended(spec: OptionSpec, create: Create, row: Row, pinned: set[str], rng: Random) -> Game | None:
    """The row as a game; where options exclude each other, those not pinned go back to their defaults one by one."""
    loose = [name for name in row if name not in pinned and row[name] != spec.options[name].default]
    rng.shuffle(loose)
    while True:
        try:
            return create(spec.read(row))
        except BadOption as refused:
            if not loose:
                return None
            name = refused.option if refused.option in loose else loose[-1]
            loose.remove(name)
            row = {**row, name: spec.options[name].default}


def _beside(
    spec: OptionSpec, create: Create, table: dict[str, list[Value]], pinned: Row, rng: Random, tries: int = 200
) -> Game | None:
    """A value that needs another one: beside each single value of the other options, then in random company."""
    company: list[Row] = [{name: value} for name, values in table.items() for value in values if name not in pinned]
    company += [{name: rng.choice(values) for name, values in table.items()} for _ in range(tries)]
    for row in company:
        try:
            return create(spec.read({**row, **pinned}))
        except BadOption:
            continue
    return None
