"""The course sheet: rally, date, drivers, routes, assistance, start orders and times (RM-15, RM-19, RM-20, RM-99)."""

# isort: skip_file
from __future__ import annotations

from parcferme.games.rallyman.chrono_log import SPLIT, entry_parts
from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.rules.stage import result, start_order, total
from parcferme.games.rallyman.state import (
    CAR, CARS, DONE, OVER_PHASE, RETIRED, SPECIAL, STATUS, TIME, Position,
)  # fmt: skip
from parcferme.lib.stagetime import mmss

WIDTH = 78


def course_sheet(p: Position) -> dict[str, object]:
    """The sheet as JSON values; times in seconds, None where there is none (yet)."""
    rally, v = p.rally, p.v
    places = result(p).places if p.phase == OVER_PHASE else None
    specials = [
        {
            "number": special + 1,
            "route": rally.roadbooks[special],
            "spaces": len(rally.spaces[special]),
            "checkpoints": rally.checkpoints[special],
            "assistance_after": special + 1 < SPECIALS and rally.assisted[special + 1],
            "start_order": start_order(p, special) if special <= v[SPECIAL] else [],
        }
        for special in range(SPECIALS)
    ]
    drivers = []
    for seat in range(rally.players):
        car = CARS + seat * CAR
        done = v[car + DONE]
        drivers.append(
            {
                "seat": seat,
                "name": rally.driver(seat),
                "times": [v[car + TIME + special] if special < done else None for special in range(SPECIALS)],
                "splits": _splits(p, seat),
                "total": total(p, seat) if done else None,
                "retired": v[car + STATUS] == RETIRED,
                "place": places[seat] if places is not None else None,
            }
        )
    return {"name": rally.options["name"], "date": rally.options["date"], "specials": specials, "drivers": drivers}


def _splits(p: Position, seat: int) -> list[object]:
    found: list[object] = []
    for number in p.entries():
        kind, who, special, value, seconds = entry_parts(number)
        if kind == SPLIT and who == seat:
            found.append({"special": special + 1, "checkpoint": value + 1, "seconds": seconds})
    return found


def sheet_text(p: Position) -> str:
    """The sheet as plain text, to read or print."""
    rally = p.rally
    title = str(rally.options["name"]) or "Rally"
    date = str(rally.options["date"])
    lines = ["COURSE SHEET", f"{title}{' - ' + date if date else ''}", "=" * WIDTH]
    for special in range(SPECIALS):
        lines += _special_lines(p, special)
    lines += ["=" * WIDTH, f"{'Driver':24}{'SS1':>9}{'SS2':>9}{'SS3':>9}{'Total':>11}  Place"]
    places = result(p).places if p.phase == OVER_PHASE else None
    order = sorted(range(rally.players), key=lambda seat: (places[seat] if places else 0, seat))
    for seat in order:
        lines.append(_driver_line(p, seat, places[seat] if places else 0))
    return "\n".join(lines) + "\n"


def _special_lines(p: Position, special: int) -> list[str]:
    rally = p.rally
    lines = [f"SS{special + 1}  {rally.roadbooks[special]}  ({len(rally.spaces[special])} spaces)"]
    if rally.checkpoints[special]:
        lines.append("     checkpoints at " + ", ".join(str(point) for point in rally.checkpoints[special]))
    order = start_order(p, special) if special <= p.v[SPECIAL] else []
    if order:
        lines.append("     start order: " + ", ".join(rally.driver(seat) for seat in order))
    if special + 1 < SPECIALS:
        lines.append("     then " + ("[X] assistance" if rally.assisted[special + 1] else "[ ] assistance"))
    return lines


def _driver_line(p: Position, seat: int, place: int) -> str:
    car = CARS + seat * CAR
    done = p.v[car + DONE]
    out = p.v[car + STATUS] == RETIRED
    cells = ""
    for special in range(SPECIALS):
        missing = "ret." if out and special == done else "-"
        cells += f"{mmss(p.v[car + TIME + special]) if special < done else missing:>9}"
    sum_text = mmss(total(p, seat)) if done else "-"
    return f"{p.rally.driver(seat)[:23]:24}{cells}{sum_text:>11}  {place or '-'}"
