"""Draws: who sits at which table in a round. Pure functions of the entries, the results so far and the published seed.

heats       groups at random
ladder      by points so far, neighbours together, those who have met apart as far as exchanges allow
everybody   everybody meets everybody, at tables of two

An odd number makes tables of three before it makes byes, where the game takes three; a bye is never given twice while
somebody has had none.
"""

from __future__ import annotations

from itertools import combinations, product

from parcferme.core import registry
from parcferme.organise.event import Event
from parcferme.organise.regulations import EVERYBODY, LADDER
from parcferme.organise.rounds import Points, byes_so_far, met_so_far, points_so_far
from parcferme.table.fairness import FairDice

Tables = list[list[str]]  # the entries of each table, by seat; one alone has a bye
Pairs = set[frozenset[str]]


def tables_of(event: Event, round: int) -> Tables:
    """The draw of a round (from 1) that was drawn."""
    made, regulations = event.rounds[round - 1], event.regulations
    dice = FairDice(bytes.fromhex(made.seed))
    drawn = [tables_of(event, before) for before in range(1, round)]
    if regulations.draw == EVERYBODY:
        return everybody(made.entries, round, dice)
    byes = byes_so_far(drawn)
    sizes = table_sizes(len(made.entries), regulations.seats, registry.meta(regulations.game).seats[1])
    if regulations.draw == LADDER:
        return ladder(made.entries, sizes, points_so_far(event, drawn), met_so_far(drawn), byes, dice)
    return heats(made.entries, sizes, byes, dice)


def table_sizes(entries: int, seats: int, most: int) -> list[int]:
    """Tables as even as can be, none larger than agreed on, but for threes in place of a bye."""
    tables = max(1, -(-entries // seats))
    if entries // tables < 2 <= entries:  # somebody would sit alone
        if most > seats:
            tables = entries // seats
        else:
            return [*table_sizes(entries - 1, seats, most), 1]
    return [entries // tables + (1 if table < entries % tables else 0) for table in range(tables)]


def shuffled(entries: list[str], dice: FairDice) -> list[str]:
    """The entries in an order that follows from the seed, whatever order they came in."""
    left, order = sorted(entries), list[str]()
    while left:
        order.append(left.pop(dice.number(len(order), len(left))))
    return order


def heats(entries: list[str], sizes: list[int], byes: set[str], dice: FairDice) -> Tables:
    return _seated(_byes_last(shuffled(entries, dice), sizes, byes), sizes, set())


def ladder(entries: list[str], sizes: list[int], points: Points, met: Pairs, byes: set[str], dice: FairDice) -> Tables:
    """Most points first, equal ones by lot."""
    order = sorted(shuffled(entries, dice), key=lambda id: -points.get(id, 0))
    return _seated(_byes_last(order, sizes, byes), sizes, met)


def _byes_last(order: list[str], sizes: list[int], byes: set[str]) -> list[str]:
    """Whoever sits alone is the last in the order who has had no bye yet."""
    if sizes[-1] != 1:
        return order
    alone = next((id for id in reversed(order) if id not in byes), order[-1])
    return [id for id in order if id != alone] + [alone]


def _seated(order: list[str], sizes: list[int], met: Pairs) -> Tables:
    """Table by table: the first who is left, then the next who have met nobody there, then simply the next. Then two
    crews change places wherever that leaves fewer who have met at one table."""
    left = list(order)
    tables: Tables = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            table.append(left.pop(_next_for(table, left, met)))
        tables.append(table)
    for number, table in enumerate(tables):
        while _repeats(table, met) and _exchange(tables, number, met):
            pass
    return tables


def _next_for(table: list[str], left: list[str], met: Pairs) -> int:
    for place, id in enumerate(left):
        if all(frozenset((id, other)) not in met for other in table):
            return place
    return 0


def _repeats(table: list[str], met: Pairs) -> int:
    return sum(frozenset(pair) in met for pair in combinations(table, 2))


def _nearest(tables: Tables, number: int) -> Tables:
    """The other tables, of two as near the one before first; whoever sits alone is not among them."""
    order = sorted(range(len(tables)), key=lambda other: abs(other - number))
    return [tables[other] for other in order if other != number and len(tables[other]) > 1]


def _exchange(tables: Tables, number: int, met: Pairs) -> bool:
    """Somebody of a table changes places with somebody of the nearest one where it helps; False where nobody can."""
    table = tables[number]
    for other in _nearest(tables, number):
        before = _repeats(table, met) + _repeats(other, met)
        for own, theirs in product(range(len(table)), range(len(other))):
            table[own], other[theirs] = other[theirs], table[own]
            if _repeats(table, met) + _repeats(other, met) < before:
                return True
            table[own], other[theirs] = other[theirs], table[own]
    return False


def everybody(entries: list[str], round: int, dice: FairDice) -> Tables:
    """One stays, the others go round; with an odd number whoever is opposite nobody has a bye."""
    order: list[str | None] = [*sorted(entries)]
    if len(order) % 2:
        order.append(None)
    turns = (round - 1) % (len(order) - 1)
    ring = order[1:]
    seats = [order[0], *ring[turns:], *ring[:turns]]
    pairs = [[id for id in (seats[n], seats[-1 - n]) if id is not None] for n in range(len(seats) // 2)]
    first = [pair if len(pair) == 1 or dice.number(n, 2) == 0 else pair[::-1] for n, pair in enumerate(pairs)]
    return [pair for pair in first if len(pair) == 2] + [pair for pair in first if len(pair) == 1]
