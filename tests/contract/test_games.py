"""Every check over every game of the registry, in a spread of variants made from its options."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from parcferme.core import registry
from parcferme.core.clauses import read_clauses
from tests.contract.citations import citations, clauses_applied, clauses_named, faults, spoken, unread
from tests.contract.phases import misnamed_rows, phase_faults
from tests.contract.subject import Subject, registered
from tests.contract.suite import CHECKS

GAMES = registry.game_ids()
TESTS = Path(__file__).parent.parent

subject_of = cache(registered)


@pytest.mark.parametrize("check", sorted(CHECKS))
@pytest.mark.parametrize("game_id", GAMES)
def test_contract(game_id: str, check: str) -> None:
    CHECKS[check](subject_of(game_id))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_is_cited_by_a_test_and_every_citation_is_a_clause(game_id: str) -> None:
    meta = registry.meta(game_id)
    clauses = set(read_clauses(registry.folder(game_id) / "RULES.md"))
    found = faults(clauses, meta.prefix, citations(TESTS))
    assert clauses
    assert not found, f"{len(found)} faults: {found[:20]}"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_of_the_rules_is_readable(game_id: str) -> None:
    path = registry.folder(game_id) / "RULES.md"
    assert unread(path.read_text("utf-8"), set(read_clauses(path))) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_what_the_sources_mention_is_written_down(game_id: str) -> None:
    """Random games do not reach every line; the sources name what they would cite and say there."""
    subject: Subject = subject_of(game_id)
    missing: list[str] = []
    for path in sorted(registry.folder(game_id).rglob("*.py")):
        source = path.read_text("utf-8")
        missing += [f"{path.name}: {c}" for c in clauses_named(source, subject.meta.prefix) - set(subject.clauses)]
        keys = {f"{sort}.{name}" for sort, name in spoken(source)}
        missing += [f"{path.name}: {key}" for key in keys - set(subject.texts["en"])]
    assert not missing, sorted(missing)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_table_of_phases_is_so(game_id: str) -> None:
    module = registry.part(game_id, "phases")
    assert module is not None
    assert phase_faults(subject_of(game_id), module.PHASES) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_rows_called_by_name_are_called_as_the_table_says(game_id: str) -> None:
    phases = registry.part(game_id, "phases")
    assert phases is not None
    assert misnamed_rows(phases, (registry.folder(game_id) / "rules" / "phases.py").read_text("utf-8")) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_is_cited_where_it_is_enforced_or_is_a_definition(game_id: str) -> None:
    clauses = read_clauses(registry.folder(game_id) / "RULES.md")
    cited = clauses_applied(registry.folder(game_id), registry.meta(game_id).prefix)
    missing = [id for id, clause in clauses.items() if id not in cited and not clause.definition]
    assert not missing, f"{len(missing)} clauses are cited nowhere: {missing}"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_notation_of_positions_is_documented(game_id: str) -> None:
    """POSITION.md names every field that a position can have, and its examples are positions."""
    subject = subject_of(game_id)
    text = (registry.folder(game_id) / "POSITION.md").read_text("utf-8")
    used = set[str]().union(*(names_in(state.dump()) for _, state, _ in subject.everywhere()))
    missing = sorted(name for name in used if f"`{name}`" not in text)
    assert not missing, f"POSITION.md does not explain {missing}"
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    assert examples
    for example in examples:
        game = registry.create(game_id, example["options"])
        assert game.restore(example["position"]).dump() == example["position"]


def names_in(value: object) -> set[str]:
    """Every field's name, however deep."""
    if isinstance(value, dict):
        return set(value).union(*(names_in(part) for part in value.values()))
    if isinstance(value, list):
        return set[str]().union(*(names_in(part) for part in value))
    return set()


def test_no_test_cites_a_clause_of_an_unknown_game() -> None:
    prefixes = {registry.meta(game_id).prefix for game_id in GAMES}
    assert len(prefixes) == len(GAMES), "two games share a prefix"
    strangers = [c.clause for c in citations(TESTS) if c.clause.partition("-")[0] not in prefixes]
    assert not strangers


@pytest.mark.parametrize("game_id", GAMES)
def test_meta_loads_without_the_rules(game_id: str) -> None:
    code = f"import sys; import parcferme.games.{game_id}.meta; print(*(m for m in sys.modules if 'parcferme' in m))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    own = [name for name in loaded if name.startswith(f"parcferme.games.{game_id}.")]
    assert own == [f"parcferme.games.{game_id}.meta"]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_standard_library_copies_positions_and_pickles_games(game_id: str) -> None:
    game = registry.create(game_id)
    state = game.start()
    twins = [copy.copy(state), copy.deepcopy(state)]
    assert all(twin is not state and twin.dump() == state.dump() for twin in twins)
    assert copy.copy(game) is copy.deepcopy(game) is game
    again = pickle.loads(pickle.dumps(game))
    assert (again.id, again.version, again.options) == (game.id, game.version, game.options)
    assert again.restore(state.dump()).dump() == state.dump()
    with pytest.raises(TypeError, match="pickled as its dump"):
        pickle.dumps(state)
