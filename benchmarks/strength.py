"""The tables of docs/strength.md: every rung of a game's ladder against the one below, what else is asked of the best
drivers, and whether a seat is worth more than another. All with 95 % intervals.

    python -m benchmarks.bench --only ladder [--matches 400] [--write] [GAME …]
    python -m benchmarks.bench --only duels …
    python -m benchmarks.bench --only seats …

Rows are measured, kept in strength.json beside this file, and written into the page between its marks. A game that is
not measured keeps its rows, and so does a ladder where one `--rung` alone was asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.tables import aligned, between_marks
from parcferme.core import registry
from parcferme.core.courses import courses_of
from parcferme.core.options import Options
from parcferme.solve.arena import Duel, Score, duel, interval, line_up
from parcferme.solve.farm import play_here

KEPT = Path(__file__).with_name("strength.json")
PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
LOW, HIGH = 0.6, 0.75  # where a rung's share should lie
FORMER: Final = "python:benchmarks.former:"  # + game
ONE_ROLL: Final = "python:benchmarks.one_roll:maker"
MOST_OF_A_SEAT: Final = 0.6  # of the races between equals, on any map
TIMES: Final = {"rallye_code": 20}  # as many matches as elsewhere: they take a moment, and luck decides most of them
Row = dict[str, Any]


class Field(NamedTuple):
    """Games that are looked at together: as they are called, and the variants whose turn it is one after another."""

    told: str
    variants: list[str]


class Claim(NamedTuple):
    """One driver against another, and what share is asked for: more than half, surely, where it is 0.5."""

    field: Field
    better: str
    worse: str
    bar: float


def field(game: str, options: Options, courses: Sequence[str] = ()) -> Field:
    """A game with these options, on each of these courses."""
    known = {course.id: course.options for course in courses_of(game).courses}
    made = [registry.variant_of(registry.create(game, {**known[course], **options})) for course in courses]
    told = f"{game}({','.join([f'{name}={value}' for name, value in options.items()])})"
    if not courses:
        return Field(told, [registry.variant_of(registry.create(game, options))])
    return Field(f"{told} on {courses[0]}" if len(courses) == 1 else f"{told} on {len(courses)} courses", made)


def every_course(game: str) -> list[str]:
    return [course.id for course in courses_of(game).courses]


def fields() -> dict[str, Field]:
    """Where the rungs of each ladder meet."""
    return {
        "lunar_rally": field("lunar_rally", {"players": 2}, every_course("lunar_rally")),
        "rally": field("rally", {"players": 2, "scope": "stage", "layer": "auto"}),
        "rally_round": field("rally_round", {"players": 2}),
        "rallye_code": field("rallye_code", {"players": 4, "enforcement": "table"}),
        "rallyman": field("rallyman", {"players": 2}),
    }


def claims(game: str) -> list[Claim]:
    """What else is asked of a game's best drivers."""
    if game == "lunar_rally":
        maps = every_course(game)
        here = field(game, {"players": 2, "first": "agreed"}, maps)
        former = FORMER + game
        more = [Claim(field(game, {"players": players}, maps), "ace", former, 0.5) for players in (3, 4)]
        return [Claim(here, "ace", former, 0.65), Claim(here, "ace", "privateer", 0.75), *more]
    if game == "rallyman":
        return [Claim(field(game, {"players": 4}), "ace", FORMER + game, 0.55)]
    if game == "rally":
        return [Claim(field(game, {"players": 4, "scope": "stage"}), "ace", "works", 0.5)]
    if game == "rally_round":
        return [Claim(field(game, {"players": 4}), "ace", "works", 0.5)]
    by_itself = [field(game, {"players": 4, "edition": edition}) for edition in "AB"]
    pairs = [("works", "clubman"), ("clubman", "novice")]
    free = Claim(field(game, {"players": 2, "car_order": "free"}), "works", ONE_ROLL, 0.5)
    return [free, *[Claim(where, *pair, 0.5) for where in by_itself for pair in pairs]]


