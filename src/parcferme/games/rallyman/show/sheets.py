"""The course sheet on paper: rally, date, drivers, routes, assistance, start orders and times (RM-15, RM-19, RM-99)."""

from __future__ import annotations

from parcferme.games.rallyman.board.rally import SPECIALS
from parcferme.games.rallyman.rules.results import result, total
from parcferme.games.rallyman.state import OVER_PHASE, RETIRED, Position
from parcferme.lib.stagetime import mmss

WIDTH = 78


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
    order = p.orders[special] if special < len(p.orders) else []
    if order:
        lines.append("     start order: " + ", ".join(rally.driver(seat) for seat in order))
    if special + 1 < SPECIALS:
        lines.append("     then " + ("[X] assistance" if rally.assisted[special + 1] else "[ ] assistance"))
    return lines


def _driver_line(p: Position, seat: int, place: int) -> str:
    car = p.cars[seat]
    cells = [mmss(seconds) for seconds in car.times]
    if car.status == RETIRED and len(cells) < SPECIALS:
        cells.append("ret.")
    cells += ["-"] * (SPECIALS - len(cells))
    sum_text = mmss(total(p, seat)) if car.times else "-"
    return f"{p.rally.driver(seat)[:23]:24}{''.join(f'{cell:>9}' for cell in cells)}{sum_text:>11}  {place or '-'}"
