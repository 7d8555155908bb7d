"""What the table of phases promises, checked along random games."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import ModuleType

from parcferme.core.contract import OVER, Game, State
from parcferme.core.phases import Phase
from tests.contract.subject import Subject, walk

WALKS = 3  # random games of each variant


def phase_faults(subject: Subject, phases: Sequence[Phase[object]]) -> list[str]:
    """Rows that do not fit together, and whatever positions of random games do that their row does not say."""
    rows = {phase.name: phase for phase in phases}
    ways = [(phase.name, name) for phase in phases for name in phase.follows]
    found = {f"{name} leads to {follows}, which is no phase" for name, follows in ways if follows not in rows}
    if len(rows) != len(phases):
        found.add("two phases have one name")
    seen: set[str] = set()
    for game in subject.games:
        for seed in range(WALKS):
            found |= _along(game, seed, rows, seen)
    found |= {f"{name} is never reached" for name in rows if name not in seen}
    return sorted(found)


def _along(game: Game, seed: int, rows: dict[str, Phase[object]], seen: set[str]) -> set[str]:
    found: set[str] = set()
    names: list[str] = []

    def visit(state: State) -> None:
        name = str(state.dump().get("phase", next(iter(rows))))
        if name not in rows:
            found.add(f"{name} is not in the table")
        elif rows[name].kind != state.kind() and state.kind() != OVER:
            found.add(f"{name} is of kind {rows[name].kind}, but a position of it is of kind {state.kind()}")
        elif names and names[-1] in rows and name not in rows[names[-1]].follows and seed % 3 != 2:  # no interrupts
            found.add(f"{name} follows {names[-1]}, which the table does not say")
        names.append(name)
        seen.add(name)

    walk(game, seed, visit)
    return found


def misnamed_rows(module: ModuleType, source: str) -> list[str]:
    """Where `make_move` calls by name what is not the handler of that row."""
    found: list[str] = []
    for row, called in _called_by_name(source):
        handler = module.PHASES[eval(row, vars(module))].handler
        if eval(called, vars(module)) is not handler:
            found.append(f"{row} is answered by {called}, which the table does not say")
    return found


def _called_by_name(source: str) -> Iterator[tuple[str, str]]:
    """(row, function) of every branch of `make_move`: `if p.phase == ROW:` or `in (ROW, …):`, and a call."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    (moves,) = [function for function in functions if function.name == "make_move"]
    for branch in [node for node in ast.walk(moves) if isinstance(node, ast.If)]:
        test, first = branch.test, branch.body[0]
        if not (isinstance(test, ast.Compare) and isinstance(first, (ast.Expr, ast.Assign))):
            continue  # what follows the move
        assert isinstance(first.value, ast.Call)
        (rows,) = test.comparators
        for row in rows.elts if isinstance(rows, ast.Tuple) else [rows]:
            yield ast.unparse(row), ast.unparse(first.value.func)
