"""What the table of phases promises, checked along random games."""

from __future__ import annotations

from collections.abc import Sequence

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
