"""Match events: points of the tables, and the classification by them.

Points go by place; those who share a place share the points of the places they cover. Who does not appear is driven for
by a bot and scores nothing: the places of the others stand, and the bot's points go to nobody. Who withdraws after a
draw is absent at that table, keeps the points so far and is drawn no more. A table without a result scores nothing; a
bye scores as a first place.
"""

from __future__ import annotations

from fractions import Fraction

from parcferme.organise.event import Event, TableResult
from parcferme.organise.standings import Scored, Standing, standings

Points = dict[str, Fraction]


def met_so_far(drawn: list[list[list[str]]]) -> set[frozenset[str]]:
    """Every pair that has sat at one table."""
    return {
        frozenset((one, two)) for tables in drawn for table in tables for one in table for two in table if one != two
    }


def byes_so_far(drawn: list[list[list[str]]]) -> set[str]:
    return {table[0] for tables in drawn for table in tables if len(table) == 1}


def points_so_far(event: Event, drawn: list[list[list[str]]]) -> Points:
    """What everybody has scored in some rounds."""
    total: Points = {}
    for number, tables in enumerate(drawn):
        for id, scored in score_round(event, number + 1, tables).items():
            total[id] = total.get(id, Fraction(0)) + scored.points
    return total


def score_round(event: Event, round: int, tables: list[list[str]]) -> dict[str, Scored]:
    """Place and points of everybody who sat at a table of a round (from 1)."""
    results = event.rounds[round - 1].results
    found: dict[str, Scored] = {}
    for number, table in enumerate(tables, 1):
        if len(table) == 1:
            found[table[0]] = Scored(1, Fraction(event.regulations.points[0]))
        elif number in results:
            found |= score_table(table, results[number], event.regulations.points)
    return found


def score_table(table: list[str], result: TableResult, points: tuple[int, ...]) -> dict[str, Scored]:
    """Those who were there and have a place."""
    return {
        id: Scored(place, share(result.places, place, points))
        for id, place in zip(table, result.places, strict=False)
        if id not in result.absent
    }


def share(places: list[int], place: int, points: tuple[int, ...]) -> Fraction:
    """The points of a place, shared by all who have it: equal parts of the places they cover."""
    tied = places.count(place)
    covered = points[place - 1 : place - 1 + tied]
    return Fraction(sum(covered), tied)


def match_standings(event: Event, drawn: list[list[list[str]]]) -> list[Standing]:
    """All rounds count."""
    rounds = [score_round(event, number, tables) for number, tables in enumerate(drawn, 1)]
    return standings(rounds, len(rounds), list(event.entries))
