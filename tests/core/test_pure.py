"""`PARCFERME_PURE=1` runs the sources even where compiled modules lie beside them."""

from __future__ import annotations

import importlib.machinery
import os
import subprocess
import sys
from pathlib import Path

import parcferme
from parcferme._pure import SourceOnly, prefer_sources

SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]
WHERE = "import parcferme.core.options as m; print(m.__file__)"


def run(folder: Path, pure: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PARCFERME_PURE": pure}
    return subprocess.run([sys.executable, "-c", WHERE], capture_output=True, text=True, env=environment, check=False)


def package_with_a_false_extension(tmp_path: Path) -> Path:
    """A copy of the package's core with an `options` extension that cannot be loaded: it shows if anyone tries."""
    root = Path(parcferme.__file__).parent
    for source in [*root.glob("*.py"), *(root / "core").glob("*.py")]:
        target = tmp_path / "parcferme" / source.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    (tmp_path / "parcferme" / "core" / f"options{SUFFIX}").write_bytes(b"not a library")
    return tmp_path


def test_sources_are_preferred_when_asked_for(tmp_path: Path) -> None:
    folder = package_with_a_false_extension(tmp_path)
    loaded = run(folder, "1")
    assert loaded.stdout.strip() == str(folder / "parcferme" / "core" / "options.py"), loaded.stderr
    assert "ImportError" in run(folder, "0").stderr  # without the wish, Python takes the extension


def test_only_this_packages_modules_are_found(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("", "utf-8")
    (tmp_path / f"built{SUFFIX}").write_bytes(b"")
    finder = SourceOnly()
    found = finder.find_spec("parcferme.thing", [str(tmp_path)])
    assert found is not None
    assert found.origin == str(tmp_path / "thing.py")
    assert finder.find_spec("parcferme.built", [str(tmp_path)]) is None
    assert finder.find_spec("parcferme.thing", None) is None
    assert finder.find_spec("thing", [str(tmp_path)]) is None


def test_the_finder_is_put_first_and_once() -> None:
    before = [*sys.meta_path]
    try:
        prefer_sources(["somewhere"])
        prefer_sources(["somewhere"])
        assert isinstance(sys.meta_path[0], SourceOnly)
        assert sum(isinstance(finder, SourceOnly) for finder in sys.meta_path) == 1
    finally:
        sys.meta_path[:] = before
