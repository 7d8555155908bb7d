"""The compiled and the interpreted engine play the same games step by step, and their drivers choose the same; that
their hints and figures are the same is seen in a browser (tests/web/test_parity.py). That is why tests marked `long`
run on the compiled one alone.

The compiled side is the installed package where that is compiled (`make test` installs it so), else the copy that
`python build_engine.py build/compiled` makes. Where neither is there, or it was built from other sources, the test
fails and says what to run. Only on a machine that cannot compile at all is there nothing to compare: then the test's
name says so and it checks the promise made for that case, that the package runs from its sources.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from parcferme.core import registry

ROOT = Path(__file__).parent.parent.parent
TRACE = Path(__file__).parent / "trace.py"
DRIVEN = TRACE.with_name("driven.py")
STEPS = 400
WHERE = "import parcferme.core.contract as c, parcferme as p; print(p.__path__[0]); print(c.__file__)"


def _reason_not_to_compile() -> str | None:
    spec = importlib.util.spec_from_file_location("build_engine", ROOT / "build_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before = os.environ.pop("PARCFERME_PURE", None)  # what the machine could do, not what this run is asked to do
    try:
        reason: str | None = module.reason_not_to_compile()
    finally:
        if before is not None:
            os.environ["PARCFERME_PURE"] = before
    return reason


REASON = _reason_not_to_compile()


def environment(pure: str, folder: Path | None, **more: str) -> dict[str, str]:
    """For a process that loads the package from `folder`, or from where this one has it."""
    path = {"PYTHONPATH": str(folder)} if folder is not None else {}
    return {**os.environ, **path, "PARCFERME_PURE": pure, **more}


def located(folder: Path | None) -> tuple[Path, bool]:
    """Where such a process finds the package, and whether it is compiled."""
    done = subprocess.run(
        [sys.executable, "-c", WHERE], capture_output=True, text=True, check=True, env=environment("0", folder)
    )
    package, module = done.stdout.splitlines()
    return Path(package), not module.endswith(".py")


@cache
def compiled_build() -> Path | None:
    """The folder to put on PYTHONPATH for the compiled build; `None` if it is the installed one."""
    for folder in (None, ROOT / "build" / "compiled"):
        if folder is not None and not folder.exists():
            continue
        package, compiled = located(folder)
        if compiled:
            assert differing(package) == [], f"{package} was built from other sources: build it again"
            return folder
    raise AssertionError("no compiled build: run `make test`, or `python build_engine.py build/compiled` first")


def differing(package: Path) -> list[str]:
    """Sources of the engine that are not the same in the repository."""
    sources = ROOT / "src" / "parcferme"
    return [
        str(path.relative_to(sources))
        for part in ("core", "lib", "games", "solve")
        for path in sorted((sources / part).rglob("*.py"))
        if not (package / path.relative_to(sources)).exists()
        or (package / path.relative_to(sources)).read_bytes() != path.read_bytes()
    ]


def trace(game_id: str, environment: dict[str, str], *flags: str) -> list[str]:
    command = [sys.executable, *flags, str(TRACE), game_id, str(STEPS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def assert_same(one: list[str], two: list[str]) -> None:
    """Line by line, naming the game and the first step that differs."""
    title = ""
    for first, second in zip(one, two, strict=False):
        title = first if "seed" in first else title
        assert first == second, f"{title}: {first} ≠ {second}"
    assert len(one) == len(two)
    assert len(one) > 20


@pytest.mark.parametrize("game_id", registry.game_ids())
@pytest.mark.parametrize("build", ["compiled" if REASON is None else f"interpreted because {REASON}"])
def test_both_builds_play_the_same_games(game_id: str, build: str) -> None:
    """Nor does anything depend on hash seeds or on assertions being run."""
    folder = None if REASON is not None else compiled_build()
    one = trace(game_id, environment("0", folder, PYTHONHASHSEED="1"))
    other = trace(game_id, environment("1", folder, PYTHONHASHSEED="2"), "-O")
    assert (one[0], other[0]) == (f"build {build.partition(' ')[0]}", "build interpreted")
    assert_same(one[1:], other[1:])


def said(script: Path, environment: dict[str, str], *arguments: str) -> dict[str, object]:
    """What a script prints in JSON."""
    command = [sys.executable, str(script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_drivers_choose_the_same_on_both_builds(game_id: str) -> None:
    folder = None if REASON is not None else compiled_build()
    compiled = said(DRIVEN, environment("0", folder), game_id)
    interpreted = said(DRIVEN, environment("1", folder), game_id)
    assert compiled.pop("build") == ("compiled" if REASON is None else "interpreted")
    assert interpreted.pop("build") == "interpreted"
    assert list(compiled) == list(registry.bots(game_id))
    assert compiled == interpreted


def test_a_difference_is_named() -> None:
    lines = ["toy seed 0", *(f"{step} abc def" for step in range(30))]
    assert_same(lines, lines)
    with pytest.raises(AssertionError, match="toy seed 0: 7 abc def ≠ 7 abc xyz"):
        assert_same(lines, [line.replace("7 abc def", "7 abc xyz") for line in lines])
    with pytest.raises(AssertionError):
        assert_same(lines, lines[:-1])
