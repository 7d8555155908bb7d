"""Verbs of Lunar Rally in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from parcferme.core.content import read_document
from parcferme.core.errors import BadContent, ParcFermeError
from parcferme.games.lunar_rally.clock import par as solo_par
from parcferme.games.lunar_rally.load import Ground, check, ground_of, house_map
from parcferme.games.lunar_rally.meta import COLOURS


def par(arguments: list[str]) -> str:
    """Fewest own turns to the finish on the house maps, or on the scenario files that are named."""
    lines = ["map                    Rover 1   Rover 2   with 2 phases   with 1   avoiding dust"]
    for name in arguments if arguments else list(COLOURS):
        ground = house_map(name) if name in COLOURS else ground_of(read_document(Path(name)), name)
        columns = [
            _span(ground, 1),
            _span(ground, 2),
            _span(ground, 1, 2),
            _span(ground, 1, 1),
            _span(ground, 1, 3, True),
        ]
        lines.append(
            f"{ground.title:<22} {columns[0]:<9} {columns[1]:<9} {columns[2]:<15} {columns[3]:<8} {columns[4]}"
        )
    return "\n".join(lines)


def _span(ground: Ground, number: int, phases: int = 3, avoid_dust: bool = False) -> str:
    low, high = solo_par(ground, number, phases, avoid_dust)
    if low > 300:
        return "no way"
    return str(low) if low == high else f"{low}–{high}"


def check_files(arguments: list[str]) -> str:
    """Validate scenario files; raises BadContent with every fault of the first file that has any."""
    if not arguments:
        raise ParcFermeError("check: name the scenario files to check")
    for name in arguments:
        faults = check(read_document(Path(name)))
        if faults:
            raise BadContent(name, faults)
    return "\n".join(f"{name}: can be played" for name in arguments)


COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "par": ("par [MAP…]: fewest solo turns to the finish, exact", par),
    "check": ("check FILE…: validate scenario files of your own", check_files),
}
