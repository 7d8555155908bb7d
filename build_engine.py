"""Compile the engine with mypyc: as a hatchling hook when a wheel is built, or by hand into a folder.

    python build_engine.py build/compiled      a copy of the package with compiled modules beside its sources

The engine is `core`, `lib`, `games` and `solve`. Without a C compiler, or with PARCFERME_PURE=1, nothing is compiled,
one line says so, and the package works the same from its sources.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, where hatchling need not be installed
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "src"
CACHE = ROOT / "build" / "mypyc"  # generated C and objects: unchanged groups are not compiled again


def reason_not_to_compile() -> str | None:
    """Why the engine stays interpreted, or `None`."""
    if os.environ.get("PARCFERME_PURE") == "1":
        return "PARCFERME_PURE=1"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler}) on this machine"
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return "Python's C headers are not installed"
    return None


def groups() -> list[tuple[list[str], str]]:
    """Modules that share one C library: the foundation, each game, and search. Groups compile in parallel."""
    package = SOURCES / "parcferme"
    found = [(_modules(package / "core") + _modules(package / "lib"), "foundation")]
    found += [(_modules(game), game.name) for game in sorted((package / "games").iterdir()) if game.is_dir()]
    found.append((_modules(package / "solve"), "solve"))
    return [(modules, name) for modules, name in found if modules]


def _modules(folder: Path) -> list[str]:
    return [str(path.relative_to(SOURCES)) for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]


def compile_into(target: Path) -> list[Path]:
    """Compile every group; returns the extension files written below `target`."""
    from mypyc.build import mypycify  # only where the build requirements are installed
    from setuptools import Distribution

    separate = groups()
    CACHE.mkdir(parents=True, exist_ok=True)
    before = Path.cwd()
    os.chdir(SOURCES)
    try:
        extensions = mypycify(
            [module for modules, _ in separate for module in modules],
            opt_level="3",
            debug_level="0",
            separate=separate,
            target_dir=str(CACHE),
        )
        command: Any = Distribution({"name": "parcferme", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = str(target)
        command.build_temp = str(CACHE / "objects")
        command.parallel = os.cpu_count() or 1
        command.ensure_finalized()
        command.run()
        return [Path(path) for path in command.get_outputs()]
    finally:
        os.chdir(before)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # an editable install runs the sources: compiled modules would go stale
        reason = reason_not_to_compile()
        if reason is not None:
            self.app.display_warning(f"parcferme: the engine is not compiled ({reason}); it runs interpreted.")
            return
        self.target = Path(tempfile.mkdtemp(prefix="parcferme-"))
        for built in compile_into(self.target):
            build_data["force_include"][str(built)] = str(built.relative_to(self.target))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "target"):
            shutil.rmtree(self.target, ignore_errors=True)


def main() -> int:
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "compiled").resolve()
    reason = reason_not_to_compile()
    if reason is not None:
        print(f"parcferme: the engine is not compiled ({reason}).")
        return 1
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(SOURCES / "parcferme", target / "parcferme", ignore=shutil.ignore_patterns("__pycache__"))
    print(f"compiled {len(compile_into(target))} modules into {target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
