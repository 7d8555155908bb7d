"""Compile the engine with mypyc: as a hatchling hook when a wheel is built, or by hand into a folder.

    python build_engine.py build/compiled      a copy of the package with compiled modules beside its sources

The engine is `core`, `lib`, `games`, `solve` and `table`, but for what only prints (a game's show/) and what
states types for others (its view_types.py); and of `house` what every move goes through.
Without a C compiler, or with PARCFERME_PURE=1, nothing is compiled, one line says so, and the package works the same
from its sources. The same when compiling fails, unless PARCFERME_ENGINE=required: the tests must not pass by testing
the interpreted engine twice.
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
OPTIMISE = "2"
# Only a module's entry point is called from outside its library: everything else may be called directly and inlined.
WITHIN = ["-fvisibility=hidden", "-fno-semantic-interposition"] if os.name == "posix" else []
# Python asks for all warnings. This one reads the source again for every `if`: in files of mypyc's size for minutes.
QUIET = ["-Wno-misleading-indentation"] if os.name == "posix" else []
# A compiled TypedDict no longer tells what its lists hold, and others read that from view_types.py.
NOT_COMPILED = {"__init__.py", "terminal.py", "commands.py", "view_types.py"}
TOLD = ["parcferme/house/changes.py", "parcferme/house/telling.py"]  # of the house only what every move goes through
PRINTS = "show"  # the folder of a game that only prints and reads what people type


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
    """Modules that share a C library: the foundation, each game, search, tables, telling. All compile in parallel."""
    package = SOURCES / "parcferme"
    found = [(_modules(package / "core") + _modules(package / "lib"), "foundation")]
    found += [(_modules(game), game.name) for game in sorted((package / "games").iterdir()) if game.is_dir()]
    found.append((_modules(package / "solve"), "solve"))
    # setup.py and notes.py judge what was written: compiled they would fail on a wrong type before they could say so
    judges = ("/setup.py", "/notes.py")
    found.append(([path for path in _modules(package / "table") if not path.endswith(judges)], "table"))
    found.append((TOLD, "house"))
    return [(modules, name) for modules, name in found if modules]


def _modules(folder: Path) -> list[str]:
    found = [
        path for path in sorted(folder.rglob("*.py")) if path.name not in NOT_COMPILED and path.parent.name != PRINTS
    ]
    return [str(path.relative_to(SOURCES)) for path in found]


def compile_into(target: Path) -> list[Path]:
    """Compile every group; returns the extension files written below `target`.

    Generated C, objects and finished libraries are kept: a group whose C has not changed is not compiled again.
    """
    from mypyc.build import mypycify  # only where the build requirements are installed
    from setuptools import Distribution

    separate = groups()
    kept = kept_folder()
    kept.mkdir(parents=True, exist_ok=True)
    os.environ["MYPY_CACHE_DIR"] = str(kept / "types")  # else it would lie among the sources
    before = Path.cwd()
    os.chdir(SOURCES)
    try:
        extensions = mypycify(
            [module for modules, _ in separate for module in modules],
            opt_level=OPTIMISE,
            debug_level="0",
            separate=separate,
            target_dir=str(kept / "c"),
        )
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *WITHIN, *QUIET]  # the list is one for all
        extensions.sort(key=_size, reverse=True)  # a large one that began last would leave the other cores idle
        made: Any = Distribution({"name": "parcferme", "ext_modules": extensions, "cmdclass": {"build_ext": builder()}})
        command = made.get_command_obj("build_ext")
        command.build_lib = str(kept / "libraries")
        command.build_temp = str(kept / "objects")
        command.parallel = os.cpu_count() or 1
        command.ensure_finalized()
        command.run()
        return [_copied(Path(path), kept / "libraries", target) for path in command.get_outputs()]
    finally:
        os.chdir(before)


def builder() -> Any:
    """setuptools' own, but for a library whose making was cut short: that is newer than its C, and no library."""
    from setuptools.command.build_ext import build_ext

    class Careful(build_ext):  # type: ignore[misc]
        def build_extension(self, ext: Any) -> None:
            library = Path(self.get_ext_fullpath(ext.name))
            begun = library.with_suffix(".begun")
            if begun.exists():
                library.unlink(missing_ok=True)
            begun.parent.mkdir(parents=True, exist_ok=True)
            begun.touch()
            super().build_extension(ext)
            begun.unlink()

    return Careful


def kept_folder() -> Path:
    """One for each interpreter, compiler version and level of optimisation: what they make does not mix."""
    from mypy.version import __version__ as version

    return ROOT / "build" / f"engine-{sys.implementation.cache_tag}-{version}-{'-'.join(['O' + OPTIMISE, *WITHIN])}"


def _size(extension: Any) -> int:
    return sum(Path(source).stat().st_size for source in extension.sources)


def _copied(built: Path, root: Path, target: Path) -> Path:
    copy = target / built.relative_to(root)
    copy.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy2(built, copy))


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # an editable install runs the sources: compiled modules would go stale
        self._add_client()
        reason = reason_not_to_compile()
        if reason is not None:
            self._stay_interpreted(reason)
            return
        self.target = Path(tempfile.mkdtemp(prefix="parcferme-"))
        try:
            extensions = compile_into(self.target)
        except (Exception, SystemExit) as error:  # mypyc leaves by SystemExit
            if os.environ.get("PARCFERME_ENGINE") == "required":
                raise
            self._stay_interpreted(f"compiling failed: {error!r}")
            return
        for built in extensions:
            build_data["force_include"][str(built)] = str(built.relative_to(self.target))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _add_client(self) -> None:
        """The browser client, built if it is not there yet; without it the server still serves its API."""
        sys.path.insert(0, str(ROOT))
        import build_client

        try:
            build_client.build()
        except build_client.ClientError as error:
            self.app.display_warning(f"parcferme: the browser client is not built ({error}).")

    def _stay_interpreted(self, reason: str) -> None:
        self.app.display_warning(f"parcferme: the engine is not compiled ({reason}); it runs interpreted.")

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
