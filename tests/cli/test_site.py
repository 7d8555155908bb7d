"""The static site's files, without a browser."""

from __future__ import annotations

import ast
import zipfile
from pathlib import Path

import pytest

from parcferme.cli.site import ENGINE, PACKAGE, _pack_library, bare

MODULES = sorted(path for name in ENGINE for path in (PACKAGE / name).rglob("*.py"))


def told(source: str) -> str:
    """What a module does: everything in it but sentences that stand alone."""
    module = ast.parse(source)
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not is_sentence(one)] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(module)


def is_sentence(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)


@pytest.mark.parametrize("part", ENGINE)
def test_the_engine_in_a_browser_is_the_same_without_its_comments(part: str) -> None:
    found = [path for path in MODULES if path.is_relative_to(PACKAGE / part)]
    for path in found:
        source = path.read_text("utf-8")
        left = bare(source)
        assert told(left) == told(source), path
        assert len(left) <= len(source), path
    assert found


def test_what_is_left_out() -> None:
    source = '"""A module."""\n# why\nclass A:\n    """Says."""\n\ndef f():\n    """Does."""\n    return "#"  # this\n'
    assert bare(source) == "class A:\n    pass\n\ndef f():\n    return '#'"


def test_of_python_s_library_what_no_page_needs_stays_behind(tmp_path: Path) -> None:
    source, target = tmp_path / "whole.zip", tmp_path / "packed.zip"
    told = '"""Says."""\nx = 1  # one\n'
    with zipfile.ZipFile(source, "w") as archive:
        for name in ("os.py", "tkinter/dialog.py", "pyodide/ffi.py", "encodings/utf_8.py", "encodings/cp1250.py"):
            archive.writestr(name, told)
        archive.writestr("newer.py", 'x = t"{1}"  # a Python to come\n')
        archive.writestr("data.txt", "# kept")
    _pack_library(source, target)
    with zipfile.ZipFile(target) as packed:
        left = {name: packed.read(name).decode() for name in packed.namelist()}
    assert left == {
        "os.py": "x = 1",
        "pyodide/ffi.py": told,
        "encodings/utf_8.py": "x = 1",
        "newer.py": left["newer.py"],
        "data.txt": "# kept",
    }
