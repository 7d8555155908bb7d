"""Which clauses the tests cite: read from their sources, so that nothing has to run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

VECTOR = re.compile(r"[A-Z]{2}-V\d{2,3}")


class Citation:
    """A clause named by `@pytest.mark.rule` at a place."""

    def __init__(self, clause: str, place: str) -> None:
        self.clause = clause
        self.place = place


@cache
def citations(folder: Path) -> list[Citation]:
    """All clauses cited below a folder. Only marks on tests count; one that cannot be read raises AssertionError."""
    found: list[Citation] = []
    for path in sorted(folder.rglob("test_*.py")):
        found += cited_in(path.read_text("utf-8"), path.name)
    return found


def cited_in(source: str, name: str) -> list[Citation]:
    """The citations of one test file."""
    tree = ast.parse(source)
    marks = {id(mark): mark for node in ast.walk(tree) for mark in _marks_on_tests(node)}
    loose = [node.lineno for node in ast.walk(tree) if _is_mark(node) and id(node) not in marks]  # type: ignore[attr-defined]
    assert not loose, f"{name}, line {loose[0]}: a rule mark that stands on no test"
    found: list[Citation] = []
    for mark in marks.values():
        place = f"{name}, line {mark.lineno}"
        assert mark.args, f"{place}: a rule mark without a clause"
        for argument in mark.args:
            clause = argument.value if isinstance(argument, ast.Constant) else None
            assert isinstance(clause, str), f"{place}: write the clause out"
            found.append(Citation(clause, place))
    return found


def _marks_on_tests(node: ast.AST) -> Iterator[ast.Call]:
    """Marks that decorate a test or a class of tests, or stand in `marks=` of a parameter."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith(("test_", "Test")):
        yield from (mark for mark in node.decorator_list if isinstance(mark, ast.Call) and _is_mark(mark))
    elif isinstance(node, ast.keyword) and node.arg == "marks":
        yield from (mark for mark in ast.walk(node.value) if isinstance(mark, ast.Call) and _is_mark(mark))


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "mark.rule")


def faults(clauses: set[str], prefix: str, cited: list[Citation]) -> list[str]:
    """Clauses that no test cites, and citations of clauses that RULES.md does not hold."""
    named = {citation.clause for citation in cited}
    silent = [f"{clause}: no test cites it" for clause in sorted(clauses - named)]
    unknown = [
        f"{citation.place}: {citation.clause} is not in RULES.md"
        for citation in cited
        if citation.clause.startswith(f"{prefix}-")
        and citation.clause not in clauses
        and VECTOR.fullmatch(citation.clause) is None
    ]
    return silent + unknown


def unread(rules: str, clauses: set[str]) -> list[str]:
    """Lines of a RULES.md that look like a clause but were not read as one."""
    looks = re.compile(r"^\s*[-*+]?\s*\*\*([A-Z]{2}-\w+)")
    found = [(line, looks.match(line)) for line in rules.splitlines()]
    return [line.strip()[:60] for line, match in found if match is not None and match.group(1) not in clauses]


def clauses_named(source: str, prefix: str) -> set[str]:
    """Clause ids that stand as texts in a game's source."""
    shape = re.compile(rf"{prefix}-R?\d{{2,3}}")
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and shape.fullmatch(text)}


def clauses_applied(folder: Path, prefix: str) -> set[str]:
    """Clauses that a game's sources cite at a line: in the text of a statement, beside one, or in the docstring of a
    function or class. Not where a whole module is described, nor by solvers and drivers, who only ask the rules."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        if path.parent.name not in ("par", "drive"):
            source = path.read_text("utf-8")
            described = ast.get_docstring(ast.parse(source), clean=False) or ""
            found |= set(re.findall(rf"\b{prefix}-R?\d{{2,3}}\b", source.replace(described, "", 1)))
    return found


def spoken(source: str) -> set[tuple[str, str]]:
    """(`event` or `refusal`, its kind or code) for every Event and Refusal made with a literal in a source."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Event", "Refusal"):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add((node.func.id.lower(), first.value))
    return found
