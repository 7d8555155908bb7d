"""Verbs of RALLY in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from parcferme.core import registry
from parcferme.core.content import read_document, write_document
from parcferme.core.errors import ParcFermeError
from parcferme.games.rally.board.parts import SETUPS, TYRES, WEATHERS
from parcferme.games.rally.par.certificate import solve
from parcferme.games.rally.par.checker import check
from parcferme.games.rally.par.planning import Placement
from parcferme.games.rally.par.solver import Par, steady, whole_ring
from parcferme.games.rally.rules.game import RallyGame
from parcferme.lib.certificates import must_hold

SETTINGS: Final = ("race", "stage", "setup", "sector", "mechanics", "save")


def par(arguments: list[str]) -> str:
    """Expected turns of one car alone, exact: by set-up and by the tyres at the start."""
    game, given = _stage("par", arguments)
    sector, mechanics = _sector(game, given), _mechanics(game, given)
    chosen = [_setup(given)] if "setup" in given else [0, 1, 2]
    lines = [f"{_where(game, sector)}, mechanics {', '.join(str(m) for m in mechanics) or 'none'}"]
    lines.append("set-up      " + "  ".join(f"{name:>9}" for name in TYRES))
    for setup in chosen:
        values = _values(game, setup, sector, mechanics)
        lines.append(f"{SETUPS[setup]:<11} " + "  ".join(f"{value:9.6f}" for value in values))
    if "save" in given:
        if len(chosen) > 1:
            raise ParcFermeError("par: save=FILE needs one setup=…: a certificate is for one car")
        certificate = solve(game, chosen[0], sector, mechanics).certificate
        write_document(Path(given["save"]), certificate)
        lines.append(f"certificate written to {given['save']}")
    return "\n".join(lines)


def mechanics(arguments: list[str]) -> str:
    """Where three mechanics save most turns in the first sector's weather, by coordinate ascent."""
    game, given = _stage("mechanics", arguments)
    t, sector = game.tables, _sector(game, given)
    assert t.fixed is not None
    weather = steady(t.race_rings[0].skies[sector])
    lines = [_where(game, sector) + ", weather that stays"]
    for setup in [_setup(given)] if "setup" in given else [0, 1, 2]:
        without = min(Par(t, t.fixed, setup, weather, [0, 1, 2], []).at_start(0, tyres) for tyres in range(3))
        placement = Placement(t, t.fixed, setup, weather, [0, 1, 2])
        placement.improve(4)
        squares = ", ".join(str(square) for square in placement.squares)
        lines.append(f"{SETUPS[setup]:<11} {squares:<12} {placement.value:.6f} turns, without {without:.6f}")
    return "\n".join(lines)


def check_file(arguments: list[str]) -> str:
    """Verify a certificate by driving the rules; raises BadContent with what is wrong."""
    if not arguments or len(arguments) > 2:
        raise ParcFermeError("check: name a certificate, and how many of its states to prove (all if none)")
    states = 0
    if len(arguments) == 2:
        if not arguments[1].isdigit():
            raise ParcFermeError(f"check: {arguments[1]!r} is not a number of states")
        states = int(arguments[1])
    must_hold(arguments[0], check(read_document(Path(arguments[0])), states))
    return f"{arguments[0]}: proved by the rules, {'all' if states == 0 else f'about {states} of its'} states"


def _stage(verb: str, arguments: list[str]) -> tuple[RallyGame, dict[str, str]]:
    if not arguments or "=" in arguments[0]:
        raise ParcFermeError(f"{verb}: name the road first, as card numbers: 1-12-6-18-13-4")
    given: dict[str, str] = {}
    for argument in arguments[1:]:
        name, _, text = argument.partition("=")
        if name not in SETTINGS or not text:
            raise ParcFermeError(f"{verb}: {argument!r} is not one of {', '.join(f'{s}=…' for s in SETTINGS)}")
        given[name] = text
    options: dict[str, object] = {"players": 1, "scope": "stage", "route": arguments[0]}
    options["stage"] = given.get("stage", "normal")
    if "race" in given:
        options["races"] = [given["race"]]
    game = registry.create("rally", options)
    assert isinstance(game, RallyGame)
    return game, given


def _values(game: RallyGame, setup: int, sector: int, mechanics: list[int]) -> list[float]:
    t = game.tables
    assert t.fixed is not None
    solved = Par(t, t.fixed, setup, whole_ring(t.race_rings[0]), [0, 1, 2], mechanics)
    return [solved.at_start(sector, tyres) for tyres in range(3)]


def _where(game: RallyGame, sector: int) -> str:
    t = game.tables
    assert t.fixed is not None
    ring = t.race_rings[0]
    weather = f"sector {sector + 1} ({WEATHERS[ring.kinds[sector]]})"
    return f"{t.races[0].name}: {t.fixed.length} squares, weather ring {t.races[0].ring}, {weather}"


def _setup(given: dict[str, str]) -> int:
    if given["setup"] not in SETUPS:
        raise ParcFermeError(f"{given['setup']!r} is not a set-up: {', '.join(SETUPS)}")
    return SETUPS.index(given["setup"])


def _sector(game: RallyGame, given: dict[str, str]) -> int:
    text, count = given.get("sector", "1"), len(game.tables.race_rings[0].kinds)
    if not text.isdigit() or not 1 <= int(text) <= count:
        raise ParcFermeError(f"sector={text}: sectors run from 1 to {count}")
    return int(text) - 1


def _mechanics(game: RallyGame, given: dict[str, str]) -> list[int]:
    route = game.tables.fixed
    assert route is not None
    squares = [text.strip() for text in given.get("mechanics", "").split(",") if text.strip()]
    for text in squares:
        if not text.isdigit() or not 1 <= int(text) <= route.length:
            raise ParcFermeError(f"mechanics={text}: squares of this road run from 1 to {route.length} (RA-50)")
    if len(squares) > 3:
        raise ParcFermeError(f"{len(squares)} mechanics, but every driver has three (RA-R22)")
    return sorted(int(text) for text in squares)


COMMANDS: dict[str, tuple[str, Callable[[list[str]], str]]] = {
    "par": ("par ROAD [race=… stage=… setup=… sector=… mechanics=17,28,46 save=FILE]: expected turns, exact", par),
    "mechanics": ("mechanics ROAD [race=… stage=… setup=… sector=…]: where three mechanics save most turns", mechanics),
    "check": ("check FILE [STATES]: verify a certificate of par by driving the rules", check_file),
}