def played(where: Field, bots: list[str], matches: int) -> list[Score]:
    """Matches of a field, as many on each of its variants, each variant with luck of its own."""
    found: list[Score] = []
    for number, variant in enumerate(where.variants):
        count = max(2, -(-matches // len(where.variants)))
        for score in play_here(line_up(variant, bots, count, "ladder"), os.cpu_count() or 1):
            found.append(score._replace(seed=f"{number}/{score.seed}"))
    return found


def row_of(where: Field, better: str, worse: str, scores: list[Score]) -> Row:
    found: Duel = duel(scores, better, worse)
    figures = {"share": found.share, "low": found.low, "high": found.high}
    return {"variant": where.told, "better": better, "worse": worse, "games": len(scores), **figures}


# ── ladders ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def measured(game: str, matches: int, rung: str | None = None) -> Iterator[Row]:
    """Each rung against the one below; one of them where it is named."""
    for worse, better in pairwise(registry.bots(game)):
        if rung in (None, better):
            scores = played(fields()[game], [better, worse], matches * TIMES.get(game, 1))
            yield row_of(fields()[game], better, worse, scores)


def table(games: list[str], matches: int, write: bool, rung: str | None = None) -> Iterator[str]:
    """The ladders as they are printed, each share beside its bar; with `write` each row is kept and put on the page as
    soon as it is measured."""
    yield f"Each rung against the one below; a share should lie between {LOW:.0%} and {HIGH:.0%}."
    cells = [["variant", "stronger", "weaker", "games", "places before", "95 % interval", ""]]
    for game in games:
        for row in measured(game, matches, rung):
            cells.append([*_cells(row), _verdict(row)])
            if write:
                _keep("ladder", {game: _amended(game, row)})
    yield from aligned(cells)


def _amended(game: str, row: Row) -> list[Row]:
    """The kept rows of a ladder, with one in place that was measured anew."""
    known = {one["better"]: one for one in [*kept().get(f"ladder {game}", []), row]}
    return [known[level] for level in registry.bots(game) if level in known]


def _verdict(row: Row) -> str:
    if LOW <= row["share"] <= HIGH:
        return "met"
    return f"missed by {max(LOW - row['share'], row['share'] - HIGH):.1%}"


# ── what else is asked ───────────────────────────────────────────────────────────────────────────────────────────────


def duels(games: list[str], matches: int, write: bool, rung: str | None = None) -> Iterator[str]:
    """Each row is kept as soon as it is measured; with `rung` only those against that driver."""
    yield "What else is asked of the best drivers."
    cells = [["variant", "stronger", "weaker", "games", "places before", "95 % interval", "asked", ""]]
    for game in games:
        measured = [claim for claim in claims(game) if rung in (None, claim.worse)]
        for row in chain.from_iterable([_claimed(claim, matches * TIMES.get(game, 1)) for claim in measured]):
            cells.append([*_cells(row), _asked(row), _judged(row)])
            if write:
                _keep("duels", {game: _in_place(f"duels {game}", row, ("variant", "better", "worse"))})
    yield from aligned(cells)


def _claimed(claim: Claim, matches: int) -> Iterator[Row]:
    """The whole field; and where it is agreed who places first, from either order by itself."""
    scores = played(claim.field, [claim.better, claim.worse], matches)
    yield {**row_of(claim.field, claim.better, claim.worse, scores), "bar": claim.bar}
    if "first=agreed" in claim.field.told:
        for order, seat in (("first", 0), ("second", 1)):
            placed = [score for score in scores if score.bots[seat] == claim.better]
            told = claim.field._replace(told=f"{claim.field.told}, placing {order}")
            yield {**row_of(told, claim.better, claim.worse, placed), "bar": claim.bar}


def _asked(row: Row) -> str:
    return "surely more than half" if row["bar"] == 0.5 else f"≥ {row['bar']:.0%}"


def _judged(row: Row) -> str:
    if row["bar"] == 0.5:
        return "met" if row["low"] > 0.5 else "not shown"
    return "met" if row["share"] >= row["bar"] else f"missed by {row['bar'] - row['share']:.1%}"


# ── seats ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(games: list[str], matches: int, write: bool) -> Iterator[str]:
    """Works against works on every map of Lunar Rally, where it is agreed who places first."""
    if "lunar_rally" not in games:
        return
    yield f"Works against works: the seat that wins most of the races, at most {MOST_OF_A_SEAT:.0%} of them."
    cells = [["map", "games", "who places first wins", "95 % interval", ""]]
    for course in every_course("lunar_rally"):
        row = _first_places(course, matches)
        cells.append(_seat_cells(row))
        if write:
            _keep("seats", {"lunar_rally": _in_place("seats lunar_rally", row, ("map",))})
    yield from aligned(cells)


def _first_places(course: str, matches: int) -> Row:
    where = field("lunar_rally", {"players": 2, "first": "agreed"}, [course])
    scores = played(where, ["works"], matches)
    won = [(score.seed + str(score.number), _won(score)) for score in scores]
    low, high = interval(won)
    share = sum([one for _, one in won]) / len(won)
    return {"map": course, "games": len(scores), "share": share, "low": low, "high": high}


def _won(score: Score) -> float:
    """By the first seat; a shared place is half."""
    return 1.0 if score.places[0] < score.places[1] else 0.5 if score.places[0] == score.places[1] else 0.0


def _seat_cells(row: Row) -> list[str]:
    return [row["map"], str(row["games"]), f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}", _fair(row)]


def _fair(row: Row) -> str:
    """Where the interval reaches further than the bar, races are too few to tell."""
    most = max(row["share"], 1 - row["share"])
    if most > MOST_OF_A_SEAT:
        return f"missed by {most - MOST_OF_A_SEAT:.1%}"
    return "met" if 1 - MOST_OF_A_SEAT <= row["low"] <= row["high"] <= MOST_OF_A_SEAT else "too few to tell"


# ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def kept() -> dict[str, list[Row]]:
    """All rows measured so far, by the mark of their table."""
    known: dict[str, list[Row]] = json.loads(KEPT.read_text("utf-8"))
    return known


def _keep(kind: str, rows: dict[str, list[Row]]) -> None:
    known = {**kept(), **{f"{kind} {game}": found for game, found in rows.items()}}
    KEPT.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    PAGE.write_text(with_tables(PAGE.read_text("utf-8"), known), "utf-8")


def _in_place(table: str, row: Row, names: tuple[str, ...]) -> list[Row]:
    """The kept rows of a table with one of them, told apart by these, measured anew."""
    rows = kept().get(table, [])
    for place, one in enumerate(rows):
        if all(one[name] == row[name] for name in names):
            return [*rows[:place], row, *rows[place + 1 :]]
    return [*rows, row]


def with_tables(page: str, known: dict[str, list[Row]]) -> str:
    """The page with each table between its marks."""
    for mark, rows in known.items():
        page = between_marks(page, mark, in_markdown(mark, rows))
    return page


def in_markdown(mark: str, rows: list[Row]) -> str:
    if mark.startswith("seats"):
        head, cells = ["map", "games", "who places first wins", "95 %", ""], [_seat_cells(row) for row in rows]
    elif mark.startswith("duels"):
        head = ["variant", "stronger", "weaker", "games", "share", "95 %", "asked", ""]
        cells = [[*_marked(row), _asked(row), _judged(row)] for row in rows]
    else:
        head = ["variant", "stronger", "weaker", "games", "share", "95 %", "60 to 75 %"]
        cells = [[*_marked(row), _verdict(row)] for row in rows]
    lines = [head, ["---"] * len(head), *cells]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _marked(row: Row) -> list[str]:
    variant, *rest = _cells(row)
    return [f"`{variant}`", *rest]


def _cells(row: Row) -> list[str]:
    names = {ONE_ROLL: "by the next roll", **{FORMER + game: "works as it was" for game in registry.game_ids()}}
    share, span = f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}"
    better, worse = (names.get(row[one], row[one]) for one in ("better", "worse"))
    return [row["variant"], better, worse, str(row["games"]), share, span]
