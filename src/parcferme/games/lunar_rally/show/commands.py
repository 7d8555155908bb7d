"""Verbs of Lunar Rally in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from parcferme.core.content import read_document, write_document
from parcferme.core.errors import ParcFermeError
from parcferme.games.lunar_rally.board.ground import Ground
from parcferme.games.lunar_rally.board.maps import ground_of, house_map
from parcferme.games.lunar_rally.meta import COLOURS
from parcferme.games.lunar_rally.par.certificate import solve
from parcferme.games.lunar_rally.par.checker import check as check_par
from parcferme.games.lunar_rally.par.clock import par as solo_par
from parcferme.lib.certificates import verify


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


def prove(arguments: list[str]) -> str:
    """Par of one map and Rover with a shortest line, written to a file that `verify` checks."""
    if len(arguments) != 3 or arguments[1] not in ("1", "2"):
        raise ParcFermeError("prove: name a map (a colour or a scenario file), Rover 1 or 2, and the file to write")
    name, number, file = arguments[0], int(arguments[1]), Path(arguments[2])
    scenario = name if name in COLOURS else read_document(Path(name))
    ground = house_map(name) if isinstance(scenario, str) else ground_of(scenario, name)
    solution = solve(ground, scenario, number)
    write_document(file, solution.certificate)
    start = f"{solution.certificate['start']}/{solution.certificate['facing']}"
    return f"{ground.title}: {solution.value} turns from {start}\n" + "\n".join(solution.line)


def verify_file(arguments: list[str]) -> str:
    """Check a certificate of par by the rules; raises BadContent with what is wrong."""
    return verify("verify", arguments, check_par)


COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "par": ("par [MAP…]: fewest solo turns to the finish, exact", par),
    "prove": ("prove MAP ROVER FILE: write par with a shortest line and its proof", prove),
    "verify": ("verify FILE: check such a proof by the rules", verify_file),
}
