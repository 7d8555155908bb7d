"""Imports point one way. The sources are read, not run: a wrong arrow fails here before it tangles anything.

    games → lib → core        solve, table, bridge → lib, core        organise → table, solve
    house → organise, table, solve        server → house        alone → house        cli → all of those

No package but `games` names a game (the registry finds them), games never import each other, and the engine (core,
lib, games, solve) needs nothing but the standard library and mypyc's own types (`mypy_extensions`, `librt`).
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "parcferme"

BELOW = {
    "core": set[str](),
    "lib": {"core"},
    "games": {"lib", "core"},
    "solve": {"lib", "core"},
    "table": {"lib", "core"},
    "organise": {"lib", "core", "solve", "table"},
    "house": {"lib", "core", "solve", "table", "organise"},
    "alone": {"lib", "core", "solve", "table", "organise", "house"},
    "bridge": {"lib", "core"},
    "server": {"lib", "core", "solve", "table", "organise", "house", "bridge"},
    "cli": {"lib", "core", "solve", "table", "organise", "house", "bridge", "server", "alone"},
}
ENGINE = {"core", "lib", "games", "solve"}
ALLOWED = {"mypy_extensions", "librt", *sys.stdlib_module_names}
IMPURE = {"asyncio", "concurrent", "multiprocessing", "os", "socket", "sqlite3", "subprocess", "time"}
NEEDS = {
    "house": {"msgspec", *ALLOWED} - IMPURE,
    "alone": {"msgspec", "asyncio", *ALLOWED - IMPURE},
}  # of what there is
WITHIN_SERVER = {  # … and what each part of the server leaves alone
    "storage": {"people", "live", "api"},
    "people": {"live", "api"},
    "live": {"api"},
}


def imported(source: str, module: str) -> list[tuple[int, str]]:
    """(line, module) for everything a module imports; `module` is its own dotted name, for relative imports."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            found += [(node.lineno, f"{base}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                found.append((node.lineno, name.value))
    return found


def wrong_arrows(source: str, module: str) -> list[str]:
    """What is wrong with the imports of `parcferme.<package>.…`."""
    parts = module.split(".")
    package = parts[1]
    wrong: list[str] = []
    for line, name in imported(source, module):
        target = name.split(".")
        if target[0] != "parcferme":
            if package in ENGINE and target[0] not in ALLOWED:
                wrong.append(f"{module}, line {line}: the engine imports {target[0]}")
            if package in ("house", "alone") and target[0] not in NEEDS[package]:
                wrong.append(f"{module}, line {line}: {package} imports {target[0]}")
        elif len(target) > 1 and target[1] in BELOW and target[1] != package and target[1] not in BELOW[package]:
            wrong.append(f"{module}, line {line}: {package} imports {target[1]}")
        elif target[1:2] == [package] and _is_apart(package, parts[2], target[2:3]):
            wrong.append(f"{module}, line {line}: {parts[2]} imports {target[2]}")
    return wrong


def _is_apart(package: str, own: str, other: list[str]) -> bool:
    """Must a part of a package leave another part of it alone? Games know none of the others."""
    if package == "games":
        return other not in ([], [own])
    return package == "server" and bool(other) and other[0] in WITHIN_SERVER.get(own, ())


def modules() -> list[tuple[str, Path]]:
    """Every module inside one of the packages, with its dotted name (a package's `__init__` keeps that part)."""
    paths = [path for path in sorted(SOURCES.rglob("*.py")) if path.parent != SOURCES]
    return [(".".join(["parcferme", *path.relative_to(SOURCES).with_suffix("").parts]), path) for path in paths]


def test_no_arrow_points_the_wrong_way() -> None:
    found = modules()
    assert len(found) > 20
    assert [wrong for module, path in found for wrong in wrong_arrows(path.read_text("utf-8"), module)] == []


def test_every_package_has_its_place_in_the_order() -> None:
    packages = {path.parent.relative_to(SOURCES).parts[0] for path in SOURCES.rglob("*.py") if path.parent != SOURCES}
    assert packages <= set(BELOW)


def test_only_the_registry_looks_games_up() -> None:
    """Outside `games`, the one text that names the package of the games is the registry's."""
    named = [
        module
        for module, path in modules()
        if not module.startswith("parcferme.games")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("parcferme.games")
    ]
    assert named == ["parcferme.core.registry"]


@pytest.mark.parametrize(
    ("module", "source", "says"),
    [
        ("parcferme.core.play", "from parcferme.lib.standings import places", "core imports lib"),
        ("parcferme.core.play", "import parcferme.games.rally", "core imports games"),
        ("parcferme.core.play", "def f():\n    from parcferme import cli", "line 2: core imports cli"),
        ("parcferme.lib.dice", "from ..games import rally", "lib imports games"),
        ("parcferme.games.rally.rules", "from parcferme.solve.playout import playout", "games imports solve"),
        ("parcferme.games.rally.rules", "from parcferme.games.rallyman.state import S", "rally imports rallyman"),
        ("parcferme.games.rally.rules", "from ..rallyman import state", "rally imports rallyman"),
        ("parcferme.games.rally.rules", "from parcferme.games import rallyman", "rally imports rallyman"),
        ("parcferme.games.rally.terminal", "import rich.text", "the engine imports rich"),
        ("parcferme.core.codec", "import msgspec", "the engine imports msgspec"),
        ("parcferme.solve.mcts", "import numpy as np", "the engine imports numpy"),
        ("parcferme.solve.mcts", "from parcferme.games.rally import rules", "solve imports games"),
        ("parcferme.bridge.gym", "from parcferme.table import seats", "bridge imports table"),
        (
            "parcferme.cli.main",
            "import importlib\nimportlib.import_module('parcferme.games.rally')",
            "cli imports games",
        ),
        ("parcferme.table.match", "from parcferme.server import app", "table imports server"),
        ("parcferme.house.messages", "import time", "house imports time"),
        ("parcferme.house.messages", "from sqlalchemy import select", "house imports sqlalchemy"),
        ("parcferme.alone.home", "import multiprocessing", "alone imports multiprocessing"),
        ("parcferme.alone.home", "from parcferme.server import app", "alone imports server"),
        ("parcferme.server.storage.store", "from parcferme.server.live import tables", "storage imports live"),
    ],
)
def test_a_wrong_arrow_is_found(module: str, source: str, says: str) -> None:
    assert any(says in wrong for wrong in wrong_arrows(source, module))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("parcferme.games.rally.rules.turn", "from ..state import S\nfrom parcferme.games.rally import actions"),
        ("parcferme.games.rally.rules", "from parcferme.lib import standings\nfrom parcferme.core import play"),
        ("parcferme.games.rally.rules", "from mypy_extensions import i64\nimport json, collections.abc"),
        ("parcferme.bridge.gym", "import gymnasium\nfrom parcferme.core import registry"),
        ("parcferme.cli.main", "import typer\nfrom parcferme.bridge import gym\nfrom parcferme import __version__"),
    ],
)
def test_right_arrows_pass(module: str, source: str) -> None:
    assert wrong_arrows(source, module) == []
